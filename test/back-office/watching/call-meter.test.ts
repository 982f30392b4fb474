import { describe, expect, it } from 'vitest'
import { createCallMeter } from '#back-office/watching/call-meter.ts'
import { createClockWatch } from '#back-office/watching/clock-watch.ts'

const minute = 60_000

describe('the meter of calls', () => {
  it('has no durations before the first call', () => {
    expect(createCallMeter(() => 0).read()).toEqual({
      bookingP99Ms: null,
      callP99Ms: null,
      unexpectedErrors: 0,
      feedLagSeconds: null,
      lostConnections: 0,
      lostSpans: 0,
    })
  })

  it('measures the calls of the last ten minutes, and bookings separately', () => {
    let now = 0
    const meter = createCallMeter(() => now)
    meter.countCall('createBooking', 200, 900)
    now = 11 * minute
    for (let ms = 1; ms <= 100; ms += 1) meter.countCall('searchMembers', 200, ms)
    meter.countCall('createBooking', 200, 30)
    meter.countCall('cancelBooking', 409, 40)
    expect(meter.read()).toMatchObject({ bookingP99Ms: 40, callP99Ms: 99 })
  })

  it('counts unexpected errors, late changes and lost connections of the last five minutes', () => {
    let now = 0
    const meter = createCallMeter(() => now)
    meter.countCall('readStudy', 500, 3)
    meter.countCall('readStudy', 503, 3)
    meter.countFeed(70)
    meter.countFeed(2)
    meter.countLostConnection()
    meter.countLostSpans(512)
    meter.countLostSpans(1)
    expect(meter.read()).toMatchObject({ unexpectedErrors: 1, feedLagSeconds: 70, lostConnections: 1, lostSpans: 513 })
    now = 6 * minute
    expect(meter.read()).toMatchObject({ unexpectedErrors: 0, feedLagSeconds: null, lostConnections: 0 })
  })
})

describe('the watch of the clock', () => {
  it('reports a jump in either direction for ten minutes, but no slow correction', () => {
    let [wall, monotonic] = [1_000_000, 0]
    const pass = (ms: number, jump = 0): void => {
      monotonic += ms
      wall += ms + jump
    }
    const clock = createClockWatch(
      () => wall,
      () => monotonic,
    )
    pass(minute, 20)
    expect(clock.readJumpSeconds()).toBeCloseTo(0.02)
    pass(minute, -90_000)
    expect(clock.readJumpSeconds()).toBeCloseTo(90)
    for (let at = 0; at < 12; at += 1) {
      pass(minute)
      clock.readJumpSeconds()
    }
    expect(clock.readJumpSeconds()).toBeLessThan(1)
  })
})
