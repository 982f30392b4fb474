import { describe, expect, it } from 'vitest'
import { answerWords } from '#domain/safety/answer-words.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

describe('answer words', () => {
  it.each([
    ['MedicalMetal.Heart.Surgery', 'no', 'No heart surgery'],
    ['MedicalMetal.Heart.Surgery', 'yes', 'Has had heart surgery'],
    ['MedicalMetal.Heart.Type', ['Stent', 'Other'], 'Stent; Other'],
    ['GlucoseMonitor.Status', 'yes', 'Yes'],
    ['COVIDVaccine.Recent', '2026-09-05', '05 Sep 2026'],
    ['COVIDVaccine.Recent', '2026-9', '2026-9'],
    ['Medications.Types', ' as typed ', ' as typed '],
    ['MedicalMetal.Heart.Surgery', 'an option since dropped', 'an option since dropped'],
    ['Prescription.PreferredPharmacyPhoneNumber', '416-555-0101', '+1 416 555 0101'],
    ['Prescription.PatientHealthNumber', '4165550101', '4165550101'],
    ['Medications.Types', ['one', 'other'], 'one; other'],
  ])('show %s, answered %j, as %s', (field, value, words) => {
    const question = askedQuestions(safetyQuestionnaire).find((each) => each.field === field)
    if (question === undefined) throw new Error(`${field} is not asked`)
    expect(answerWords(question, value)).toBe(words)
  })
})
