import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMinutes, type Instant, minutesBetween, parseInstant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { knownInstant } from '../../fixtures/time/known.ts'

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const anyEpochMs = fc.integer({ min: FIRST_MS, max: LAST_MS })

describe('parseInstant', () => {
  it.each([
    ['2026-11-24T17:40:00Z', '2026-11-24T17:40:00Z'],
    ['2026-11-24T17:40Z', '2026-11-24T17:40:00Z'],
    ['2026-11-24t17:40:05z', '2026-11-24T17:40:05Z'],
    ['2026-11-24T17:40:00.999Z', '2026-11-24T17:40:00Z'],
    ['1969-12-31T23:59:59.500Z', '1969-12-31T23:59:59Z'],
    ['2026-11-24T09:40:00-08:00', '2026-11-24T17:40:00Z'],
    ['2026-11-24T23:10:00+0530', '2026-11-24T17:40:00Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected)
  })

  it.each([
    '2026-11-24T17:40:00',
    '2026-11-24',
    '2027-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-24T24:00:00Z',
    '2026-11-24T17:60:00Z',
    '2026-11-24T17:40:60Z',
    '2026-11-24T17:40:00Z ',
    '2026-11-24T17:40:00Z\n',
    '2026-11-24 17:40:00Z',
    '2026-11-24T17:40:00Z[America/Vancouver]',
    '2026-11-24T17:40:00+99:00',
    '+012026-11-24T17:40:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '',
    'now',
    "'; DROP TABLE booking;--",
    1_795_542_000_000,
    null,
    undefined,
    new Date(0),
    ['2026-11-24T17:40:00Z'],
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it('never throws, and reads its own result unchanged', () => {
    const nearMiss = fc.stringMatching(/^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d(:[0-6]\d)?(Z|[+-][01]\d:[0-6]\d)$/)
    fc.assert(
      fc.property(fc.oneof(fc.anything(), nearMiss), (text) => {
        const instant = parseInstant(text)
        if (instant !== undefined) expect(parseInstant(instant)).toBe(instant)
      }),
    )
  })
})

describe('toInstant and toEpochMs', () => {
  it('convert in both directions, without fractions of a second', () => {
    fc.assert(
      fc.property(anyEpochMs, (epochMs) => {
        const instant = toInstant(epochMs)
        expect(toEpochMs(instant)).toBe(Math.floor(epochMs / 1000) * 1000)
        expect(parseInstant(instant)).toBe(instant)
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, FIRST_MS - 1, LAST_MS + 1])('throw for %d', (epochMs) => {
    expect(() => toInstant(epochMs)).toThrow(RangeError)
  })

  it('throw for a text that has the type Instant but not its format', () => {
    expect(() => toEpochMs('soon' as Instant)).toThrow(RangeError)
    expect(() => toEpochMs('2026-11-24T17:40' as Instant)).toThrow(RangeError)
  })
})

describe('addMinutes and minutesBetween', () => {
  it('count elapsed minutes across clock changes', () => {
    expect(addMinutes(knownInstant('2026-11-01T05:30:00Z'), 65)).toBe('2026-11-01T06:35:00Z')
    expect(minutesBetween(knownInstant('2026-11-01T05:30:00Z'), knownInstant('2026-11-01T06:35:30Z'))).toBe(65.5)
    expect(minutesBetween(knownInstant('2026-11-01T05:30:00Z'), knownInstant('2026-11-01T05:00:00Z'))).toBe(-30)
  })

  it('agree with each other and with milliseconds', () => {
    const anyMinute = fc.integer({ min: -30_000_000, max: 60_000_000 })
    fc.assert(
      fc.property(anyMinute, anyMinute, (a, b) => {
        const [from, until] = [toInstant(a * 60_000), toInstant(b * 60_000)]
        expect(minutesBetween(from, until)).toBe(b - a)
        expect(addMinutes(from, b - a)).toBe(until)
      }),
    )
  })
})
