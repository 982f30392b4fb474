import { type Location, weekdays } from '#domain/locations/location.ts'
import {
  type ClinicCountry,
  checkLocationFields,
  type LocationFields,
  locationFieldsSchema,
  newLocationFields,
  toLocationFields,
} from '#domain/locations/location-draft.ts'
import { locationFormWords as words } from './location-form-words.ts'
import { parseTypedClock, toTypedClock } from './typed-clock.ts'

/** The fields of the form that are typed as text. */
const locationTexts = [
  'name',
  'address',
  'address2',
  'city',
  'postalCode',
  'state',
  'lat',
  'long',
  'phone',
  'email',
  'timezone',
  'displayTimezone',
  'taxId',
  'taxPercent',
  'referralValue',
  'invoiceNumber',
  'invoicePayer',
  'paperName',
  'legalLine',
  'calendlyUrl',
  'preferredConsultUrl',
  'terminalLocation',
  'externalLender',
] as const
export type LocationText = (typeof locationTexts)[number]

export const locationFlags = [
  'active',
  'assistedBooking',
  'selfServiceBooking',
  'referralRequired',
  'detailedInvoice',
  'faxCoverSheet',
] as const
type LocationFlag = (typeof locationFlags)[number]

/** The form of a location: the typed text, before validation. */
export type LocationForm = {
  readonly country: ClinicCountry
  readonly texts: Readonly<Record<LocationText, string>>
  readonly flags: Readonly<Record<LocationFlag, boolean>>
  readonly currency: LocationFields['currency']
  readonly type: LocationFields['type']
  /** The base64 of a PNG; empty for none. */
  readonly paperLogo: string
  /** The times as typed, such as `08:00am`. */
  readonly hours: LocationFields['hours']
}

const mapHours = (hours: LocationFields['hours'], change: (time: string) => string): LocationFields['hours'] =>
  Object.fromEntries(
    weekdays.map((day) => {
      const { open, close, openStatus } = hours[day]
      return [day, { open: change(open), close: change(close), openStatus }]
    }),
  ) as LocationFields['hours']

/** The server's field path of each text field, to show the server's errors at that field. */
const pathOf: Readonly<Record<LocationText, string>> = {
  name: 'fields.address.name',
  address: 'fields.address.address',
  address2: 'fields.address.address2',
  city: 'fields.address.city',
  postalCode: 'fields.address.postalCode',
  state: 'state',
  lat: 'fields.address.lat',
  long: 'fields.address.long',
  phone: 'fields.phone',
  email: 'fields.email',
  timezone: 'fields.timezone',
  displayTimezone: 'fields.displayTimezone',
  taxId: 'fields.taxId',
  taxPercent: 'fields.taxRate',
  referralValue: 'fields.referralValue',
  invoiceNumber: 'fields.invoiceNumber',
  invoicePayer: 'fields.invoicePayer',
  paperName: 'fields.paperName',
  legalLine: 'fields.legalLine',
  calendlyUrl: 'fields.calendlyUrl',
  preferredConsultUrl: 'fields.preferredConsultUrl',
  terminalLocation: 'fields.terminalLocation',
  externalLender: 'fields.externalLender',
}

const requiredTexts: ReadonlySet<LocationText> = new Set([
  'name',
  'address',
  'city',
  'postalCode',
  'lat',
  'long',
  'timezone',
  'displayTimezone',
])
export const isRequiredText = (text: LocationText): boolean => requiredTexts.has(text)

/** Rounds away the floating-point error of a rate or a percentage. */
const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

/** Returns the form of a saved location. */
export const toLocationForm = (location: Location): LocationForm => {
  const fields = toLocationFields(location)
  const { address } = fields
  return {
    country: location.locationID.startsWith('us-') ? 'us' : 'ca',
    currency: fields.currency,
    type: fields.type,
    paperLogo: fields.paperLogo ?? '',
    hours: mapHours(fields.hours, toTypedClock),
    flags: {
      active: fields.active,
      assistedBooking: fields.assistedBooking,
      selfServiceBooking: fields.selfServiceBooking,
      referralRequired: fields.referralRequired,
      detailedInvoice: fields.detailedInvoice,
      faxCoverSheet: fields.faxCoverSheet,
    },
    texts: {
      ...address,
      lat: String(address.lat),
      long: String(address.long),
      state: location.address.state,
      phone: fields.phone,
      email: fields.email,
      timezone: fields.timezone,
      displayTimezone: fields.displayTimezone,
      taxId: fields.taxId,
      taxPercent: String(rounded(fields.taxRate * 100)),
      referralValue: String(fields.referralValue),
      invoiceNumber: fields.invoiceNumber,
      invoicePayer: fields.invoicePayer,
      paperName: fields.paperName,
      legalLine: fields.legalLine,
      calendlyUrl: fields.calendlyUrl ?? '',
      preferredConsultUrl: fields.preferredConsultUrl ?? '',
      terminalLocation: fields.terminalLocation,
      externalLender: fields.externalLender ?? '',
    },
  }
}

const openHours = { open: toTypedClock('08:00'), close: toTypedClock('18:00'), openStatus: true }

/** The form of a new location: active, open for assisted booking, open from Monday to Friday, and exempt from tax. */
export const newLocationForm = (): LocationForm => ({
  country: 'ca',
  currency: 'CAD',
  type: 'clinic',
  paperLogo: '',
  hours: Object.fromEntries(
    weekdays.map((day) => [day, { ...openHours, openStatus: day !== 'saturday' && day !== 'sunday' }]),
  ) as LocationForm['hours'],
  flags: {
    active: true,
    assistedBooking: true,
    selfServiceBooking: false,
    referralRequired: false,
    detailedInvoice: false,
    faxCoverSheet: true,
  },
  texts: {
    ...(Object.fromEntries(locationTexts.map((text) => [text, ''])) as LocationForm['texts']),
    taxPercent: '0',
    referralValue: '0',
  },
})

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** Returns the fields of a form, or its problems by text field or weekday. */
export const parseLocationForm = (
  form: LocationForm,
  isNew: boolean,
): { readonly fields: LocationFields } | { readonly problems: Readonly<Record<string, string>> } => {
  const { texts } = form
  const candidate = {
    address: {
      name: texts.name,
      address: texts.address,
      address2: texts.address2,
      city: texts.city,
      postalCode: texts.postalCode,
      lat: toNumber(texts.lat),
      long: toNumber(texts.long),
    },
    currency: form.currency,
    timezone: texts.timezone.trim(),
    displayTimezone: texts.displayTimezone,
    hours: mapHours(form.hours, (typed) => parseTypedClock(typed) ?? typed),
    taxId: texts.taxId,
    taxRate: rounded(toNumber(texts.taxPercent) / 100),
    type: form.type,
    ...form.flags,
    referralValue: toNumber(texts.referralValue),
    invoiceNumber: texts.invoiceNumber,
    invoicePayer: texts.invoicePayer,
    paperName: texts.paperName,
    paperLogo: form.paperLogo,
    legalLine: texts.legalLine,
    phone: texts.phone,
    email: texts.email.trim(),
    calendlyUrl: texts.calendlyUrl.trim() || null,
    preferredConsultUrl: texts.preferredConsultUrl.trim() || null,
    terminalLocation: texts.terminalLocation,
    externalLender: texts.externalLender.trim() || null,
  }
  const parsed = locationFieldsSchema.safeParse(candidate)
  const found = parsed.success
    ? checkLocationFields(parsed.data)
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [['fields', ...path].join('.'), message]))
  const state = isNew ? newLocationFields.state.safeParse(texts.state) : undefined
  const problems = problemsByField({
    ...found,
    ...(state === undefined || state.success ? {} : { state: state.error.issues[0]?.message ?? '' }),
  })
  for (const text of requiredTexts) if (texts[text].trim() === '') problems[text] = words.required
  return parsed.success && Object.keys(problems).length === 0 ? { fields: parsed.data } : { problems }
}

const capitalised = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Maps each problem from its field path to the text field or weekday at which the form shows it. */
export const problemsByField = (byPath: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(byPath).map(([path, message]) => {
      const text = locationTexts.find((each) => pathOf[each] === path)
      if (text === 'lat' || text === 'long' || text === 'referralValue') return [text, words.number]
      if (text === 'taxPercent') return [text, words.percent]
      if (path === 'fields.paperLogo') return ['paperLogo', capitalised(message)]
      if (path.startsWith('fields.hours.') && !path.endsWith('day'))
        return [path.split('.').slice(1, 3).join('.'), words.clock]
      return [text ?? path.replace(/^fields\.hours\.([a-z]+).*$/, 'hours.$1'), capitalised(message)]
    }),
  )

/** Returns the values that differ between two forms, as the conflict shows them. */
export const differences = (
  mine: LocationForm,
  saved: LocationForm,
): readonly { readonly field: string; readonly mine: string; readonly saved: string }[] => {
  const lines: { field: string; mine: string; saved: string }[] = []
  const add = (field: string, a: string, b: string): void => {
    if (a !== b) lines.push({ field, mine: a, saved: b })
  }
  for (const text of locationTexts) add(words.texts[text], mine.texts[text], saved.texts[text])
  for (const flag of locationFlags)
    add(words.flags[flag], words.isSet(mine.flags[flag]), words.isSet(saved.flags[flag]))
  add(words.currency, mine.currency, saved.currency)
  add(words.type, words.types[mine.type], words.types[saved.type])
  if (mine.paperLogo !== saved.paperLogo) {
    const [a, b] = [words.logo.isSet(mine.paperLogo), words.logo.isSet(saved.paperLogo)]
    lines.push({ field: words.logo.label, mine: a, saved: a === b ? words.logo.other : b })
  }
  for (const day of weekdays) {
    const [a, b] = [mine.hours[day], saved.hours[day]]
    add(words.weekdays[day], words.hoursOf(a), words.hoursOf(b))
  }
  return lines
}
