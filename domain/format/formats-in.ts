import type { Instant } from '../values/instant.ts'
import type { Language, TextLanguage } from '../values/language.ts'
import { todayAt, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { createMemory } from '../values/memory.ts'
import { type Currency, type Money, roundToMoney, toDecimalAmount } from '../values/money.ts'
import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { formatCount, formatPercent } from './format-count.ts'
import {
  formatDate,
  formatDateText,
  formatSpokenDate,
  formatWeekday,
  formatWeekdayAndDate,
  monthNames,
} from './format-date.ts'
import { formatAmount, formatTableAmount } from './format-money.ts'
import { formatSize } from './format-size.ts'
import { formatInstant, formatMoment, formatTime, formatTimeAt, formatWeekdayAndInstant } from './format-time.ts'

/** The formats of values in one language. */
type Formats = {
  readonly date: (date: PlainDate) => string
  /** Returns the date of a `YYYY-MM-DD` text, and any other text unchanged. */
  readonly dateText: (text: string) => string
  readonly weekday: (date: PlainDate) => string
  readonly weekdayAndDate: (date: PlainDate) => string
  /** A date in words, without its year: for screen readers, and for the head of a column. */
  readonly spokenDate: (date: PlainDate) => string
  /** The months, January first. */
  readonly months: readonly string[]
  /** Date, time and zone. */
  readonly instant: (instant: Instant, zone: ZoneId) => string
  readonly weekdayAndInstant: (instant: Instant, zone: ZoneId) => string
  /** The time with its zone; the date comes first unless it is today's. */
  readonly moment: (instant: Instant, now: Instant, zone: ZoneId) => string
  /** The time of day of an instant, without its zone. */
  readonly timeAt: (instant: Instant, zone: ZoneId) => string
  /** The time of day of a `HH:mm` text. */
  readonly time: (time: string) => string
  /** The abbreviation of a time zone, from its English one. */
  readonly zone: (abbreviation: string) => string
  /** A decimal amount with its currency. */
  readonly amount: (amount: number, currency: Currency) => string
  /** An amount for a table whose head names the currency. */
  readonly tableAmount: (amount: Money) => string
  /** A share, such as 0.1, as a percentage. */
  readonly percent: (share: number) => string
  readonly count: (count: number) => string
  /** A number of bytes, in decimal units. */
  readonly size: (bytes: number) => string
}

const english: Formats = {
  date: formatDate,
  dateText: formatDateText,
  weekday: formatWeekday,
  weekdayAndDate: formatWeekdayAndDate,
  spokenDate: formatSpokenDate,
  months: monthNames,
  instant: formatInstant,
  weekdayAndInstant: formatWeekdayAndInstant,
  moment: formatMoment,
  timeAt: formatTimeAt,
  time: formatTime,
  zone: (abbreviation) => abbreviation,
  amount: formatAmount,
  tableAmount: formatTableAmount,
  percent: formatPercent,
  count: formatCount,
  size: formatSize,
}

const tag: Language = 'fr-CA'
const utc = { timeZone: 'UTC' } as const
const frenchDay = new Intl.DateTimeFormat(tag, { ...utc, day: 'numeric', month: 'short', year: 'numeric' })
const frenchWeekday = new Intl.DateTimeFormat(tag, { ...utc, weekday: 'short' })
const frenchSpoken = new Intl.DateTimeFormat(tag, { ...utc, weekday: 'long', day: 'numeric', month: 'long' })
const frenchMonth = new Intl.DateTimeFormat(tag, { ...utc, month: 'long' })
const frenchTime = new Intl.DateTimeFormat(tag, { ...utc, hour: '2-digit', minute: '2-digit', hour12: false })
const frenchDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const frenchNumber = new Intl.NumberFormat(tag)
const frenchAmount = new Intl.NumberFormat(tag, frenchDecimals)
const frenchShare = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 3 })
const frenchMoney: Readonly<Record<Currency, Intl.NumberFormat>> = {
  CAD: new Intl.NumberFormat(tag, { style: 'currency', currency: 'CAD', ...frenchDecimals }),
  USD: new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', ...frenchDecimals }),
}

/** The French names of Canada's and the United States' clocks; other zones keep their name. */
const frenchZones: Readonly<Record<string, string>> = {
  ...{ PST: 'HNP', PDT: 'HAP', MST: 'HNR', MDT: 'HAR', CST: 'HNC', CDT: 'HAC', EST: 'HNE', EDT: 'HAE' },
  ...{ AST: 'HNA', ADT: 'HAA', NST: 'HNT', NDT: 'HAT', AKST: 'HNAK', AKDT: 'HAAK', HST: 'HNHI' },
}

/** Keeps a time or an amount on one line: makes its spaces non-breaking, whatever the version of the locale data. */
const keepOnOneLine = (text: string): string => text.replaceAll(/[ \u202f]/g, '\u00a0')

/** Replaces a hyphen with a true minus sign, as in the English formats. */
const withMinus = (text: string): string => keepOnOneLine(text).replace(/^-/, '−')

const toFrenchDate = createMemory((date) => frenchDay.format(Date.parse(`${date}T00:00:00Z`))) as (
  date: PlainDate,
) => string

const toFrenchZone = (abbreviation: string): string => frenchZones[abbreviation] ?? abbreviation

const toFrenchTime = (time: string): string => keepOnOneLine(frenchTime.format(Date.parse(`1970-01-01T${time}:00Z`)))

const toFrenchClock = (instant: Instant, zone: ZoneId): string => {
  const { time, abbreviation } = toWallTime(instant, zone)
  return `${toFrenchTime(time)}\u00a0${toFrenchZone(abbreviation)}`
}

const toFrenchInstant = (instant: Instant, zone: ZoneId): string =>
  `${toFrenchDate(toWallTime(instant, zone).date)} à ${toFrenchClock(instant, zone)}`

const toFrenchWeekday = (date: PlainDate): string => frenchWeekday.format(Date.parse(`${date}T00:00:00Z`))

const french: Formats = {
  date: toFrenchDate,
  dateText: (text) => {
    const date = parsePlainDate(text)
    return date === undefined ? text : toFrenchDate(date)
  },
  weekday: toFrenchWeekday,
  weekdayAndDate: (date) => `${toFrenchWeekday(date)} ${toFrenchDate(date)}`,
  spokenDate: (date) => frenchSpoken.format(Date.parse(`${date}T00:00:00Z`)),
  months: Array.from({ length: 12 }, (_, index) => frenchMonth.format(Date.UTC(2000, index, 1))),
  instant: toFrenchInstant,
  weekdayAndInstant: (instant, zone) =>
    `${toFrenchWeekday(toWallTime(instant, zone).date)} ${toFrenchInstant(instant, zone)}`,
  moment: (instant, now, zone) =>
    todayAt(instant, zone) === todayAt(now, zone) ? toFrenchClock(instant, zone) : toFrenchInstant(instant, zone),
  timeAt: (instant, zone) => toFrenchTime(toWallTime(instant, zone).time),
  time: toFrenchTime,
  zone: toFrenchZone,
  amount: (amount, currency) => withMinus(frenchMoney[currency].format(toDecimalAmount(roundToMoney(amount)))),
  tableAmount: (amount) => withMinus(frenchAmount.format(toDecimalAmount(amount))),
  percent: (share) => withMinus(frenchShare.format(share)),
  count: (count) => withMinus(frenchNumber.format(count)),
  // An octet is a byte: 25.5 kB is 25,5 ko.
  size: (bytes) => keepOnOneLine(formatSize(bytes).replace('.', ',').replace(/B$/, 'o')),
}

/**
 * Returns the formats of values in a language: English as everywhere in Atrium (decisions §6 Formats), French as in the
 * Unicode locale data for Canadian French. A non-breaking space is U+00A0, which every font of the papers has.
 */
export const formatsIn = (language: TextLanguage): Formats => (language === 'fr-CA' ? french : english)
