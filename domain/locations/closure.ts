import { z } from 'zod'
import { machineIDSchema } from '../values/location-id.ts'
import { lineOfText } from '../values/plain-text.ts'
import { plainDateSchema } from '../values/time-schemas.ts'

export const closureKinds = ['holiday', 'half-day', 'service', 'break'] as const
export type ClosureKind = (typeof closureKinds)[number]

/** The maximum length of a closure in days; for a longer time, an administrator deactivates the location or machine. */
export const maxClosureDays = 400
/** The maximum number of weekly occurrences of one closure. */
const maxWeeks = 53

const closureIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a closure id')

/** A wall time at the location: `2026-12-25T00:00`. */
const wallTimeSchema = z
  .string()
  .max(16)
  .regex(/^20\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'must be a local date and time such as 2026-12-25T09:00')
  .refine((text) => plainDateSchema.safeParse(text.slice(0, 10)).success, 'must be a date that exists')

/**
 * A time in which a location, or one machine, takes no bookings, [from, to) on the location's clock. `weeks` is the
 * number of its weekly occurrences, on the same weekday: 1 means that it is not repeated.
 */
export const closureFieldsSchema = z.strictObject({
  /** Null closes the whole location. */
  machineID: machineIDSchema.nullable(),
  from: wallTimeSchema,
  to: wallTimeSchema,
  kind: z.enum(closureKinds),
  /** Shown to staff, such as `Christmas Day`. */
  reason: lineOfText(120),
  weeks: z.number().int().min(1).max(maxWeeks),
})
export type ClosureFields = z.infer<typeof closureFieldsSchema>

/** A closure with its id, as listed in a location's `closures`. Calendars use it. */
export const closureSchema = z.object({ closureID: closureIDSchema, ...closureFieldsSchema.shape })
export type Closure = z.infer<typeof closureSchema>
