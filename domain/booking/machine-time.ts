import { z } from 'zod'
import { calendarIDSchema, locationIDSchema, machineIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

export const eventIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be an event id')
  .brand<'EventID'>()
/** The id of one entry on a machine's calendar: a study, a temporary hold or a slot hold. */
export type EventID = z.infer<typeof eventIDSchema>

export const machineTimeKinds = ['study', 'temporary-hold', 'slot-hold'] as const

/** A time range, [utcStart, utcEnd). */
export const stretchSchema = z.object({ utcStart: instantSchema, utcEnd: instantSchema })
export type Stretch = Readonly<z.infer<typeof stretchSchema>>

/**
 * A time range in which a machine is occupied, [utcStart, utcEnd). The two kinds of hold differ (decisions §5): a
 * `slot-hold` keeps a clicked slot for 10 minutes, and a `temporary-hold` keeps the time of a study booked without
 * payment for 48 hours.
 */
export const machineTimeSchema = z.object({
  eventID: eventIDSchema,
  locationID: locationIDSchema,
  machineID: machineIDSchema,
  calendarID: calendarIDSchema,
  ...stretchSchema.shape,
  kind: z.enum(machineTimeKinds),
  studyID: z.string().nullable(),
  /** The holder's name, shown at other workstations; null on self-service holds. */
  owner: z.object({ userID: z.string(), name: z.string() }).nullable(),
  /** When a hold expires; null for studies. */
  expiresAt: instantSchema.nullable(),
})
export type MachineTime = z.infer<typeof machineTimeSchema>

/** A slot hold as its owner receives it (booking spec §4 slot selection). */
export const slotHoldSchema = machineTimeSchema
  .pick({
    eventID: true,
    calendarID: true,
    machineID: true,
    utcStart: true,
    utcEnd: true,
  })
  .extend({ expiresAt: instantSchema })
export type SlotHold = z.infer<typeof slotHoldSchema>
