import { comparePlainDates, type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { type Notice, noticeLevel } from './notices.ts'

/** The longest reason for booking before a notice is settled, in characters. */
export const settleReasonMaxLength = 500

/** Returns the notices that must be settled before the scan (decisions §6). */
export const findSettleNotices = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter((notice) => noticeLevel(notice) === 'settle')

/**
 * Returns what a tick "Book before this is settled" is given for, as text that is only compared; null where there is nothing
 * to settle. Another notice, or a dated one with another date, gives another text, so the tick no longer counts. The support
 * line in a notice makes no difference.
 */
export const toSettleGround = (notices: readonly Notice[]): string | null => {
  const settle = findSettleNotices(notices)
  return settle.length === 0 ? null : JSON.stringify(settle.map(({ key, reason }) => [key, reason]))
}

const parseGround = (ground: string): readonly string[] => {
  const parsed: unknown = JSON.parse(ground)
  return Array.isArray(parsed) ? parsed.map((notice) => JSON.stringify(notice)) : []
}

/** Whether a reason given for one ground, as {@link toSettleGround} gives it, also counts for another: it names no other notice. */
export const coversGround = (given: string, ground: string): boolean => {
  const known = new Set(parseGround(given))
  return parseGround(ground).every((notice) => known.has(notice))
}

/** A tick with its reason, as a booking form keeps it. */
export type SettleTick = {
  /** What was ticked, as {@link toSettleGround} gives it; null where the box is empty. */
  readonly settleGround: string | null
  readonly settleReason: string
}

export const noSettleTick: SettleTick = { settleGround: null, settleReason: '' }

/** How far the acknowledgement is: not needed, not ticked, ticked without a usable reason, or given. */
export type SettleState =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'not-ticked' }
  | { readonly kind: 'reason-missing' }
  | { readonly kind: 'given'; readonly reason: string }

/** Whether text has a letter or a digit: invisible characters alone are no reason. */
export const saysSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Returns what was typed as a reason, trimmed; null where it is no reason or longer than {@link settleReasonMaxLength}. */
export const readSettleReason = (typed: string): string | null => {
  const reason = typed.trim()
  return saysSomething(reason) && reason.length <= settleReasonMaxLength ? reason : null
}

/** Decides whether a tick counts for what has to be settled now, as {@link toSettleGround} gives it. */
export const decideSettle = (ground: string | null, tick: SettleTick): SettleState => {
  if (ground === null) return { kind: 'not-needed' }
  if (tick.settleGround !== ground) return { kind: 'not-ticked' }
  const reason = readSettleReason(tick.settleReason)
  return reason === null ? { kind: 'reason-missing' } : { kind: 'given', reason }
}

/** Returns the latest day that a dated wait names; a moment is when something is due, not a day to wait for. */
const latestDay = (notices: readonly Notice[]): PlainDate | null => {
  let latest: PlainDate | null = null
  for (const { date } of notices) {
    const day = date === null ? undefined : parsePlainDate(date)
    if (day !== undefined && (latest === null || comparePlainDates(day, latest) > 0)) latest = day
  }
  return latest
}

/**
 * Returns the first day on which every dated wait is over, such as 8 weeks after a surgery; null where no wait with a known
 * date is open. Other notices do not depend on the day, so they do not count.
 */
export const firstFittingDay = (notices: readonly Notice[]): PlainDate | null => latestDay(findSettleNotices(notices))

/** Returns the day on which the last dated wait ends, whether the appointment is late enough or not; null where there is none. */
export const waitDay = (notices: readonly Notice[]): PlainDate | null =>
  latestDay(notices.filter(({ tone, isDated }) => isDated && tone !== 'blue'))
