import { z } from 'zod'
import { memberIDSchema } from '../members/member.ts'
import { currencies } from '../values/money.ts'
import { instantSchema } from '../values/time-schemas.ts'

/** A card payment or refund that the processor has and a restored database lacks. */
export const restoredPaymentSchema = z.object({
  /** The processor's id of the payment or refund. */
  paymentID: z.string(),
  kind: z.enum(['payment', 'refund']),
  /** Decimal, above 0. */
  amount: z.number(),
  currency: z.enum(currencies),
  /** Brand and last four digits; empty for a refund. */
  card: z.string(),
  takenAt: instantSchema,
  /** The study that the payment names; null if it names none. The database may lack the study too. */
  studyID: z.string().nullable(),
  locationID: z.string().nullable(),
  /** The member of that study; null if the database lacks the study. */
  member: z.object({ patientID: memberIDSchema, name: z.string(), dob: z.string() }).nullable(),
  /** The time of the backup that was restored. */
  backupAt: instantSchema,
})
export type RestoredPayment = z.infer<typeof restoredPaymentSchema>

/** A note by finance on what was done about the payment, such as the transaction that was recorded. */
export const restoredPaymentNoteSchema = z.string().trim().min(1).max(500)
