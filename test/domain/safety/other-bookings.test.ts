import { describe, expect, it } from 'vitest'
import {
  describeOtherBooking,
  describeOtherBookingsShort,
  findOtherDangers,
  findUnsettledOthers,
  hidePlace,
} from '#domain/safety/other-bookings.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import type { OtherBookingSafety } from '#domain/safety/safety-record.ts'
import type { Instant } from '#domain/values/instant.ts'
import { completeAnswers, pacemaker, surgeryOn } from '#test/builders/complete-answers.ts'

const at = (utcStart: string) => ({ utcStart: utcStart as Instant, timezone: 'America/Vancouver' as never })

const assess = (answers: Answers, utcStart = '2026-11-30T17:00:00Z') =>
  assessSafety(answers, {
    gender: 'female',
    appointment: at(utcStart),
    now: '2026-11-22T12:00:00Z' as Instant,
    supportPhone: null,
  })

const surgery = surgeryOn('2026-10-06')
const pregnant: Answers = { 'Female.Pregnancy.Status': 'yes' }
const unsure: Answers = { 'Female.Pregnancy.Status': 'unsure' }
const calm = completeAnswers('female', {})

describe('findOtherDangers', () => {
  it.each<[string, Answers, Answers, readonly string[]]>([
    ['a surgery that only the other booking has', calm, completeAnswers('female', surgery), ['Notice.Surgery.Recent']],
    ['the same surgery in both', completeAnswers('female', surgery), completeAnswers('female', surgery), []],
    [
      'a surgery on another day',
      completeAnswers('female', surgeryOn('2026-10-05')),
      completeAnswers('female', surgery),
      ['Notice.Surgery.Recent'],
    ],
    ['a pregnancy', calm, completeAnswers('female', pregnant), ['Notice.Pregnancy.Pregnant']],
    [
      'a pregnancy that is not ruled out, which is a note',
      calm,
      completeAnswers('female', unsure),
      ['Notice.Pregnancy.Unsure'],
    ],
    ['a device that forbids a scan', calm, completeAnswers('female', pacemaker), ['Notice.Heart.Pacemaker']],
    ['nothing', calm, calm, []],
    ['a stop of incomplete answers', {}, surgery, ['Notice.Surgery.Recent']],
  ])('counts only what this booking’s answers lack: %s', (_, own, other, keys) => {
    const found = findOtherDangers([assess(own)], [assess(other)])
    expect(found.map(({ notice }) => notice.key)).toEqual(keys)
  })

  it('ignores a wait that is over by this booking’s appointment', () => {
    const late = '2026-12-01T17:00:00Z'
    expect(findOtherDangers([assess(calm, late)], [assess(surgery, late)])).toEqual([])
  })

  it('counts a danger only once if the saved answers and the draft both have it', () => {
    const both = [assess(completeAnswers('female', surgery)), assess(completeAnswers('female', surgery))]
    expect(findOtherDangers([assess(calm)], both)).toHaveLength(1)
  })
})

const other = (more: Partial<OtherBookingSafety> = {}): OtherBookingSafety => ({
  studyID: 's-2' as OtherBookingSafety['studyID'],
  locationID: 'vancouver' as OtherBookingSafety['locationID'],
  utcStart: '2026-11-29T18:00:00Z' as Instant,
  timezone: 'America/Vancouver' as OtherBookingSafety['timezone'],
  place: 'Vancouver',
  stops: 1,
  notes: 0,
  isProhibited: false,
  ...more,
})

describe('another booking of the member', () => {
  it.each([
    [other(), 'Another booking of this member has 1 stop (29 Nov 2026, Vancouver)'],
    [
      other({ stops: 2, notes: 1 }),
      'Another booking of this member has 2 stops, 1 safety note (29 Nov 2026, Vancouver)',
    ],
    [other({ utcStart: null, timezone: null }), 'Another booking of this member has 1 stop (Vancouver)'],
    [hidePlace(other()), 'Another booking of this member has 1 stop'],
  ])('is described by the parts that are known (case %#)', (entry, words) => {
    expect(describeOtherBooking(entry)).toBe(words)
  })

  it('is described briefly in a list', () => {
    expect(describeOtherBookingsShort({ others: [other()] })).toBe('1 stop in another booking')
    expect(describeOtherBookingsShort({ others: [other(), other({ stops: 0, notes: 1 })] })).toBe(
      '1 stop, 1 safety note in other bookings',
    )
    expect(describeOtherBookingsShort({})).toBeNull()
  })

  it('needs a reason if it has stops, until a reason covers them', () => {
    expect(findUnsettledOthers({ others: [other(), other({ stops: 0, notes: 1 })] })).toHaveLength(1)
    const othersReason = { by: 'Robin Frost', at: '2026-11-22T12:00:00Z' as Instant }
    expect(findUnsettledOthers({ others: [other()], othersReason })).toEqual([])
  })
})
