import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, type SafetyCase, toSignOffBasis } from '#domain/safety/safety-assessment.ts'
import type { SignOff } from '#domain/safety/safety-record.ts'
import { describeMove, describeSafetyMove, type MoveTarget } from '#domain/study/move-consequences.ts'
import type { Instant } from '#domain/values/instant.ts'
import { machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'

const here = aLocation()
const target = (overrides: Partial<MoveTarget> = {}): MoveTarget => ({
  location: here,
  skuID: skuIDSchema.parse(300),
  machineID: machineIDSchema.parse('ca-bc-1-m1'),
  utcStart: '2026-11-24T16:40:00Z' as Instant,
  ...overrides,
})
const kinds = (overrides: Partial<MoveTarget>, study = aStudy()) =>
  describeMove(study, here, target(overrides)).map((line) => line.kind)

describe('describeMove', () => {
  it('lists nothing when nothing changes', () => {
    expect(kinds({})).toEqual([])
  })
  it('names both times on the clock of their location', () => {
    const [line] = describeMove(aStudy(), here, target({ utcStart: '2026-12-15T19:00:00Z' as Instant }))
    expect(line?.text).toMatch(/^24 Nov 2026 09:40am \S+ becomes 15 Dec 2026 12:00pm \S+$/)
  })
  it('shows another machine of the same location', () => {
    expect(kinds({ machineID: machineIDSchema.parse('ca-bc-1-m2') })).toEqual(['machine'])
  })
  it('shows scan type and price together', () => {
    const lines = describeMove(aStudy(), here, target({ skuID: skuIDSchema.parse(400) }))
    expect(lines.map((line) => line.text)).toEqual([
      'Scan type becomes Whole body plus',
      'Price CA$2,495.00 becomes CA$3,495.00',
    ])
  })
  it('shows another location, its currency and its referral need', () => {
    const seattle = aLocation({
      locationID: 'us-wa-1',
      address: { ...here.address, name: 'Seattle' },
      currency: { currency: 'USD' },
      referralRequired: true,
    })
    expect(kinds({ location: seattle })).toEqual(['location', 'price', 'referral'])
  })
  it('mentions the sedative when the time changes', () => {
    const study = aStudy({ sedativeTaken: 'Sedative Taken' })
    expect(kinds({ utcStart: '2026-12-15T19:00:00Z' as Instant }, study)).toEqual(['time', 'sedative'])
  })
  it('names the check-in and the reminders if a new time or location clears them; a new machine does not clear them', () => {
    const { status } = aStudy()
    const study = aStudy({ status: { ...status, checkin: true, reminderSMSSent: true } })
    const later = { utcStart: '2026-12-15T19:00:00Z' as Instant }
    expect(describeMove(study, here, target(later)).at(-1)?.text).toBe('Check-in and reminders will be cleared')
    expect(kinds({ location: aLocation({ locationID: 'us-wa-1' }) }, study)).toContain('marks')
    expect(kinds({ machineID: machineIDSchema.parse('ca-bc-1-m2') }, study)).toEqual(['machine'])
  })
})

describe('describeSafetyMove', () => {
  const at = (utcStart: string) => ({ utcStart: utcStart as Instant, timezone: here.timezone })
  const before: SafetyCase = {
    gender: 'male',
    appointment: at('2026-11-24T17:40:00Z'),
    now: '2026-11-21T18:00:00Z' as Instant,
    supportPhone: null,
  }
  const lines = (answers: Answers, to: string, signOffs: readonly SignOff[] = []) =>
    describeSafetyMove({ SafetyQuestions: answers, signOffs: [...signOffs] }, before, at(to)).map(
      ({ weight, text }) => `${weight}: ${text}`,
    )
  const surgery = { 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-10-06' }
  const aSignOff = (answers: Answers): SignOff => ({
    signOffID: 'so-1',
    version: 1,
    by: 'Dr. Mara Holm',
    at: '2026-11-20T18:00:00Z' as Instant,
    reason: 'Seen',
    ground: toSignOffBasis(assessSafety(answers, before), before.appointment),
    withdrawn: null,
  })

  it('lists nothing when no notice depends on the date', () => {
    const answers = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
    expect(lines(answers, '2027-02-01T18:00:00Z')).toEqual([])
  })

  it('reports a stop that remains because the wait is not over, even for incomplete answers', () => {
    const stays =
      'attention: Settle before the scan: Please wait until 8 weeks have passed since the surgery. ' +
      '(06 Oct 2026 + 8 weeks = 01 Dec 2026; the appointment is on 25 Nov 2026; the new time does not settle this)'
    expect(lines(surgery, '2026-11-25T18:00:00Z')).toEqual([stays])
    const at25 = at('2026-11-25T18:00:00Z')
    const draft = { SafetyQuestions: surgery, version: 1, by: 'Priya Front', byUser: null, at: before.now }
    const drafted = describeSafetyMove({ SafetyQuestions: {}, signOffs: [], draft }, before, at25)
    expect(drafted.map(({ weight, text }) => `${weight}: ${text}`)).toEqual([stays])
  })

  it('reports that the wait after surgery is over by the new time', () => {
    expect(lines(surgery, '2026-12-01T18:00:00Z')).toEqual([
      'plain: All right: 8 weeks will have passed since the surgery by the appointment. ' +
        '(06 Oct 2026 + 8 weeks = 01 Dec 2026; the appointment is on 01 Dec 2026)',
    ])
  })

  it('warns of a red notice that a move to an earlier time adds', () => {
    const late = { ...before, appointment: at('2026-12-02T18:00:00Z') }
    const [line] = describeSafetyMove({ SafetyQuestions: surgery, signOffs: [] }, late, at('2026-11-30T18:00:00Z'))
    expect(line).toMatchObject({ kind: 'safety', weight: 'attention' })
    expect(line?.text).toMatch(/^Stop \(settle before the scan\): Please wait until 8 weeks .*01 Dec 2026.*30 Nov 2026/)
  })

  it('names the notice that disappears', () => {
    const vaccine = { 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': '2026-09-01' }
    expect(lines(vaccine, '2026-12-02T18:00:00Z')).toEqual([
      expect.stringMatching(/^plain: Note no longer applies: Enlarged lymph nodes/),
    ])
  })

  it('gives the new time at which x-ray results are due', () => {
    const eyes = { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'yes' }
    const [line] = lines(eyes, '2026-11-26T18:00:00Z')
    expect(line).toMatch(/^attention: Stop \(settle before the scan\) has a new date: .*Due by 25 Nov 2026 11:00am/)
  })

  it('reports a sign-off only if the move withdraws it, with its author and why it is withdrawn', () => {
    const signed = [aSignOff(surgery)]
    expect(lines(surgery, '2026-11-25T18:00:00Z', signed)).toEqual([])
    expect(lines(surgery, '2026-11-23T18:00:00Z', signed)).toEqual([
      expect.stringMatching(/^attention: Settle before the scan: .* the new time does not settle this\)$/),
      'attention: The safety sign-off of Dr. Mara Holm is withdrawn: ' +
        'The sign-off was for a later appointment or for no appointment',
    ])
  })
})
