import { describe, expect, it } from 'vitest'
import { memberIDSchema } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import {
  type AnswersSetAside,
  allSetAsideSchema,
  decideMemberChange,
  describeProgress,
  findProhibition,
  isSameCase,
  toAnswersToBook,
  toSafetyChips,
} from '#renderer/safety/booking-safety.ts'
import { safetyFormWords } from '#renderer/safety/safety-words.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'

const ana = { memberID: memberIDSchema.parse('m-1'), name: 'Ana Silva' }
const ben = { memberID: memberIDSchema.parse('m-2'), name: 'Ben Ortiz' }
const cai = { memberID: memberIDSchema.parse('m-3'), name: 'Cai Wen' }
const hers: Answers = { 'Surgery.Recent': 'no' }
const his: Answers = { ReasonType: 'Worried' }
const aside: AnswersSetAside = { ...ana, answers: hers }
const zone = aLocation().timezone
const now = '2026-11-23T16:00:00Z' as Instant
const safetyCase: SafetyCase = { gender: 'male', appointment: null, now, supportPhone: null }

describe('decideMemberChange', () => {
  const hisAside: AnswersSetAside = { ...ben, answers: his }
  it.each([
    ['sets aside the answers of the previous member', { answers: hers, setAside: [] }, ana, ben, {}, [aside]],
    ['sets the answers aside also if their member is removed', { answers: hers, setAside: [] }, ana, null, {}, [aside]],
    ['restores the answers when their member is chosen again', { answers: {}, setAside: [aside] }, null, ana, hers, []],
    ['swaps the answers when both members have some', { answers: his, setAside: [aside] }, ben, ana, hers, [hisAside]],
    [
      'keeps the answers set aside earlier if the form has none',
      { answers: {}, setAside: [aside] },
      ana,
      ben,
      {},
      [aside],
    ],
    [
      'keeps the answers of two members aside when a third is chosen',
      { answers: his, setAside: [aside] },
      ben,
      cai,
      {},
      [aside, hisAside],
    ],
    [
      'restores only the chosen member’s answers',
      { answers: {}, setAside: [aside, hisAside] },
      cai,
      ana,
      hers,
      [hisAside],
    ],
    [
      'has one entry for each member',
      { answers: his, setAside: [{ ...ben, answers: hers }] },
      ben,
      null,
      {},
      [hisAside],
    ],
    ['changes nothing for the same member', { answers: hers, setAside: [] }, ana, ana, hers, []],
  ] as const)('%s', (_, given, from, to, answers, setAside) => {
    const all = { ...given, unassigned: null }
    expect(decideMemberChange(all, from, to?.memberID ?? null)).toEqual({ answers, setAside, unassigned: null })
  })

  it.each([
    ['a first member', [], ana.memberID, {}, []],
    ['a member whose own answers were set aside', [aside], ana.memberID, hers, []],
    ['no member', [aside], null, {}, [aside]],
  ] as const)(
    'when the user chooses %s, keeps answers without a member as unassigned answers',
    (_, setAside, to, answers, stillAside) => {
      expect(decideMemberChange({ answers: his, setAside, unassigned: null }, null, to)).toEqual({
        answers,
        setAside: stillAside,
        unassigned: his,
      })
    },
  )
})

describe('allSetAsideSchema', () => {
  it.each([
    ['a list', [aside], [aside]],
    ['the one entry of an older draft', aside, [aside]],
    ['null in an older draft', null, []],
    ['a draft without the field', undefined, []],
    ['an invalid entry as an empty list', [{ name: 'Ana Silva' }], []],
  ])('reads %s', (_, stored, expected) => {
    expect(allSetAsideSchema.parse(stored)).toEqual(expected)
  })
})

describe('toAnswersToBook', () => {
  const toBook = (answers: Answers) => toAnswersToBook(assessSafety(answers, safetyCase), 'male', now, zone)

  it('sends complete answers', () => {
    expect(toBook(nothingToReport)).toEqual(nothingToReport)
  })

  it('sends no answers while a required one is missing', () => {
    const { ReasonType: _, ...rest } = nothingToReport
    expect(toBook(rest)).toBeNull()
  })

  it('sends no answers that the back office would refuse: a future date or a text that is too long', () => {
    expect(toBook({ ...nothingToReport, ReasonForVisit: 'x'.repeat(3000) })).toBeNull()
    const vaccine = {
      'COVIDVaccine.Status': 'yes',
      'COVIDVaccine.DoseNum': '1',
      'COVIDVaccine.InjectionArm': 'left',
      'COVIDVaccine.Recent': '2026-11-30',
    }
    expect(toBook({ ...nothingToReport, ...vaccine })).toBeNull()
    expect(toBook({ ...nothingToReport, ...vaccine, 'COVIDVaccine.Recent': '2026-11-23' })).not.toBeNull()
  })
})

describe('findProhibition', () => {
  const type = (value: string) =>
    findProhibition(
      assessSafety({ 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': [value] }, safetyCase),
    )
  it('returns the text of a notice that cannot be signed off', () => {
    expect(type('Pacemaker')).toBe('We cannot screen anyone with a pacemaker even if it is marked as MRI safe.')
    expect(type('Defibrillator')).toMatch(/^We cannot screen anyone with an implanted defibrillator/)
  })
  it('returns null for notes', () => {
    expect(type('Stent')).toBeNull()
  })
})

describe('isSameCase', () => {
  const appointment = { utcStart: now, timezone: zone }
  it('ignores seconds, and compares everything else', () => {
    expect(isSameCase(safetyCase, { ...safetyCase, now: '2026-11-23T16:00:59Z' as Instant })).toBe(true)
    for (const other of [
      { now: '2026-11-23T16:01:00Z' as Instant },
      { gender: null },
      { appointment },
      { supportPhone: '1-800-555-0142' },
    ]) {
      expect(isSameCase(safetyCase, { ...safetyCase, ...other })).toBe(false)
    }
  })
})

describe('describeProgress', () => {
  const progress = (answers: Answers) => describeProgress(assessSafety(answers, safetyCase))
  it('distinguishes none, some and all answers', () => {
    expect(progress({})).toBe(safetyFormWords.summary.progressNone)
    expect(progress(hers)).toMatch(/^1 of \d+$/)
    expect(progress(nothingToReport)).toBe(safetyFormWords.summary.progressComplete)
  })
})

describe('toSafetyChips', () => {
  const none = { ...aStudy().safety, version: 1, state: 'complete' as const, unanswered: 0, red: 0, blue: 0, green: 0 }
  const signOff = { by: 'Dr. Mara Holm', at: now }
  it.each([
    ['nothing when all is answered without stops', {}, []],
    ['that none is answered', { version: 0, state: 'unanswered', unanswered: 12 }, ['warning: Safety: not answered']],
    ['how many are missing', { state: 'incomplete', unanswered: 3 }, ['warning: 3 unanswered']],
    ['stops and notes', { red: 2, blue: 1 }, ['danger: 2 stops', 'info: 1 safety note']],
    ['who signed off', { red: 2, signOff }, ['warning: 2 stops', 'success: Signed off by Dr. Mara Holm']],
    ['that the scan is forbidden', { red: 1, isProhibited: true }, ['danger: Cannot be scanned']],
  ] as const)('shows %s', (_, overrides, chips) => {
    expect(toSafetyChips({ ...none, ...overrides }).map(({ tone, text }) => `${tone}: ${text}`)).toEqual(chips)
  })

  it('describes the answers of the shared draft instead of the saved ones', () => {
    const counts = { answered: 27, required: 28, stops: 2, newStops: 2, notes: 1 }
    const draft = { ...counts, isProhibited: false, by: 'Priya Front', at: now }
    const summary = { ...none, version: 0, state: 'unanswered' as const, unanswered: 12, draft }
    const words = toSafetyChips(summary).map(({ tone, text }) => `${tone}: ${text}`)
    expect(words).toEqual(['danger: 2 stops', 'warning: 27 of 28 answered', 'info: 1 safety note'])
    const forbidden = toSafetyChips({ ...summary, draft: { ...draft, isProhibited: true } })
    expect(forbidden[0]).toMatchObject({ tone: 'danger', text: 'Cannot be scanned' })
  })

  it('omits the word “Safety” if the text before the chips already says it', () => {
    const summary = { ...none, version: 0, state: 'unanswered' as const, unanswered: 12 }
    expect(toSafetyChips(summary, true)).toMatchObject([{ tone: 'warning', text: 'Not answered' }])
  })
})
