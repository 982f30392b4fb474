import { z } from 'zod'
import { type Instant, minutesBetween } from '../values/instant.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '../values/location-id.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import { closedTimesOf } from './closed-times.ts'
import { type ClosureFields, closureSchema, maxClosureDays } from './closure.ts'
import {
  hoursSchema,
  type Location,
  locationSchema,
  locationTypes,
  scanMinutesSchema,
  weekdays,
  zoneIdSchema,
} from './location.ts'
import { locationFieldWords as words } from './location-words.ts'
import { paperLogoSchema } from './paper-logo.ts'

/** The countries of clinics, by the first part of a location's id. */
export const clinicCountries = { ca: 'Canada', us: 'United States' } as const
export type ClinicCountry = keyof typeof clinicCountries
export const clinicCountryCodes = ['ca', 'us'] as const satisfies readonly ClinicCountry[]

/** The URL of a scheduling page: an https address or, in the demo, a path of the simulated scheduling service. */
const schedulingUrl = z
  .string()
  .max(500)
  .refine((text) => /^\/calendly\/[\w-]+$/.test(text) || /^https:\/\/[\w.-]+(:\d{1,5})?(\/\S*)?$/.test(text), words.url)

const amount = decimalAmountSchema.refine((value) => value >= 0, 'must not be negative')

/**
 * The fields of a location that an administrator can change. The id, country and state are fixed once the location is
 * created. Catalogue, machines and closures have their own calls.
 */
export const locationFieldsSchema = z.strictObject({
  address: z.strictObject({
    name: lineOfText(80),
    address: lineOfText(200),
    address2: optionalLineOfText(200),
    city: lineOfText(100),
    postalCode: lineOfText(20),
    lat: z.number().min(-90).max(90),
    long: z.number().min(-180).max(180),
  }),
  currency: z.enum(currencies),
  timezone: zoneIdSchema,
  displayTimezone: lineOfText(80),
  hours: hoursSchema,
  taxId: optionalLineOfText(60),
  /** The tax rate, as a fraction of the price before tax: 0.05 is 5 percent. 0 means exempt. */
  taxRate: z.number().min(0).max(0.5),
  type: z.enum(locationTypes),
  active: z.boolean(),
  assistedBooking: z.boolean(),
  selfServiceBooking: z.boolean(),
  referralRequired: z.boolean(),
  detailedInvoice: z.boolean(),
  faxCoverSheet: z.boolean().default(false),
  referralValue: amount,
  invoiceNumber: optionalLineOfText(40),
  invoicePayer: optionalLineOfText(120),
  paperName: optionalLineOfText(60).default(''),
  /** If absent, the stored logo stays: an earlier version of Atrium sends none. */
  paperLogo: paperLogoSchema.optional(),
  legalLine: optionalLineOfText(160).default(''),
  phone: optionalLineOfText(40),
  email: z.union([z.literal(''), z.email().max(254)]),
  calendlyUrl: schedulingUrl.nullable(),
  preferredConsultUrl: schedulingUrl.nullable(),
  terminalLocation: optionalLineOfText(80),
  externalLender: optionalLineOfText(80).nullable(),
})
export type LocationFields = z.infer<typeof locationFieldsSchema>

/**
 * The country and state of a new location. Its id is the country and the state in lower case, then the next number:
 * `ca-bc-3`.
 */
export const newLocationFields = {
  country: z.enum(clinicCountryCodes),
  state: z.string().regex(/^[A-Z]{2}$/, 'must be the two capital letters of a state or province'),
}

/** The fields of a machine that an administrator enters. */
export const machineFieldsSchema = z.strictObject({
  name: lineOfText(60),
  /** The scan types that the machine supports. If `minutes` is null, the catalogue's minutes apply. */
  scans: z
    .array(z.strictObject({ skuID: skuIDSchema, minutes: scanMinutesSchema.nullable() }))
    .max(100)
    .readonly(),
  active: z.boolean(),
})
export type MachineFields = z.infer<typeof machineFieldsSchema>

/** A location as administrators read it, with the version for the optimistic lock. */
export const administeredLocationSchema = z.object({
  location: locationSchema,
  version: z.number().int(),
})
export type AdministeredLocation = z.infer<typeof administeredLocationSchema>

/**
 * A booked study in a list for administrators. A list contains either the studies for which a change or closure must
 * wait, or the studies that keep their time during a closure.
 */
export const bookedStudySchema = z.object({
  studyID: z.string(),
  name: z.string(),
  dob: z.string(),
  machineID: machineIDSchema,
  utcStart: z.string(),
  utcEnd: z.string(),
})
export type BookedStudy = z.infer<typeof bookedStudySchema>

/** A closure is `pending` until every booked study inside the closure is moved, cancelled or kept. */
const closureStates = ['pending', 'in-force', 'over', 'withdrawn'] as const
export type ClosureState = (typeof closureStates)[number]

/** A closure as administrators read it. */
export const administeredClosureSchema = z.object({
  ...closureSchema.shape,
  locationID: locationIDSchema,
  version: z.number().int(),
  state: z.enum(closureStates),
  createdBy: z.string(),
  conflicts: z.array(bookedStudySchema),
  /** Booked studies that keep their time during the closure, with the person who decided this and the reason. */
  kept: z.array(z.object({ study: bookedStudySchema, reason: z.string(), by: z.string() })),
})
export type AdministeredClosure = z.infer<typeof administeredClosureSchema>

type Problems = Readonly<Record<string, string>>

/** Returns the problems in a location's fields that the schema cannot find, by field path. */
export const checkLocationFields = ({ hours }: Pick<LocationFields, 'hours'>): Problems =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const { open, close, openStatus } = hours[day]
      return openStatus && close <= open ? [[`fields.hours.${day}`, words.hours]] : []
    }),
  )

/** Returns the problems of a machine's fields. */
export const checkMachineFields = ({ scans }: Pick<MachineFields, 'scans'>): Problems => {
  const problems: Record<string, string> = {}
  const seen = new Set<number>()
  for (const [index, { skuID, minutes }] of scans.entries()) {
    if (seen.has(skuID)) problems[`machine.scans.${index}.skuID`] = words.skuTwice
    seen.add(skuID)
    if (minutes !== null && minutes.clean + minutes.scan + minutes.block === 0) {
      problems[`machine.scans.${index}.minutes`] = words.noMinutes
    }
  }
  return problems
}

/** Returns the problems of a closure at a location. A closure that is wholly over is refused. */
export const checkClosureFields = (fields: ClosureFields, location: Location, now: Instant): Problems => {
  if (fields.machineID !== null && !location.machines.some(({ machineID }) => machineID === fields.machineID)) {
    return { 'closure.machineID': words.machineUnknown }
  }
  if (fields.to <= fields.from) return { 'closure.to': words.closureEnd }
  const times = closedTimesOf({ ...fields, closureID: '' }, location.timezone)
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return { 'closure.to': words.closureEnd }
  const minutes = minutesBetween(first.from, first.to)
  if (minutes > maxClosureDays * 1440) return { 'closure.to': words.closureLong }
  if (fields.weeks > 1 && minutes >= 7 * 1440) return { 'closure.weeks': words.weeksLong }
  return last.to <= now ? { 'closure.to': words.closureOver } : {}
}

/** Returns the location with the entered fields; its other fields do not change. */
export const withLocationFields = (location: Location, fields: LocationFields): Location => {
  const { address, currency, phone, email, ...rest } = fields
  return {
    ...location,
    ...rest,
    address: { ...location.address, ...address },
    currency: { currency },
    contactInfo: { phone, email },
  }
}

/** Returns the fields of a location, for the form that changes them. */
export const toLocationFields = (location: Location): LocationFields => {
  const { name, address, address2, city, postalCode, lat, long } = location.address
  return {
    address: { name, address, address2, city, postalCode, lat, long },
    currency: location.currency.currency,
    timezone: location.timezone,
    displayTimezone: location.displayTimezone,
    hours: location.hours,
    taxId: location.taxId,
    taxRate: location.taxRate ?? 0,
    type: location.type,
    active: location.active,
    assistedBooking: location.assistedBooking,
    selfServiceBooking: location.selfServiceBooking,
    referralRequired: location.referralRequired,
    detailedInvoice: location.detailedInvoice,
    faxCoverSheet: location.faxCoverSheet ?? false,
    referralValue: location.referralValue,
    invoiceNumber: location.invoiceNumber,
    invoicePayer: location.invoicePayer,
    paperName: location.paperName ?? '',
    paperLogo: location.paperLogo ?? '',
    legalLine: location.legalLine ?? '',
    phone: location.contactInfo.phone,
    email: location.contactInfo.email,
    calendlyUrl: location.calendlyUrl,
    preferredConsultUrl: location.preferredConsultUrl ?? null,
    terminalLocation: location.terminalLocation ?? '',
    externalLender: location.externalLender,
  }
}
