import { z } from 'zod'
import { appointmentSchema, scanPlaceSchema } from '#domain/booking/appointment.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'

const standingAppointmentSchema = scanPlaceSchema.extend({
  utcStart: appointmentSchema.shape.utcStart.nullable(),
  machineID: appointmentSchema.shape.machineID.nullable(),
})
/** Where a study stands, as far as two desks can move it. */
export type StandingAppointment = z.infer<typeof standingAppointmentSchema>

const suppressionSchema = z.object({ customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() })
/** Whether the member gets e-mail, and an invoice (study spec §2: suppressing is the opposite). */
export type Suppression = z.infer<typeof suppressionSchema>

/**
 * What is kept of Study Details in edit mode beside the chosen time, whose draft is the booking's, and the answers, which
 * have their own: what the desk began from and what it chose.
 */
export const detailsDraftSchema = z.object({
  /** Whether edit mode was open. */
  isOpen: z.boolean(),
  base: z.object({ appointment: standingAppointmentSchema, suppression: suppressionSchema }),
  suppression: suppressionSchema,
  savedAt: instantSchema,
})
export type DetailsDraft = z.infer<typeof detailsDraftSchema>

export const detailsDraftID = (studyID: StudyID): string => `study-details:${studyID}`

export const shownAppointmentOf = ({ locationID, skuID, booking }: Study): StandingAppointment => ({
  locationID,
  skuID,
  utcStart: booking?.utcStart ?? null,
  machineID: booking?.machineID ?? null,
})

export const suppressionOf = ({ status }: Study): Suppression => ({
  customerEmailAvailable: status.customerEmailAvailable,
  invoiceAvailable: status.invoiceAvailable,
})
