import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { applyAnswer, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import {
  decideSedative,
  noSedative,
  pharmacySchema,
  type Sedative,
  type SedativeStatus,
  sedativeSchema,
  sedativeStatuses,
  wantsSedative,
} from '#domain/study/sedative.ts'
import { everythingToReport, nothingToReport } from '../../fixtures/questionnaire/written-answers.ts'

const wanted: Answers = {
  ...nothingToReport,
  'Claustrophobic.Status': 'yes',
  'Claustrophobic.OralSedative': 'yes',
  'Claustrophobic.OralSedativePrescription': 'yes',
}
const pharmacy = {
  name: 'Maple Pharmacy',
  address: '12 Elm Street',
  address2: 'Unit 3',
  city: 'Toronto',
  state: 'ON',
  country: 'Canada',
  postalCode: 'M5V 2T6',
  phone_number: '416-555-0101',
  fax_number: '416-555-0102',
}

describe('wantsSedative (study spec §4: claustrophobic is yes and oral sedative prescription is yes)', () => {
  const row = (status: string | null, prescription: string | null): Answers => ({
    ...(status !== null && { 'Claustrophobic.Status': status }),
    ...(prescription !== null && { 'Claustrophobic.OralSedativePrescription': prescription }),
  })

  it.each([
    ['yes', 'yes', true],
    ['yes', 'no', false],
    ['yes', null, false],
    ['no', 'yes', false],
    ['no', 'no', false],
    [null, 'yes', false],
    [null, null, false],
  ])('claustrophobic %s, prescription %s: %s', (status, prescription, wants) => {
    expect(wantsSedative(row(status, prescription))).toBe(wants)
  })
})

describe('decideSedative', () => {
  const sedativeWith = (status: SedativeStatus): Sedative => ({ ...noSedative, status })

  it('uses exactly the statuses of the study spec', () => {
    expect([...sedativeStatuses].sort()).toEqual(
      ['ready', 'sent', 'prescribed', 'pending', 'not requested', 'ready-for-pharmacy', 'cancelled'].sort(),
    )
  })

  it.each<[from: SedativeStatus, to: SedativeStatus]>([
    ['not requested', 'pending'],
    ['cancelled', 'pending'],
    ['pending', 'pending'],
    ['prescribed', 'prescribed'],
    ['ready-for-pharmacy', 'ready-for-pharmacy'],
    ['sent', 'sent'],
    ['ready', 'ready'],
  ])('turns %s into %s when the answers ask for a prescription', (from, to) => {
    expect(decideSedative(sedativeWith(from), wanted).status).toBe(to)
  })

  it.each(sedativeStatuses)(
    'if no prescription is requested, turns %s into “not requested” and removes the pharmacy',
    (from) => {
      const known = { ...noSedative, status: from, preferredPharmacy: pharmacy }
      expect(decideSedative(known, nothingToReport)).toEqual(noSedative)
      expect(decideSedative(known, {})).toEqual(noSedative)
      expect(decideSedative(known, { ...wanted, 'Claustrophobic.OralSedativePrescription': 'no' })).toEqual(noSedative)
    },
  )

  it('copies the pharmacy from the answers, line by line', () => {
    expect(decideSedative(noSedative, everythingToReport)).toEqual({
      ...noSedative,
      status: 'pending',
      preferredPharmacy: pharmacy,
    })
  })

  it('keeps a pharmacy of which only one line is known, and returns null if no line is known', () => {
    const phone = { ...wanted, 'Prescription.PreferredPharmacyPhoneNumber': '416-555-0101' }
    const empty = Object.fromEntries(Object.keys(pharmacy).map((line) => [line, '']))
    expect(decideSedative(noSedative, phone).preferredPharmacy).toEqual({ ...empty, phone_number: '416-555-0101' })
    expect(decideSedative(noSedative, wanted).preferredPharmacy).toBeNull()
  })

  it('does not treat the health number as a pharmacy', () => {
    const number = { ...wanted, 'Prescription.PatientHealthNumber': '1234-567-897' }
    expect(decideSedative(noSedative, number).preferredPharmacy).toBeNull()
  })

  it('updates a pharmacy that changes while the sedative is in progress', () => {
    const sent: Sedative = { ...noSedative, status: 'sent', preferredPharmacy: pharmacy }
    const moved = { ...everythingToReport, 'Prescription.PreferredPharmacyName': 'Birch Pharmacy' }
    expect(decideSedative(sent, moved)).toEqual({
      ...sent,
      preferredPharmacy: { ...pharmacy, name: 'Birch Pharmacy' },
    })
  })

  it('ends the request when the prescription or any answer above it becomes no', () => {
    for (const field of [
      'Claustrophobic.Status',
      'Claustrophobic.OralSedative',
      'Claustrophobic.OralSedativePrescription',
    ]) {
      const after = applyAnswer(safetyQuestionnaire, {}, everythingToReport, field, 'no')
      expect(decideSedative({ ...noSedative, status: 'pending', preferredPharmacy: pharmacy }, after), field).toEqual(
        noSedative,
      )
    }
  })

  it('does not change when the same answers are saved again, and always matches its schema', () => {
    for (const answers of [wanted, nothingToReport, evaluate(safetyQuestionnaire, {}, everythingToReport).answers]) {
      for (const status of sedativeStatuses) {
        const once = decideSedative(sedativeWith(status), answers)
        expect(decideSedative(once, answers)).toEqual(once)
        expect(sedativeSchema.parse(once)).toEqual(once)
      }
    }
  })

  it('accepts the longest lines of the form', () => {
    const longest = Object.fromEntries(Object.keys(pharmacy).map((line) => [line, 'x'.repeat(200)]))
    expect(pharmacySchema.safeParse(longest).success).toBe(true)
  })
})
