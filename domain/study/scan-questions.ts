import { z } from 'zod'
import { countOf } from '../format/format-count.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatInstant } from '../format/format-time.ts'
import { countOpenStops, describeKnownSafety, knownSafety } from '../safety/known-safety.ts'
import { describeStops } from '../safety/notice-words.ts'
import { findUnsettledOthers } from '../safety/other-bookings.ts'
import { type Instant, toEpochMs } from '../values/instant.ts'
import { type Currency, parseDecimalAmount } from '../values/money.ts'
import type { Study } from './study.ts'
import { consentState } from './study-consent.ts'

/** The points that can be open when a study is marked as scanned, the safety of the member first. */
export const scanQuestionKinds = [
  'prohibited',
  'safety-unanswered',
  'safety-stops',
  'other-booking-stops',
  'not-checked-in',
  'early',
  'no-consent',
  'temporary-hold',
  'unpaid',
] as const
export type ScanQuestionKind = (typeof scanQuestionKinds)[number]

/** The open points that were confirmed, each kind once. */
export const confirmedSchema = z
  .array(z.enum(scanQuestionKinds))
  .max(scanQuestionKinds.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'must not name a kind twice')

/** Open stops: a scan mark despite one of these needs a reason. */
const stopKinds: readonly ScanQuestionKind[] = ['prohibited', 'safety-stops', 'other-booking-stops']

/**
 * Returns whether a scan mark needs a reason: a notice forbids it, or a stop is open in this study or in another
 * booking of the member.
 */
export const needsScanReason = (open: readonly { readonly kind: ScanQuestionKind }[]): boolean =>
  open.some(({ kind }) => stopKinds.includes(kind))

type ScanQuestion = {
  readonly kind: ScanQuestionKind
  /** For the person who marks the scan. */
  readonly text: string
  /** For the activity log: no amounts, no answers. */
  readonly log: string
}

/**
 * Returns the open points of a study that is about to be marked as scanned. The user must confirm each one: a wrong
 * mark hides that a member still waits, or that the scan must not take place.
 */
export const findScanQuestions = (study: Study, now: Instant, currency: Currency): readonly ScanQuestion[] => [
  ...safetyQuestions(study),
  ...(study.status.checkin
    ? []
    : [{ kind: 'not-checked-in', text: 'The member is not checked in', log: 'not checked in' } as const]),
  ...timeQuestions(study, now),
  ...(consentState(study) === 'complete'
    ? []
    : [{ kind: 'no-consent', text: 'The member has not signed the consent', log: 'no consent' } as const]),
  ...findOpenMoney(study, currency),
]

const safetyQuestions = ({ safety }: Study): readonly ScanQuestion[] => {
  const { isProhibited, source } = knownSafety(safety)
  const questions: ScanQuestion[] = []
  if (isProhibited) {
    const text = 'A safety notice says that this member cannot be scanned'
    questions.push({ kind: 'prohibited', text, log: 'a safety notice forbids the scan' })
  }
  if (safety.state !== 'complete') {
    const text =
      source === 'none'
        ? 'This member has not completed their mandatory safety questions'
        : `Safety questions not complete: ${describeKnownSafety(safety)}`
    questions.push({ kind: 'safety-unanswered', text, log: 'safety questions not complete' })
  }
  const open = countOpenStops(safety)
  if (open > 0) {
    const text = `${describeStops(open)} ${open === 1 ? 'is' : 'are'} not signed off`
    questions.push({ kind: 'safety-stops', text, log: 'safety stops not signed off' })
  }
  const others = findUnsettledOthers(safety)
  if (others.length > 0) {
    const stops = others.reduce((sum, other) => sum + other.stops, 0)
    const text = `${others.length === 1 ? 'Another booking' : 'Other bookings'} of this member ${
      others.length === 1 ? 'has' : 'have'
    } ${describeStops(stops)}`
    questions.push({ kind: 'other-booking-stops', text, log: 'stops in another booking' })
  }
  return questions
}

const timeQuestions = ({ booking }: Study, now: Instant): readonly ScanQuestion[] => {
  if (booking === null) return []
  const minutes = Math.ceil((toEpochMs(booking.utcStart) - toEpochMs(now)) / 60_000)
  // A mark before the start is probably a mistake: it is easy to press a key or click on the wrong row.
  if (toEpochMs(booking.utcStart) <= toEpochMs(now)) return []
  const start = formatInstant(booking.utcStart, booking.timezone)
  return [
    {
      kind: 'early',
      text: `The appointment starts at ${start}, ${describeMinutes(minutes)} from now`,
      log: `${describeMinutes(minutes)} before the appointment`,
    },
  ]
}

/** Returns the open points about money, for check-in and for the scan mark: a hold, or the open balance. */
export const findOpenMoney = (
  { temporaryHold, balance }: Pick<Study, 'temporaryHold' | 'balance'>,
  currency: Currency,
): readonly ScanQuestion[] => {
  if (temporaryHold) {
    const text = 'This is a temporary hold: it is not fully paid and not booked'
    return [{ kind: 'temporary-hold', text, log: 'temporary hold, not paid' }]
  }
  const owed = balance > 0 ? parseDecimalAmount(balance) : undefined
  return owed === undefined
    ? []
    : [{ kind: 'unpaid', text: `${formatMoney(owed, currency)} is still owed`, log: 'not paid' }]
}

/** Returns `2 days 3 hours`, `7 hours 2 minutes` or `65 minutes`. */
const describeMinutes = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const parts =
    minutes < 120
      ? [countOf(minutes, 'minute')]
      : hours < 48
        ? [countOf(hours, 'hour'), countOf(minutes % 60, 'minute')]
        : [countOf(Math.floor(hours / 24), 'day'), countOf(hours % 24, 'hour')]
  return parts.filter((part, index) => index === 0 || !part.startsWith('0 ')).join(' ')
}

/** Returns the open kinds that were not confirmed. */
export const findUnconfirmed = (
  open: readonly ScanQuestion[],
  confirmed: readonly ScanQuestionKind[],
): readonly ScanQuestion[] => open.filter(({ kind }) => !confirmed.includes(kind))
