import { describe, expect, it } from 'vitest'
import { checkEveryMs, type EarlierChecks, firstCheckMs, nextCheckMs } from '#domain/update/check-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.UTC(2026, 10, 27)
const desks = 2_700 * 6

describe('the time at which a workstation checks the feed', () => {
  it.each<[string, number, number]>([
    ['its own moment in the current four hours', midnight, midnight + 2 * hourMs],
    ['its own moment in the next four hours', midnight + 3 * hourMs, midnight + 6 * hourMs],
    ['four hours after its own moment', midnight + 2 * hourMs, midnight + 6 * hourMs],
    [
      'four hours after its next own moment, if that moment is within an hour',
      midnight + 1.5 * hourMs,
      midnight + 6 * hourMs,
    ],
  ])('after a check is %s', (_, nowMs, at) => {
    expect(nextCheckMs(nowMs, 0.5)).toBe(at)
  })

  it.each<[string, EarlierChecks, number]>([
    ['its own moment, if its last check was yesterday', { lastMs: midnight - 20 * hourMs, missedStarts: 0 }, 2],
    ['its own moment, if its last check was weeks ago', { lastMs: midnight - 500 * hourMs, missedStarts: 0 }, 2],
    ['its own moment, if it never checked', { lastMs: null, missedStarts: 0 }, 2],
    ['its own moment, after one start without a check', { lastMs: midnight - 20 * hourMs, missedStarts: 1 }, 2],
    ['its own moment, if its last check is in the future', { lastMs: midnight + 9 * hourMs, missedStarts: 0 }, 2],
    ['within two hours, after two starts without a check', { lastMs: midnight - 20 * hourMs, missedStarts: 2 }, 1],
    ['within two hours, after more such starts', { lastMs: null, missedStarts: 9 }, 1],
  ])('after a start is %s', (_, looks, hours) => {
    expect(firstCheckMs(midnight, 0.5, looks)).toBe(midnight + hours * hourMs)
  })

  it('after a start is not its own moment but the next one, if a person checked less than an hour before', () => {
    const lastMs = midnight + 1.5 * hourMs
    expect(firstCheckMs(midnight + 1.75 * hourMs, 0.5, { lastMs, missedStarts: 0 })).toBe(midnight + 6 * hourMs)
  })

  it('after the third start is while the workstation is on, even if it is never on at its own moment', () => {
    // On from 8:00 to 11:00, with its own moment at 11:48.
    const place = 0.95
    const start = midnight + 8 * hourMs
    const lastMs = midnight - 16 * hourMs
    const first = [0, 1, 2].map((missedStarts) => firstCheckMs(start, place, { lastMs, missedStarts }) - start)
    expect(first.map((ms) => ms < 3 * hourMs)).toEqual([false, false, true])
  })
})

describe('the checks of a fleet of 2,700 clinics with 6 desks each', () => {
  /**
   * Returns how many desks check the feed in each minute of the day. `startOf` receives the desk's own number from 0 to
   * 1, and returns when the desk starts, in milliseconds after midnight. The day ends at `endHour`.
   */
  const looksOf = (startOf: (desk: number) => number, endHour = 18): readonly number[] => {
    const perMinute = new Array<number>(24 * 60).fill(0)
    for (let desk = 0; desk < desks; desk += 1) {
      // The multiples of these two factors are spread evenly and irregularly, as places made from hashes are.
      const place = (desk * 0.754_877_666_25) % 1
      const start = midnight + startOf((desk * 0.569_840_290_99) % 1)
      // The last check was yesterday evening.
      let at = firstCheckMs(start, place, { lastMs: midnight - 6 * hourMs, missedStarts: 0 })
      while (at < midnight + endHour * hourMs) {
        const minute = Math.floor((at - midnight) / minuteMs)
        perMinute[minute] = (perMinute[minute] ?? 0) + 1
        at = nextCheckMs(at, place)
      }
    }
    return perMinute
  }
  const meanOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length

  it('have a peak of at most twice their mean, if the desks start between 7:00 and 10:00', () => {
    const working = looksOf((desk) => 7 * hourMs + desk * 3 * hourMs).slice(7 * 60, 18 * 60)
    expect(meanOf(working)).toBeGreaterThan(desks / (checkEveryMs / minuteMs) / 2)
    expect(Math.max(...working) / meanOf(working)).toBeLessThanOrEqual(2)
  })

  it.each([7, 8, 8.5, 9, 11.5, 13, 13.75])('are even, even if all desks start at %d o’clock', (hour) => {
    const looks = looksOf(() => hour * hourMs, hour + 10).slice(hour * 60, (hour + 10) * 60)
    // A desk with its own moment at each minute of the four hours.
    expect(meanOf(looks)).toBeCloseTo(desks / (checkEveryMs / minuteMs), 0)
    expect(Math.max(...looks) / meanOf(looks)).toBeLessThanOrEqual(1.1)
  })
})
