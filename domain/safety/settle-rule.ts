import { comparePlainDates, type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { noticeLevel } from './notice-level.ts'
import type { Notice } from './notices.ts'

/** The longest reason for booking before a notice is settled, in characters. */
export const settleReasonMaxLength = 500

/** Returns the notices that must be settled before the scan (decisions §6). */
export const findSettleNotices = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter((notice) => noticeLevel(notice) === 'settle')

/**
 * Returns the basis of a tick "Book before the sign-off", as text for comparison only; null if nothing is to be
 * settled. A change of the notices or of their date arithmetic, such as another appointment day, changes the text, so
 * that the tick is no longer valid. The support line in a notice has no effect.
 */
export const toSettleBasis = (notices: readonly Notice[]): string | null => {
  const settle = findSettleNotices(notices)
  return settle.length === 0 ? null : JSON.stringify(settle.map(({ key, reason }) => [key, reason]))
}

const parseGround = (ground: string): readonly string[] => {
  const parsed: unknown = JSON.parse(ground)
  return Array.isArray(parsed) ? parsed.map((notice) => JSON.stringify(notice)) : []
}

/**
 * Returns whether a reason given for the basis `given` also covers the basis `ground`: every notice of `ground` must be
 * in `given`. Both are results of {@link toSettleBasis}.
 */
export const coversBasis = (given: string, ground: string): boolean => {
  const known = new Set(parseGround(given))
  return parseGround(ground).every((notice) => known.has(notice))
}

/** A tick with its reason, as a booking form stores it. */
export type SettleTick = {
  /** The basis of the tick, from {@link toSettleBasis}; null if the box is empty. */
  readonly settleGround: string | null
  readonly settleReason: string
}

export const noSettleTick: SettleTick = { settleGround: null, settleReason: '' }

/** The state of the acknowledgement: not needed, not ticked, ticked without a usable reason, or given. */
export type SettleState =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'not-ticked' }
  | { readonly kind: 'reason-missing' }
  | { readonly kind: 'given'; readonly reason: string }

/** Returns whether a text has a letter or a digit: invisible characters alone are no reason. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Returns a typed reason, trimmed; null if it is no reason or longer than {@link settleReasonMaxLength}. */
export const readSettleReason = (typed: string): string | null => {
  const reason = typed.trim()
  return hasLetterOrDigit(reason) && reason.length <= settleReasonMaxLength ? reason : null
}

/** Decides whether a tick is valid for the present basis, a result of {@link toSettleBasis}. */
export const decideSettle = (ground: string | null, tick: SettleTick): SettleState => {
  if (ground === null) return { kind: 'not-needed' }
  if (tick.settleGround !== ground) return { kind: 'not-ticked' }
  const reason = readSettleReason(tick.settleReason)
  return reason === null ? { kind: 'reason-missing' } : { kind: 'given', reason }
}

/**
 * Returns the latest day of the dated waits. A notice with a moment is omitted: the moment is a due time, not a day to
 * wait for.
 */
const latestDay = (notices: readonly Notice[]): PlainDate | null => {
  let latest: PlainDate | null = null
  for (const { date } of notices) {
    const day = date === null ? undefined : parsePlainDate(date)
    if (day !== undefined && (latest === null || comparePlainDates(day, latest) > 0)) latest = day
  }
  return latest
}

/**
 * Returns the first day on which every dated wait is over, such as 8 weeks after a surgery; null if no wait with a
 * known date is open. Other notices do not depend on the day, so they do not count.
 */
export const firstFittingDay = (notices: readonly Notice[]): PlainDate | null => latestDay(findSettleNotices(notices))

/**
 * Returns the day on which the last dated wait ends, whether the appointment is late enough or not; null if there is
 * none.
 */
export const waitDay = (notices: readonly Notice[]): PlainDate | null =>
  latestDay(notices.filter(({ tone, isDated }) => isDated && tone !== 'blue'))
