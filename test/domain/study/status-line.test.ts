import { describe, expect, it } from 'vitest'
import { nextActOf, nextStepOf, toStatusLine } from '#domain/study/status-line.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { aStudyWith } from './study-records.ts'

const clinic = { referralRequired: true }
const doctor = { practitioners: { ...noDetails.practitioners, primary: { practitionerID: 'p-1', locationID: null } } }

/** The flags of the progression, in the order in which they are set. */
const course = [
  'booked',
  'reminded',
  'referred',
  'medicalHistory',
  'paid',
  'checkin',
  'scanned',
  'read',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
]
const consents = { consent: true }
const signed = { ...doctor, memberConsentSigned: true, technologistConsentSigned: true }
const upTo = (count: number) =>
  aStudyWith(
    { booked: false, ...consents, ...Object.fromEntries(course.slice(0, count).map((flag) => [flag, true])) },
    signed,
  )
const labels = [
  'Booked',
  'Reminded',
  'Medical Referral',
  'Medical History',
  'Payment',
  'Checkin',
  'Imaging',
  'Reading',
  'Report QA',
  'Released To Member',
  'Released To Doctor',
]

describe('toStatusLine', () => {
  it('has the steps of the spec in its order', () => {
    expect(toStatusLine(upTo(0), clinic).map(({ label }) => label)).toEqual(labels)
  })

  it.each(labels.map((label, done) => [label, done] as const))('has the next step %s after %i steps', (label, done) => {
    const line = toStatusLine(upTo(done), clinic)
    expect(line.filter(({ isDone }) => isDone)).toHaveLength(done)
    expect(line.filter(({ isNext }) => isNext).map((step) => step.label)).toEqual([label])
  })

  it('has no next step when all steps are done', () => {
    const line = toStatusLine(upTo(course.length), clinic)
    expect(line.every(({ isDone, isNext }) => isDone && !isNext)).toBe(true)
  })

  it('shows the reading step as done, but without the badge’s note, when the report is read or published', () => {
    const published = { published: true, publishedTime: '2026-11-25T17:00:00Z' }
    const step = toStatusLine(aStudyWith(published), clinic).find(({ key }) => key === 'reading')
    expect(step).toMatchObject({ label: 'Reading', isDone: true, time: '2026-11-25T17:00:00Z', note: null })
  })

  it('skips the reminder of a member who is checked in', () => {
    const line = toStatusLine(aStudyWith({ checkin: true }), clinic)
    expect(line.find(({ isNext }) => isNext)?.key).toBe('referral')
    expect(line.find(({ key }) => key === 'reminded')).toMatchObject({ isDone: false, isNext: false })
  })

  it('has the reading as the next step after the scan, and leaves open the earlier steps that were not done', () => {
    const line = toStatusLine(aStudyWith({ scanned: true }), clinic)
    expect(line.find(({ isNext }) => isNext)?.key).toBe('reading')
    expect(line.filter(({ isDone }) => !isDone).map(({ key }) => key)).toContain('payment')
  })

  it('skips the release to a doctor if no practitioner is named', () => {
    const flags = Object.fromEntries(course.slice(0, -1).map((flag) => [flag, true]))
    expect(toStatusLine(aStudyWith(flags), clinic).some(({ isNext }) => isNext)).toBe(false)
  })

  it('has no next step on a cancelled study', () => {
    expect(toStatusLine(aStudyWith({ cancelled: true }), clinic).some(({ isNext }) => isNext)).toBe(false)
  })

  it('shows a payment by invoice as done, with a note until the invoice is paid', () => {
    const payment = (invoiceStep: 'none' | 'issued' | 'paid') =>
      toStatusLine({ ...aStudyWith({ paid: true }), invoiceStep }, clinic).find(({ key }) => key === 'payment')
    expect(payment('issued')).toMatchObject({ isDone: true, note: 'Billed, invoice outstanding' })
    expect(payment('paid')?.note).toBeNull()
    expect(payment('none')?.note).toBeNull()
  })
})

describe('nextActOf', () => {
  it.each([
    ['Booked', 0, null],
    ['Reminded', 1, 'reminded'],
    ['Medical Referral', 2, 'referred'],
    ['Medical History', 3, 'medicalHistory'],
    ['Payment', 4, null],
    ['Checkin', 5, 'checkin'],
    ['Imaging', 6, 'scanned'],
    ['Reading', 7, 'read'],
    ['Report QA', 8, 'reportQADone'],
    ['Released To Member', 9, null],
    ['Released To Doctor', 10, null],
  ] as const)('of %s, after %i steps, is %s', (label, count, act) => {
    expect(toStatusLine(upTo(count), clinic).find(({ isNext }) => isNext)?.label).toBe(label)
    expect(nextActOf(upTo(count), clinic)).toBe(act)
  })

  it('is the consent if a medical history has arrived without it', () => {
    const flags = { booked: true, reminded: true, referred: true, medicalHistory: true }
    expect(nextActOf(aStudyWith(flags, doctor), clinic)).toBe('consent')
  })

  it('is null, like the next step, on a cancelled study and on a study with all steps done', () => {
    for (const study of [aStudyWith({ cancelled: true }), upTo(course.length)]) {
      expect(nextStepOf(study, clinic)).toBeNull()
      expect(nextActOf(study, clinic)).toBeNull()
    }
  })
})
