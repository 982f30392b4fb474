import { expect, it } from 'vitest'
import { pharmacyFieldNames } from '#domain/people/pharmacy.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import {
  firstPharmacyQuestion,
  isNoPharmacy,
  noPharmacy,
  toPharmacyAnswers,
  toPharmacyFields,
} from '#domain/study/pharmacy-answers.ts'

const pharmacy = {
  ...{ name: 'Harbour Pharmacy', address: '18 Harbour Street', address2: 'Unit 2', city: 'Vancouver', state: 'BC' },
  ...{ country: 'Canada', postalCode: 'V6C 2T6', phone_number: '+1 604 555 0110', fax_number: '+1 604 555 0210' },
}

it('toPharmacyAnswers answers exactly the nine questions about the pharmacy, in their order', () => {
  const asked = askedQuestions(safetyQuestionnaire).map(({ field }) => field)
  const fields = asked.filter((field) => field.includes('PreferredPharmacy'))
  expect(Object.keys(toPharmacyAnswers(pharmacy))).toEqual(fields)
  expect(fields).toHaveLength(pharmacyFieldNames.length)
  expect(fields[0]).toBe(firstPharmacyQuestion)
})

it('toPharmacyFields reads these answers back; a field that the pharmacy lacks is an empty text', () => {
  expect(toPharmacyFields(toPharmacyAnswers(pharmacy))).toEqual(pharmacy)
  expect(new Set(Object.values(toPharmacyAnswers(noPharmacy)))).toEqual(new Set(['']))
  expect(toPharmacyFields({ [firstPharmacyQuestion]: 'Harbour' })).toEqual({ ...noPharmacy, name: 'Harbour' })
})

it('isNoPharmacy is true only if no field has a text', () => {
  expect([isNoPharmacy(noPharmacy), isNoPharmacy({ ...noPharmacy, city: 'Burnaby' })]).toEqual([true, false])
})
