import { describe, expect, it } from 'vitest'
import { checkEveryMs, firstCheckMs, nextCheckMs, startSpreadMs } from '#domain/update/check-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.UTC(2026, 10, 27)
const desks = 2_700 * 6

describe('when a workstation looks at the feed', () => {
  it.each<[string, number, number]>([
    ['its own moment in the current four hours', midnight, midnight + 2 * hourMs],
    ['its own moment in the next four hours', midnight + 3 * hourMs, midnight + 6 * hourMs],
    ['four hours after its own moment', midnight + 2 * hourMs, midnight + 6 * hourMs],
    [
      'four hours after its next own moment, if that moment is within an hour',
      midnight + 1.5 * hourMs,
      midnight + 6 * hourMs,
    ],
  ])('after a look: %s', (_, nowMs, at) => {
    expect(nextCheckMs(nowMs, 0.5)).toBe(at)
  })

  it.each<[string, number | null, number]>([
    ['its own moment, if its last look was within four hours', midnight - 4 * hourMs, midnight + 2 * hourMs],
    ['within two hours, if its last look is older', midnight - 4 * hourMs - 1, midnight + hourMs],
    ['within two hours, if it never looked', null, midnight + hourMs],
    ['within two hours, if its last look is in the future', midnight + 9 * hourMs, midnight + hourMs],
  ])('after a start: %s', (_, lastMs, at) => {
    expect(firstCheckMs(midnight, 0.5, lastMs)).toBe(at)
  })

  it('looks every day, even if it is switched on only during hours that do not contain its own moment', () => {
    // On from 8:00 to 11:00, with its own moment at 11:48.
    const place = 0.95
    const start = midnight + 8 * hourMs
    expect(nextCheckMs(start, place)).toBeGreaterThan(midnight + 11 * hourMs)
    const first = firstCheckMs(start, place, midnight - 16 * hourMs + 9 * minuteMs)
    expect(first).toBeLessThan(start + startSpreadMs)
  })
})

describe('the looks of a fleet of 2,700 clinics with 6 desks each, which run from their start until 18:00', () => {
  /**
   * Returns how many desks look in each minute of the day. `startOf` receives a number from 0 to 1 that belongs to the
   * desk, and returns when the desk starts, in milliseconds after midnight.
   */
  const looksOf = (startOf: (desk: number) => number): readonly number[] => {
    const perMinute = new Array<number>(24 * 60).fill(0)
    for (let desk = 0; desk < desks; desk += 1) {
      // The multiples of these two factors are spread evenly and irregularly, as places made from hashes are.
      const place = (desk * 0.754_877_666_25) % 1
      const start = midnight + startOf((desk * 0.569_840_290_99) % 1)
      // The last look was yesterday evening.
      let at = firstCheckMs(start, place, midnight - 6 * hourMs)
      while (at < midnight + 18 * hourMs) {
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

  it('have a peak of at most twice their mean, even if all desks start at 8:00', () => {
    const working = looksOf(() => 8 * hourMs).slice(8 * 60, 18 * 60)
    expect(Math.max(...working) / meanOf(working)).toBeLessThanOrEqual(2)
  })
})
