import { describe, expect, it } from 'vitest'
import { decideRestart } from '#main/back-office-client/embedded-back-office.ts'

const minuteMs = 60_000

describe('decideRestart', () => {
  it('waits longer each time, and gives up on a thread that never runs for long', () => {
    const waits: number[] = []
    let restarts = 0
    for (let next = decideRestart(restarts, 50); next !== null; next = decideRestart(restarts, 50)) {
      waits.push(next.waitMs)
      restarts = next.restarts
      expect(waits.length).toBeLessThan(100)
    }
    expect(waits).toEqual([1000, 2000, 3000, 4000, 5000])
  })

  it('restarts a thread without limit if its crashes are months apart', () => {
    let restarts = 0
    for (let end = 0; end < 50; end += 1) {
      const next = decideRestart(restarts, 30 * 24 * 60 * minuteMs)
      expect(next).toEqual({ restarts: 1, waitMs: 1000 })
      restarts = next?.restarts ?? expect.fail()
    }
  })

  it('starts the count of restarts at 1 again after a thread that ran for ten minutes', () => {
    expect(decideRestart(5, 9 * minuteMs)).toBeNull()
    expect(decideRestart(5, 10 * minuteMs)).toEqual({ restarts: 1, waitMs: 1000 })
  })
})
