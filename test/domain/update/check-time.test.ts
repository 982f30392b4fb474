import { describe, expect, it } from 'vitest'
import { checkEveryMs, nextCheckMs } from '#domain/update/check-time.ts'

const hourMs = 3_600_000
const midnight = Date.UTC(2026, 10, 27)

describe('when a workstation looks at the feed', () => {
  it.each<[string, number, number, number | null, number]>([
    ['its own moment in these four hours', midnight, 0.5, midnight - hourMs, midnight + 2 * hourMs],
    ['its own moment in the next four hours', midnight + 3 * hourMs, 0.5, midnight, midnight + 6 * hourMs],
    ['within the hour, if it never looked', midnight, 0.25, null, midnight + hourMs / 4],
    ['within the hour, after a week without a look', midnight, 0.5, midnight - 8 * 24 * hourMs, midnight + hourMs / 2],
    ['within the hour, if its last look is in the future', midnight, 0.5, midnight + 9 * hourMs, midnight + hourMs / 2],
  ])('%s', (_, nowMs, place, lastMs, at) => {
    expect(nextCheckMs(nowMs, place, lastMs)).toBe(at)
  })

  it('spreads a fleet of 2,700 clinics with 6 desks, all started at 8:00, to at most twice the mean', () => {
    const desks = 2_700 * 6
    const perMinute = new Array<number>(24 * 60).fill(0)
    for (let desk = 0; desk < desks; desk += 1) {
      // The places are spread as those of hashes; the golden ratio gives an even and irregular order.
      const place = (desk * 0.618_033_988_75) % 1
      // The last look was yesterday evening; the computers are on from 8:00 to 18:00.
      let last = midnight - 6 * hourMs
      for (let now = midnight + 8 * hourMs; ; ) {
        now = nextCheckMs(now, place, last)
        if (now >= midnight + 18 * hourMs) break
        const minute = Math.floor((now - midnight) / 60_000)
        perMinute[minute] = (perMinute[minute] ?? 0) + 1
        last = now
      }
    }
    const working = perMinute.slice(8 * 60, 18 * 60)
    const mean = working.reduce((sum, count) => sum + count, 0) / working.length
    expect(mean).toBeGreaterThan(desks / (checkEveryMs / 60_000) / 2)
    expect(Math.max(...working) / mean).toBeLessThanOrEqual(2)
  })
})
