import { z } from 'zod'
import { appointmentSchema, scanPlaceSchema } from '#domain/booking/appointment.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'

const bookedAppointmentSchema = scanPlaceSchema.extend({
  utcStart: appointmentSchema.shape.utcStart.nullable(),
  machineID: appointmentSchema.shape.machineID.nullable(),
})
/** The part of a study's appointment that a move can change. */
export type BookedAppointment = z.infer<typeof bookedAppointmentSchema>

const suppressionSchema = z.object({ customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() })
/**
 * Whether the member receives email and an invoice. The specification names the opposite, suppressing them (study spec
 * §2).
 */
export type Suppression = z.infer<typeof suppressionSchema>

/**
 * Draft of Study Details in edit mode: the values from which the user started, and the suppression as the user set it.
 * The chosen appointment is in the booking draft, and the safety answers have a draft of their own.
 */
export const detailsDraftSchema = z.object({
  /** Whether edit mode was open. */
  isOpen: z.boolean(),
  base: z.object({ appointment: bookedAppointmentSchema, suppression: suppressionSchema }),
  suppression: suppressionSchema,
  savedAt: instantSchema,
})
export type DetailsDraft = z.infer<typeof detailsDraftSchema>

export const detailsDraftID = (studyID: StudyID): string => `study-details:${studyID}`

export const shownAppointmentOf = ({ locationID, skuID, booking }: Study): BookedAppointment => ({
  locationID,
  skuID,
  utcStart: booking?.utcStart ?? null,
  machineID: booking?.machineID ?? null,
})

export const suppressionOf = ({ status }: Study): Suppression => ({
  customerEmailAvailable: status.customerEmailAvailable,
  invoiceAvailable: status.invoiceAvailable,
})
