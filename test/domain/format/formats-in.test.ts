import { describe, expect, it } from 'vitest'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Instant } from '#domain/values/instant.ts'
import { languages } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const zone = (name: string): ZoneId => name as ZoneId
const at = '2026-11-24T17:05:00Z' as Instant
const french = formatsIn('fr-CA')

/** Shows the non-breaking spaces, so that a test fails if one becomes an ordinary space. */
const seen = (text: string): string => text.replaceAll('\u00a0', '_').replaceAll('\u202f', '?')

describe('the formats of a language', () => {
  it('in English are those of decisions §6', () => {
    const { date, instant, amount, tableAmount, percent, count } = formatsIn('en')
    expect(date('2026-11-24' as PlainDate)).toBe('24 Nov 2026')
    expect(instant(at, zone('America/Vancouver'))).toBe('24 Nov 2026 10:05am PDT')
    expect([amount(-1450, 'CAD'), tableAmount(toMoney(145_000)), percent(0.14975), count(1244)]).toEqual([
      '−CA$1,450.00',
      '1,450.00',
      '14.975%',
      '1,244',
    ])
    expect(formatsIn('en-XA').date('2026-11-24' as PlainDate)).toBe('24 Nov 2026')
  })

  it.each([
    ['2026-01-01', '1 janv. 2026'],
    ['2026-02-28', '28 févr. 2026'],
    ['2026-08-05', '5 août 2026'],
    ['2026-11-24', '24 nov. 2026'],
    ['2026-12-31', '31 déc. 2026'],
  ])('in French write the date %s as %s', (date, text) => {
    expect(french.date(date as PlainDate)).toBe(text)
    expect(french.dateText(date)).toBe(text)
  })

  it.each([
    ['America/Toronto', '2026-11-24T17:05:00Z', '24 nov. 2026 à 12_h_05_HNE'],
    ['America/Toronto', '2026-07-01T13:00:00Z', '1 juill. 2026 à 09_h_00_HAE'],
    ['America/Halifax', '2026-07-01T13:00:00Z', '1 juill. 2026 à 10_h_00_HAA'],
    ['America/St_Johns', '2026-12-01T13:00:00Z', '1 déc. 2026 à 09_h_30_HNT'],
    ['America/Toronto', '2026-12-01T05:00:00Z', '1 déc. 2026 à 00_h_00_HNE'],
    ['Europe/London', '2026-12-01T05:00:00Z', '1 déc. 2026 à 05_h_00_GMT'],
  ])('in French write a time in %s on the 24-hour clock', (name, instant, text) => {
    expect(seen(french.instant(instant as Instant, zone(name)))).toBe(text)
  })

  it('in French write the parts of a calendar', () => {
    const [day, vancouver] = ['2026-11-24' as PlainDate, zone('America/Vancouver')]
    expect([french.weekday(day), french.spokenDate(day), french.weekdayAndDate(day)]).toEqual([
      'mar.',
      'mardi 24 novembre',
      'mar. 24 nov. 2026',
    ])
    expect(seen(french.weekdayAndInstant(at, vancouver))).toBe('mar. 24 nov. 2026 à 10_h_05_HAP')
    expect([french.months[0], french.months[11], french.months.length]).toEqual(['janvier', 'décembre', 12])
    expect([seen(french.time('09:40')), seen(french.timeAt(at, vancouver))]).toEqual(['09_h_40', '10_h_05'])
    expect([french.zone('PST'), french.zone('GMT')]).toEqual(['HNP', 'GMT'])
    expect(seen(french.moment(at, at, vancouver))).toBe('10_h_05_HAP')
    expect(seen(french.moment(at, '2026-11-26T17:05:00Z' as Instant, vancouver))).toBe('24 nov. 2026 à 10_h_05_HAP')
  })

  it('in French write a size in octets', () => {
    expect([812, 25_500, 1_200_000].map((bytes) => seen(french.size(bytes)))).toEqual(['812_o', '25,5_ko', '1,2_Mo'])
  })

  it('in French write money, shares and counts with non-breaking spaces and a true minus sign', () => {
    expect(seen(french.amount(1450, 'CAD'))).toBe('1_450,00_$')
    expect(seen(french.amount(-20.5, 'CAD'))).toBe('−20,50_$')
    expect(seen(french.amount(1450, 'USD'))).toBe('1_450,00_$_US')
    expect(seen(french.tableAmount(toMoney(-1_234_567)))).toBe('−12_345,67')
    expect(seen(french.percent(0.14975))).toBe('14,975_%')
    expect(seen(french.count(1_234_567))).toBe('1_234_567')
  })

  it('leave a text that is not a date unchanged', () => {
    for (const language of languages) expect(formatsIn(language).dateText('03/02/1980')).toBe('03/02/1980')
  })
})
