import { describe, expect, it } from 'vitest'
import { toMinuteOfDay, toTimeOfDay } from '#domain/values/time-of-day.ts'

describe('time of day', () => {
  it('converts every minute in both directions', () => {
    for (let minute = 0; minute < 1440; minute += 1) {
      const time = toTimeOfDay(minute)
      expect(toMinuteOfDay(time)).toBe(minute)
    }
    expect(toTimeOfDay(580)).toBe('09:40')
  })

  it.each(['24:00', '9:40', '09:60', '09:40:00', '09:40\n', '', '٠٩:٤٠'])('refuses %j', (text) => {
    expect(() => toMinuteOfDay(text)).toThrow(RangeError)
  })

  it.each([-1, 1440, 0.5, Number.NaN])('throws for minute %d', (minute) => {
    expect(() => toTimeOfDay(minute)).toThrow(RangeError)
  })
})
