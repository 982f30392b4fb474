import { z } from 'zod'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { eventIDSchema } from './machine-time.ts'

export const slotSelectionTypes = ['slot', 'manual'] as const

/** The place and time of an appointment, with the slot hold that secures it, if there is one. */
export const appointmentSchema = z.object({
  locationID: locationIDSchema,
  skuID: skuIDSchema,
  machineID: machineIDSchema,
  utcStart: instantSchema,
  slotSelectionType: z.enum(slotSelectionTypes),
  holdEventID: eventIDSchema.nullable(),
  /** Staff confirmed a manual time outside opening hours; absent if no confirmation was needed. Written to the log. */
  outsideHoursConfirmed: z.boolean().optional(),
})
export type Appointment = z.infer<typeof appointmentSchema>

/** The location and scan type, before a time is chosen. */
export const scanPlaceSchema = appointmentSchema.pick({ locationID: true, skuID: true })

/** A chosen time with the machines to try for it, in order. One of them becomes the appointment's machine. */
export const chosenTimeSchema = scanPlaceSchema.extend({
  utcStart: appointmentSchema.shape.utcStart,
  candidates: z.array(machineIDSchema).min(1).readonly(),
  slotSelectionType: appointmentSchema.shape.slotSelectionType,
})
export type ChosenTime = Readonly<z.infer<typeof chosenTimeSchema>>
