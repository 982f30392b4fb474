import { z } from 'zod'
import { parseZoneId, type ZoneId } from '../values/location-clock.ts'
import { calendarIDSchema, locationIDSchema, machineIDSchema, skuIDSchema } from '../values/location-id.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { addonSchema } from './addon.ts'
import { closureSchema } from './closure.ts'

/** The minutes for which a scan type occupies a machine: cleaning, scanning and blocked time (booking spec §3, §4). */
export const scanMinutesSchema = z.object({
  clean: z.number().int().min(0).max(240),
  scan: z.number().int().min(0).max(480),
  block: z.number().int().min(0).max(240),
})
export type ScanMinutes = z.infer<typeof scanMinutesSchema>

const machineSchema = z.object({
  machineID: machineIDSchema,
  name: z.string(),
  availableSKUs: z.array(skuIDSchema),
  calendar: calendarIDSchema,
  /** Keyed by the SKU's number as text. */
  defaultTimes: z.record(z.string(), scanMinutesSchema),
  /** If false, the machine takes no new bookings. Absent means true. */
  active: z.boolean().optional(),
})
export type Machine = z.infer<typeof machineSchema>

const openingTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** One weekday's opening hours, as wall times of the location. */
const openingHoursSchema = z.object({ open: openingTime, close: openingTime, openStatus: z.boolean() })
export type OpeningHours = z.infer<typeof openingHoursSchema>

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The hours of every weekday. */
export const hoursSchema = z.record(z.enum(weekdays), openingHoursSchema)

const addressSchema = z.object({
  name: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  postalCode: z.string(),
  state: z.string(),
  country: z.string(),
  lat: z.number(),
  long: z.number(),
})

/**
 * A scan that a location sells (booking spec §3, catalog.primary). The price is a decimal amount of the location's
 * currency.
 */
const catalogScanSchema = z.object({
  skuID: skuIDSchema,
  name: z.string(),
  price: decimalAmountSchema,
  scanTime: z.number().int(),
  cleaningTime: z.number().int(),
  extensions: z.array(z.string()),
  promos: z.array(z.string()),
  admin: z.boolean(),
  /**
   * The location no longer sells the scan. New bookings cannot choose the scan; existing bookings keep its name and
   * minutes.
   */
  withdrawn: z.literal(true).optional(),
})
export type CatalogScan = z.infer<typeof catalogScanSchema>

export const zoneIdSchema = z
  .string()
  .refine((text) => parseZoneId(text) !== undefined, 'must be an IANA time zone')
  .transform((text) => text as ZoneId)

export const locationTypes = ['clinic', 'whitelabel', 'partner'] as const

/** A clinic (booking spec §3 Location; study spec §3 adds calendlyUrl and referralRequired). */
export const locationSchema = z.object({
  locationID: locationIDSchema,
  address: addressSchema,
  currency: z.object({ currency: z.enum(currencies) }),
  timezone: zoneIdSchema,
  displayTimezone: z.string(),
  taxId: z.string(),
  /**
   * The tax rate, as a fraction of the price before tax; catalogue prices include the tax. Absent or 0 means exempt.
   */
  taxRate: z.number().optional(),
  machines: z.array(machineSchema),
  type: z.enum(locationTypes),
  active: z.boolean(),
  assistedBooking: z.boolean(),
  selfServiceBooking: z.boolean(),
  hours: hoursSchema,
  invoiceNumber: z.string(),
  invoicePayer: z.string(),
  /** The name in large type on papers, such as the company's. Absent or empty means the product's name. */
  paperName: z.string().optional(),
  /** The logo in place of the name on papers, as the base64 of a PNG. Absent or empty means none. */
  paperLogo: z.string().optional(),
  /** A line on every paper that the law requires, such as a registration. Absent or empty means none. */
  legalLine: z.string().optional(),
  contactInfo: z.object({ phone: z.string(), email: z.string() }),
  referralValue: decimalAmountSchema,
  referralRequired: z.boolean(),
  calendlyUrl: z.string().nullable(),
  /** The scheduling page of preferred consults. If it is absent or null, the page at `calendlyUrl` is used. */
  preferredConsultUrl: z.string().nullable().optional(),
  /**
   * The processor's id of this clinic's terminal location. If absent or empty, the back office looks for the terminal
   * location whose metadata at the processor has the clinic's `locationID`.
   */
  terminalLocation: z.string().optional(),
  detailedInvoice: z.boolean(),
  /** Whether faxes of this location begin with a cover sheet, unless the sender chooses otherwise. Absent means no. */
  faxCoverSheet: z.boolean().optional(),
  catalog: z.object({
    primary: z.array(catalogScanSchema),
    addons: z.array(addonSchema),
  }),
  externalLender: z.string().nullable(),
  /** Closures, except those that ended long ago; absent in locations that an earlier version of Atrium stored. */
  closures: z.array(closureSchema).optional(),
})
export type Location = z.infer<typeof locationSchema>
