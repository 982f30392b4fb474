import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noSedative, type SedativeStatus, sedativeStatuses } from '#domain/study/sedative.ts'
import { setSedativeStatus } from '#domain/study/sedative-dates.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const monday = '2026-11-23' as PlainDate
const tuesday = '2026-11-24' as PlainDate
const days = (steps: readonly (readonly [SedativeStatus, PlainDate])[]) => {
  const { status, prescribedDate, sentDate, details } = steps.reduce(
    (sedative, [next, day]) => setSedativeStatus(sedative, next, day),
    noSedative,
  )
  return [status, prescribedDate, sentDate, details.pickupDate]
}

const prescription = {
  ...{ prescriber: 'Kit Lowell', medicine: 'Demosedan', directions: 'One', quantity: 'Two' },
  ...{ recordedAt: null, recordedBy: null },
}

describe('a sedative whose status is set', () => {
  it.each<[SedativeStatus, boolean]>([
    ['prescribed', true],
    ['sent', true],
    ['cancelled', true],
    ['pending', false],
    ['not requested', false],
  ])('to %s keeps its prescription: %s', (status, isKept) => {
    const before = { ...noSedative, status: 'ready-for-pharmacy', prescription } as const
    expect(setSedativeStatus(before, status, monday).prescription).toEqual(isKept ? prescription : null)
  })

  it.each<[string, readonly (readonly [SedativeStatus, PlainDate])[], readonly unknown[]]>([
    ['has no day while it is requested', [['pending', monday]], ['pending', null, null, null]],
    ['is dated when prescribed', [['prescribed', monday]], ['prescribed', monday, null, null]],
    [
      'keeps the day of each earlier step at later steps',
      [
        ['prescribed', monday],
        ['ready-for-pharmacy', tuesday],
        ['sent', tuesday],
        ['ready', tuesday],
      ],
      ['ready', monday, tuesday, tuesday],
    ],
    ['has no day for a skipped step', [['sent', monday]], ['sent', null, monday, null]],
    [
      'loses the days of later steps when it goes back to an earlier step',
      [
        ['prescribed', monday],
        ['sent', tuesday],
        ['ready', tuesday],
        ['prescribed', tuesday],
      ],
      ['prescribed', monday, null, null],
    ],
    [
      'keeps its days when cancelled',
      [
        ['prescribed', monday],
        ['sent', tuesday],
        ['cancelled', tuesday],
      ],
      ['cancelled', monday, tuesday, null],
    ],
    [
      'loses all days when it is set back to not requested',
      [
        ['prescribed', monday],
        ['not requested', tuesday],
      ],
      ['not requested', null, null, null],
    ],
  ])('%s', (_name, steps, expected) => {
    expect(days(steps)).toEqual(expected)
  })

  it('keeps its pharmacy, and does not change when the same status is set again', () => {
    const status = fc.constantFrom(...sedativeStatuses)
    fc.assert(
      fc.property(fc.array(status), status, (before, next) => {
        const sedative = before.reduce((one, each) => setSedativeStatus(one, each, monday), noSedative)
        const once = setSedativeStatus(sedative, next, tuesday)
        expect(once.preferredPharmacy).toBe(sedative.preferredPharmacy)
        expect(setSedativeStatus(once, next, tuesday)).toEqual(once)
      }),
    )
  })
})
