import { type Location, weekdays } from '#domain/locations/location.ts'
import { clinicCountries, clinicCountryCodes } from '#domain/locations/location-draft.ts'
import { currencies } from '#domain/values/money.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { SuggestionField } from '../kit/controls/suggestion-field.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { isRequiredText, type LocationForm, type LocationText, locationFlags } from './location-form.ts'
import { locationFormWords as words } from './location-form-words.ts'
import { LogoField } from './logo-field.tsx'

type Props = {
  readonly form: LocationForm
  readonly onChange: (form: LocationForm) => void
  readonly problems: Readonly<Record<string, string>>
  /** Whether the location is new. Only then are country and state shown, because its id is made from them. */
  readonly isNew: boolean
}

const numeric: ReadonlySet<LocationText> = new Set(['lat', 'long', 'taxPercent', 'referralValue'])
const hints: Partial<Record<LocationText, string>> = words.hints

/** Shows all fields of a location in groups. */
export function LocationFieldGroups(props: Props) {
  const { form, onChange, isNew } = props
  const texts = (names: readonly LocationText[]) => names.map((name) => <OneText key={name} {...props} name={name} />)
  return (
    <>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.place}</legend>
        {isNew ? (
          <>
            <SelectField
              label={words.country}
              isRequired
              description={words.idHint}
              options={clinicCountryCodes.map((code) => ({ value: code, label: clinicCountries[code] }))}
              value={form.country}
              onChange={(value) => onChange({ ...form, country: value === 'us' ? 'us' : 'ca' })}
            />
            <OneText {...props} name="state" />
          </>
        ) : null}
        {texts(['name', 'address', 'address2', 'city', 'postalCode', 'lat', 'long', 'phone', 'email'])}
      </fieldset>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.time}</legend>
        <SuggestionField
          label={words.texts.timezone}
          isRequired
          description={words.hints.timezone}
          errorMessage={props.problems.timezone}
          suggestions={zoneNames}
          fold={foldZone}
          value={form.texts.timezone}
          onChange={(timezone) => onChange({ ...form, texts: { ...form.texts, timezone } })}
        />
        <OneText {...props} name="displayTimezone" />
        <div className="s-clinics__hours">
          {weekdays.map((day) => (
            <WeekdayHours key={day} {...props} day={day} />
          ))}
        </div>
      </fieldset>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.money}</legend>
        <SelectField
          label={words.currency}
          options={currencies.map((currency) => ({ value: currency, label: currency }))}
          value={form.currency}
          onChange={(value) => onChange({ ...form, currency: value === 'USD' ? 'USD' : 'CAD' })}
        />
        {texts(['taxId', 'taxPercent', 'referralValue', 'invoiceNumber', 'invoicePayer'])}
        <Flag {...props} flag="detailedInvoice" />
      </fieldset>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.papers}</legend>
        {texts(['paperName', 'legalLine'])}
        <LogoField
          value={form.paperLogo}
          errorMessage={props.problems.paperLogo}
          onChange={(paperLogo) => onChange({ ...form, paperLogo })}
        />
      </fieldset>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.booking}</legend>
        <SelectField
          label={words.type}
          options={locationTypesOf.map((type) => ({ value: type, label: words.types[type] }))}
          value={form.type}
          onChange={(value) => onChange({ ...form, type: locationTypesOf.find((type) => type === value) ?? form.type })}
        />
        <div className="s-clinics__flags">
          {locationFlags
            .filter((flag) => flag !== 'detailedInvoice')
            .map((flag) => (
              <Flag key={flag} {...props} flag={flag} />
            ))}
        </div>
      </fieldset>
      <fieldset className="s-clinics__group">
        <legend>{words.groups.pages}</legend>
        {texts(['calendlyUrl', 'preferredConsultUrl', 'terminalLocation', 'externalLender'])}
      </fieldset>
    </>
  )
}

const locationTypesOf = ['clinic', 'whitelabel', 'partner'] as const satisfies readonly Location['type'][]

/** The IANA names of the time zones that this computer knows, such as `America/Vancouver`. */
const zoneNames = Intl.supportedValuesOf('timeZone')
/** Zone names have `_` in place of spaces. */
const foldZone = (text: string): string => foldText(text.replaceAll('_', ' '))

function OneText({ form, onChange, problems, name }: Props & { readonly name: LocationText }) {
  return (
    <TextField
      label={words.texts[name]}
      isRequired={isRequiredText(name) || name === 'state'}
      isNumeric={numeric.has(name)}
      description={hints[name]}
      value={form.texts[name]}
      errorMessage={problems[name]}
      onChange={(value) => onChange({ ...form, texts: { ...form.texts, [name]: value } })}
    />
  )
}

function Flag({ form, onChange, flag }: Props & { readonly flag: (typeof locationFlags)[number] }) {
  return (
    <Checkbox
      isSelected={form.flags[flag]}
      onChange={(isSet) => onChange({ ...form, flags: { ...form.flags, [flag]: isSet } })}
    >
      {words.flags[flag]}
    </Checkbox>
  )
}

function WeekdayHours({ form, onChange, problems, day }: Props & { readonly day: (typeof weekdays)[number] }) {
  const hours = form.hours[day]
  const change = (part: Partial<typeof hours>): void =>
    onChange({ ...form, hours: { ...form.hours, [day]: { ...hours, ...part } } })
  const name = words.weekdays[day]
  return (
    <div className="s-clinics__day">
      <Checkbox isSelected={hours.openStatus} onChange={(openStatus) => change({ openStatus })}>
        <span aria-hidden="true">{name}</span>
        <span className="w-visually-hidden">{words.isOpen(name)}</span>
      </Checkbox>
      {hours.openStatus ? (
        <>
          <SelectTime label={words.opens(name)} value={hours.open} onChange={(open) => change({ open })} />
          <SelectTime
            label={words.closes(name)}
            value={hours.close}
            onChange={(close) => change({ close })}
            problem={problems[`hours.${day}`]}
          />
        </>
      ) : null}
    </div>
  )
}

/** Shows a text field for a time of day, such as `08:00am`. */
function SelectTime(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (time: string) => void
  readonly problem?: string | undefined
}) {
  return (
    <TextField
      label={props.label}
      isLabelHidden
      size="small"
      placeholder={words.clockSample}
      value={props.value}
      onChange={props.onChange}
      errorMessage={props.problem}
    />
  )
}
