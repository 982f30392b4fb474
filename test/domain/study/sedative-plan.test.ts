import { describe, expect, it } from 'vitest'
import {
  describeSedativeOnCancel,
  describeSedativePlan,
  sedativePlan,
  sedativePlans,
} from '#domain/study/sedative-plan.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'
import { aStudyWith } from './study-records.ts'

const start = aStudy().booking?.utcStart
if (start === undefined) throw new Error('The builder must book a time.')

describe('sedativePlan', () => {
  const cases: readonly [
    string,
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
    number,
    string,
  ][] = [
    ['no choice', {}, { sedativeTaken: null }, -60, 'none'],
    ['no sedative', {}, { sedativeTaken: 'No Sedative Taken' }, -60, 'none'],
    ['ten days ahead', {}, {}, -14_400, 'planned'],
    ['a minute before the start', {}, {}, -1, 'planned'],
    ['the start, without a check-in', {}, {}, 0, 'ask'],
    ['checked in before the start', { checkin: true }, {}, -30, 'taken'],
    ['after the scan', { checkin: true, scanned: true }, {}, 120, 'taken'],
    ['no appointment', {}, { booking: null }, 60, 'planned'],
  ]
  it.each(cases)('is right: %s', (_, flags, change, minutes, expected) => {
    const study = aStudyWith(flags, {}, { sedativeTaken: 'Sedative Taken', ...change })
    expect(sedativePlan(study, addMinutes(start, minutes))).toBe(expected)
  })

  it('has a text for every plan but “none”, and only the text for “taken” states that a sedative was taken', () => {
    for (const plan of sedativePlans) {
      for (const words of [describeSedativePlan(plan), describeSedativeOnCancel(plan)]) {
        expect(words?.includes('was taken:') && !words.includes('whether') ? plan : 'taken').toBe('taken')
        expect(words === null).toBe(plan === 'none')
      }
    }
  })
})
