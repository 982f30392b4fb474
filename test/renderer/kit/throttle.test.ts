import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThrottle } from '#renderer/kit/throttle.ts'

describe('createThrottle', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs immediately on the first request, and only once more after the wait, however many requests came meanwhile', () => {
    let runs = 0
    const { ask } = createThrottle(() => {
      runs += 1
    }, 1000)
    ask()
    expect(runs).toBe(1)
    for (let press = 0; press < 20; press += 1) ask()
    expect(runs).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(runs).toBe(2)
    vi.advanceTimersByTime(5000)
    expect(runs).toBe(2)
    ask()
    expect(runs).toBe(3)
  })

  it('runs no waiting request after the throttle is stopped', () => {
    let runs = 0
    const { ask, stop } = createThrottle(() => {
      runs += 1
    }, 1000)
    ask()
    ask()
    stop()
    vi.advanceTimersByTime(5000)
    expect(runs).toBe(1)
  })
})
