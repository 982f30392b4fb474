import { z } from 'zod'
import type { Answers } from '../safety/question.ts'
import { lineOfText } from '../values/plain-text.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { isNoPharmacy, toPharmacyFields } from './pharmacy-answers.ts'

/** Sedative / prescription status values (study spec §4), as stored. */
export const sedativeStatuses = [
  'not requested',
  'pending',
  'prescribed',
  'ready-for-pharmacy',
  'sent',
  'ready',
  'cancelled',
] as const
export type SedativeStatus = (typeof sedativeStatuses)[number]

const text = z.string().max(200)
/**
 * The pharmacy to which the sedative is sent (study spec §3 sedative.preferredPharmacy). @internal Tests read what is
 * stored.
 */
export const pharmacySchema = z.object({
  name: text,
  address: text,
  address2: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
  phone_number: text,
  fax_number: text,
})
export type Pharmacy = z.infer<typeof pharmacySchema>

/** The fields of a prescription that a person types. */
export const prescriptionFieldsSchema = z.strictObject({
  /** Who prescribed the medicine: full name, and profession or licence number. */
  prescriber: lineOfText(120),
  medicine: lineOfText(200),
  directions: lineOfText(300),
  quantity: lineOfText(120),
})
export type PrescriptionFields = z.infer<typeof prescriptionFieldsSchema>

export const sedativeSchema = z.object({
  status: z.enum(sedativeStatuses),
  preferredPharmacy: pharmacySchema.nullable(),
  /**
   * The days of the location's calendar on which each step was reached; null if the step was not reached, or if the day
   * is unknown.
   */
  prescribedDate: plainDateSchema.nullable().default(null),
  sentDate: plainDateSchema.nullable().default(null),
  details: z.object({ pickupDate: plainDateSchema.nullable() }).default({ pickupDate: null }),
  /** The prescription as staff recorded it (study spec §3 practitioners.prescribing); null if none is recorded. */
  prescription: z
    .object({
      ...prescriptionFieldsSchema.shape,
      recordedAt: instantSchema.nullable(),
      recordedBy: z.string().nullable(),
    })
    .nullable()
    .default(null),
})
export type Sedative = z.infer<typeof sedativeSchema>

export const noSedative: Sedative = {
  status: 'not requested',
  preferredPharmacy: null,
  prescribedDate: null,
  sentDate: null,
  details: { pickupDate: null },
  prescription: null,
}

/**
 * Returns whether the answers ask for a prescription: the member is claustrophobic and wants a prescription for an oral
 * sedative (study spec §4).
 * @internal Tests check its cases directly.
 */
export const wantsSedative = (answers: Answers): boolean =>
  answers['Claustrophobic.Status'] === 'yes' && answers['Claustrophobic.OralSedativePrescription'] === 'yes'

/**
 * Returns the sedative after safety answers were saved (booking spec §4, study spec §4): Pending if they ask for a
 * prescription, otherwise Not Requested. A prescribed, sent or ready sedative keeps its status while it is still
 * wanted, so that saving the answers again does not reset it.
 */
export const decideSedative = (before: Sedative, answers: Answers): Sedative => {
  if (!wantsSedative(answers)) return noSedative
  const isUnderWay = before.status !== 'not requested' && before.status !== 'cancelled'
  const dates = isUnderWay ? before : noSedative
  return { ...dates, status: isUnderWay ? before.status : 'pending', preferredPharmacy: toPharmacy(answers) }
}

const toPharmacy = (answers: Answers): Pharmacy | null => {
  const pharmacy = toPharmacyFields(answers)
  return isNoPharmacy(pharmacy) ? null : pharmacy
}
