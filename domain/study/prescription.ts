import type { Instant } from '../values/instant.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { PrescriptionFields, Sedative } from './sedative.ts'
import { setSedativeStatus } from './sedative-dates.ts'

const words = {
  cancelledStudy: 'This appointment has been cancelled.',
  notRequested: 'No sedative has been requested for this study.',
  cancelled: 'The prescription has been cancelled.',
  atPharmacy: 'The pharmacy has this prescription. Cancel it before you record another one.',
}

/**
 * Returns why a prescription cannot be recorded or corrected now, in words; null if it can. A prescription can be
 * corrected until it is sent to the pharmacy. After that, a missing prescription can still be recorded, but a recorded
 * one can no longer be changed.
 */
export const prescriptionReason = (sedative: Sedative, status: { readonly cancelled: boolean }): string | null => {
  if (status.cancelled) return words.cancelledStudy
  if (sedative.status === 'not requested') return words.notRequested
  if (sedative.status === 'cancelled') return words.cancelled
  const isAtPharmacy = sedative.status === 'sent' || sedative.status === 'ready'
  return isAtPharmacy && sedative.prescription !== null ? words.atPharmacy : null
}

/** Returns the typed fields of a sedative's prescription; null if none is recorded. */
export const prescriptionFieldsOf = ({ prescription }: Pick<Sedative, 'prescription'>): PrescriptionFields | null => {
  if (prescription === null) return null
  const { prescriber, medicine, directions, quantity } = prescription
  return { prescriber, medicine, directions, quantity }
}

/** Returns the sedative with a recorded prescription. A sedative that was only requested becomes prescribed `today`. */
export const withPrescription = (
  before: Sedative,
  fields: PrescriptionFields,
  record: { readonly at: Instant; readonly by: string; readonly today: PlainDate },
): Sedative => ({
  ...(before.status === 'pending' ? setSedativeStatus(before, 'prescribed', record.today) : before),
  prescription: { ...fields, recordedAt: record.at, recordedBy: record.by },
})
