import { describe, expect, it } from 'vitest'
import type { Notice, ScanStart } from '#domain/safety/notices.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import { mustCallBeforeBooking } from '#domain/safety/self-service-refusal.ts'
import {
  coversBasis,
  decideSettle,
  findSettleNotices,
  firstFittingDay,
  type SettleState,
  toSettleBasis,
} from '#domain/safety/settle-rule.ts'
import { nothingToReport } from '../../fixtures/questionnaire/written-answers.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

const at = (utcStart: string): ScanStart => ({
  utcStart: knownInstant(utcStart),
  timezone: knownZone('America/Toronto'),
})
const noticesOf = (
  more: Answers,
  appointment: ScanStart | null = at('2026-12-01T15:00:00Z'),
  supportPhone: string | null = '1-800-555-0142',
): readonly Notice[] =>
  assessSafety(
    { ...nothingToReport, ...more },
    { gender: 'male', appointment, now: knownInstant('2026-11-21T15:00:00Z'), supportPhone },
  ).notices

const surgery: Answers = { 'Surgery.Recent': 'yes', 'Surgery.Description': 'Appendix', 'Surgery.Date': '2026-11-02' }
const undatedSurgery: Answers = { 'Surgery.Recent': 'yes', 'Surgery.Description': 'Appendix' }
const noXRay: Answers = { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'no' }
const xRay: Answers = { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'yes' }
const cochlear: Answers = { 'MedicalMetal.Head.Surgery': 'yes', 'MedicalMetal.Head.Type': ['Cochlear Implant'] }
const pacemaker: Answers = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
const monitor: Answers = { 'GlucoseMonitor.Status': 'yes' }

describe('notices to settle before the scan', () => {
  it.each<[name: string, answers: Answers, keys: readonly string[]]>([
    ['nothing to report', {}, []],
    ['a note', monitor, []],
    ['a forbidden notice, which no reason can settle', pacemaker, []],
    ['surgery within 8 weeks', surgery, ['Notice.Surgery.Recent']],
    ['no orbit x-ray, and a note', { ...noXRay, ...monitor }, ['Notice.Eyes.NoXRay']],
  ])('are found for %s', (_name, answers, keys) => {
    expect(findSettleNotices(noticesOf(answers)).map(({ key }) => key)).toEqual(keys)
    expect(mustCallBeforeBooking(noticesOf(answers))).toBe(keys.length > 0)
  })

  it('are none if the wait is over by the appointment', () => {
    expect(findSettleNotices(noticesOf(surgery, at('2026-12-28T15:00:00Z')))).toEqual([])
    expect(mustCallBeforeBooking(noticesOf(surgery, at('2026-12-28T15:00:00Z')))).toBe(false)
  })
})

describe('a tick with its reason', () => {
  const ground = toSettleBasis(noticesOf(surgery))

  it.each<[case_: string, notices: readonly Notice[], tick: { ground: string | null; reason: string }, SettleState]>([
    ['is not needed without a notice', noticesOf(monitor), { ground: null, reason: '' }, { kind: 'not-needed' }],
    ['is missing', noticesOf(surgery), { ground: null, reason: 'Doctor agrees' }, { kind: 'not-ticked' }],
    ['has no reason', noticesOf(surgery), { ground, reason: ' \u200b ' }, { kind: 'reason-missing' }],
    ['is valid', noticesOf(surgery), { ground, reason: ' Doctor agrees ' }, { kind: 'given', reason: 'Doctor agrees' }],
    [
      'remains valid when the support line is no longer known',
      noticesOf(surgery, at('2026-12-01T15:00:00Z'), null),
      { ground, reason: 'Doctor agrees' },
      { kind: 'given', reason: 'Doctor agrees' },
    ],
    [
      'is not valid for an additional notice',
      noticesOf({ ...surgery, ...cochlear }),
      { ground, reason: 'Doctor agrees' },
      { kind: 'not-ticked' },
    ],
    [
      'is not valid for an appointment on another day',
      noticesOf(surgery, at('2026-12-02T15:00:00Z')),
      { ground, reason: 'Doctor agrees' },
      { kind: 'not-ticked' },
    ],
    [
      'is not valid for another date of the surgery',
      noticesOf({ ...surgery, 'Surgery.Date': '2026-11-09' }),
      { ground, reason: 'Doctor agrees' },
      { kind: 'not-ticked' },
    ],
    [
      'is no longer needed once the notice is green',
      noticesOf(surgery, at('2026-12-28T15:00:00Z')),
      { ground, reason: 'Doctor agrees' },
      { kind: 'not-needed' },
    ],
  ])('%s', (_case, notices, tick, state) => {
    expect(decideSettle(toSettleBasis(notices), { settleGround: tick.ground, settleReason: tick.reason })).toEqual(
      state,
    )
  })
})

describe('firstFittingDay', () => {
  it.each<[name: string, answers: Answers, appointment: ScanStart | null, day: string | null]>([
    ['8 weeks after the surgery', surgery, at('2026-12-01T15:00:00Z'), '2026-12-28'],
    ['8 weeks after the surgery, even before a time is chosen', surgery, null, '2026-12-28'],
    ['the same day with other stops that do not depend on a day', { ...surgery, ...noXRay }, null, '2026-12-28'],
    ['none if the appointment is late enough', surgery, at('2026-12-28T15:00:00Z'), null],
    ['none if the date of the surgery is unknown', undatedSurgery, null, null],
    ['none for a deadline before the appointment', xRay, at('2026-12-01T15:00:00Z'), null],
    ['none for stops without a date', noXRay, null, null],
    ['none without stops', monitor, null, null],
  ])('is %s', (_name, answers, appointment, day) => {
    expect(firstFittingDay(noticesOf(answers, appointment))).toBe(day)
  })
})

describe('an earlier reason', () => {
  const groundOf = (answers: Answers) => toSettleBasis(noticesOf(answers)) ?? expect.fail('nothing to settle')
  it('covers the same notices or a part of them, but no other notice or date', () => {
    const both = groundOf({ ...surgery, ...noXRay })
    expect(coversBasis(both, both)).toBe(true)
    expect(coversBasis(both, groundOf(surgery))).toBe(true)
    expect(coversBasis(groundOf(surgery), both)).toBe(false)
    expect(coversBasis(groundOf(surgery), groundOf({ ...surgery, 'Surgery.Date': '2026-11-03' }))).toBe(false)
  })
})
