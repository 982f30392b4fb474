import { type PharmacyFieldName, pharmacyFieldNames } from '../people/pharmacy.ts'
import type { Answers } from '../safety/question.ts'

const prefix = 'Prescription.PreferredPharmacy'

/** The question that each field of a pharmacy answers (booking spec §3 Prescription). */
const questions: Readonly<Record<PharmacyFieldName, string>> = {
  name: `${prefix}Name`,
  address: `${prefix}Address1`,
  address2: `${prefix}Address2`,
  city: `${prefix}City`,
  state: `${prefix}State`,
  country: `${prefix}Country`,
  postalCode: `${prefix}PostalCode`,
  phone_number: `${prefix}PhoneNumber`,
  fax_number: `${prefix}FaxNumber`,
}

/** The first question about the pharmacy; the search of the directory is above it. */
export const firstPharmacyQuestion = questions.name

type PharmacyFields = Readonly<Record<PharmacyFieldName, string>>

/**
 * Returns an answer to each question about the pharmacy. A field that the pharmacy lacks gives an empty text, which
 * replaces the answer about another pharmacy.
 */
export const toPharmacyAnswers = (pharmacy: PharmacyFields): Answers =>
  Object.fromEntries(pharmacyFieldNames.map((name) => [questions[name], pharmacy[name]]))

/** Returns the pharmacy that the answers name; a question without an answer gives an empty text. */
export const toPharmacyFields = (answers: Answers): PharmacyFields => {
  const line = (name: PharmacyFieldName): string => {
    const value = answers[questions[name]]
    return typeof value === 'string' ? value : ''
  }
  return {
    name: line('name'),
    address: line('address'),
    address2: line('address2'),
    city: line('city'),
    state: line('state'),
    country: line('country'),
    postalCode: line('postalCode'),
    phone_number: line('phone_number'),
    fax_number: line('fax_number'),
  }
}

/** Returns whether no field of a pharmacy has a text. */
export const isNoPharmacy = (pharmacy: PharmacyFields): boolean =>
  pharmacyFieldNames.every((name) => pharmacy[name] === '')

export const noPharmacy: PharmacyFields = toPharmacyFields({})
