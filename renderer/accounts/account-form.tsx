import type { Location } from '#domain/locations/location.ts'
import { staffRoles } from '#domain/session/role.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { everyRoleMay, roleHints, roleNames } from '../session/role-words.ts'
import type { AccountValues, StaffRole } from './account-values.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.form
const none = 'none'

type Props = {
  readonly values: AccountValues
  readonly errors: Readonly<Record<string, string>>
  readonly locations: readonly Location[]
  /** The email address of an existing account cannot be changed. */
  readonly isNew: boolean
  readonly onChange: (change: Partial<AccountValues>) => void
}

const toggled = <Item,>(items: readonly Item[], item: Item, isIn: boolean): readonly Item[] =>
  isIn ? [...items, item] : items.filter((each) => each !== item)

/** Shows the fields of an account: names, email address, roles, locations and home location. */
export function AccountForm({ values, errors, locations, isNew, onChange }: Props) {
  const { allowedLocations } = values
  const homes = locations.filter(
    ({ locationID }) => allowedLocations === 'all' || allowedLocations.includes(locationID),
  )
  const setPlaces = (places: 'all' | readonly LocationID[]): void => {
    const { homeLocation } = values
    const keepsHome = homeLocation === null || places === 'all' || places.includes(homeLocation)
    onChange({ allowedLocations: places, ...(keepsHome ? {} : { homeLocation: null }) })
  }
  return (
    <div className="s-accounts__form">
      <div className="s-accounts__pair">
        <TextField
          label={words.firstname}
          value={values.firstname}
          onChange={(firstname) => onChange({ firstname })}
          errorMessage={errors.firstname}
          isRequired
          autoFocus
        />
        <TextField
          label={words.lastname}
          value={values.lastname}
          onChange={(lastname) => onChange({ lastname })}
          errorMessage={errors.lastname}
          isRequired
        />
      </div>
      {isNew ? (
        <TextField
          label={words.email}
          type="email"
          value={values.email}
          onChange={(email) => onChange({ email })}
          errorMessage={errors.email}
          description={words.emailHint}
          isRequired
        />
      ) : null}
      <fieldset className="s-accounts__choices s-accounts__choices--wide">
        <legend>{words.roles}</legend>
        <p className="s-accounts__note">{everyRoleMay}</p>
        {staffRoles.map((role) => (
          <Checkbox
            key={role}
            description={roleHints[role]}
            isSelected={values.roles.includes(role as StaffRole)}
            onChange={(isIn) => onChange({ roles: toggled(values.roles, role as StaffRole, isIn) })}
          >
            {roleNames[role]}
          </Checkbox>
        ))}
        {errors.roles ? <p className="s-accounts__error">{errors.roles}</p> : null}
      </fieldset>
      <RadioGroup
        label={words.places}
        variant="segmented"
        options={[
          { value: 'all', label: words.all },
          { value: 'some', label: words.some },
        ]}
        value={allowedLocations === 'all' ? 'all' : 'some'}
        onChange={(choice) => setPlaces(choice === 'all' ? 'all' : [])}
      />
      {allowedLocations === 'all' ? null : (
        <fieldset className="s-accounts__choices s-accounts__choices--long">
          <legend>{words.some}</legend>
          {locations.map(({ locationID, address }) => (
            <Checkbox
              key={locationID}
              isSelected={allowedLocations.includes(locationID)}
              onChange={(isIn) => setPlaces(toggled(allowedLocations, locationID, isIn))}
            >
              {address.name}
            </Checkbox>
          ))}
          {errors.allowedLocations ? <p className="s-accounts__error">{errors.allowedLocations}</p> : null}
        </fieldset>
      )}
      <SelectField
        label={words.home}
        description={words.homeHint}
        errorMessage={errors.homeLocation}
        value={values.homeLocation ?? none}
        options={[
          { value: none, label: words.noHome },
          ...homes.map(({ locationID, address }) => ({ value: locationID, label: address.name })),
        ]}
        onChange={(choice) => onChange({ homeLocation: choice === none ? null : (choice as LocationID) })}
      />
    </div>
  )
}
