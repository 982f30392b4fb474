import type { Instant } from '../values/instant.ts'
import type { Language, TextLanguage } from '../values/language.ts'
import { toWallTime, type ZoneId } from '../values/location-clock.ts'
import { createMemory } from '../values/memory.ts'
import { type Currency, type Money, roundToMoney, toDecimalAmount } from '../values/money.ts'
import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { formatCount, formatPercent } from './format-count.ts'
import { formatDate, formatDateText } from './format-date.ts'
import { formatAmount, formatTableAmount } from './format-money.ts'
import { formatInstant } from './format-time.ts'

/** The formats of values in one language. */
type Formats = {
  readonly date: (date: PlainDate) => string
  /** Returns the date of a `YYYY-MM-DD` text, and any other text unchanged. */
  readonly dateText: (text: string) => string
  /** Date, time and zone. */
  readonly instant: (instant: Instant, zone: ZoneId) => string
  /** A decimal amount with its currency. */
  readonly amount: (amount: number, currency: Currency) => string
  /** An amount for a table whose head names the currency. */
  readonly tableAmount: (amount: Money) => string
  /** A share, such as 0.1, as a percentage. */
  readonly percent: (share: number) => string
  readonly count: (count: number) => string
}

const english: Formats = {
  date: formatDate,
  dateText: formatDateText,
  instant: formatInstant,
  amount: formatAmount,
  tableAmount: formatTableAmount,
  percent: formatPercent,
  count: formatCount,
}

const tag: Language = 'fr-CA'
const utc = { timeZone: 'UTC' } as const
const frenchDay = new Intl.DateTimeFormat(tag, { ...utc, day: 'numeric', month: 'short', year: 'numeric' })
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

const french: Formats = {
  date: toFrenchDate,
  dateText: (text) => {
    const date = parsePlainDate(text)
    return date === undefined ? text : toFrenchDate(date)
  },
  instant: (instant, zone) => {
    const { date, time, abbreviation } = toWallTime(instant, zone)
    const clock = keepOnOneLine(frenchTime.format(Date.parse(`1970-01-01T${time}:00Z`)))
    return `${toFrenchDate(date)} à ${clock}\u00a0${frenchZones[abbreviation] ?? abbreviation}`
  },
  amount: (amount, currency) => withMinus(frenchMoney[currency].format(toDecimalAmount(roundToMoney(amount)))),
  tableAmount: (amount) => withMinus(frenchAmount.format(toDecimalAmount(amount))),
  percent: (share) => withMinus(frenchShare.format(share)),
  count: (count) => withMinus(frenchNumber.format(count)),
}

/**
 * Returns the formats of values in a language: English as everywhere in Atrium (decisions §6 Formats), French as in the
 * Unicode locale data for Canadian French. A non-breaking space is U+00A0, which every font of the papers has.
 */
export const formatsIn = (language: TextLanguage): Formats => (language === 'fr-CA' ? french : english)
