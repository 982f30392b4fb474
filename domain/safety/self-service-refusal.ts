import type { Notice } from './notices.ts'
import { findSettleNotices } from './settle-rule.ts'

/** Why members cannot book by themselves while {@link mustCallBeforeBooking}. */
export const callBeforeBookingMessage = 'Please call us before you book. The safety questions explain why.'

/** Returns whether members cannot book by themselves: a notice must be settled with the clinic first (decisions §6). */
export const mustCallBeforeBooking = (notices: readonly Notice[]): boolean => findSettleNotices(notices).length > 0

/**
 * Returns the back office's answer to a member who tries to book although a notice must be settled first. `supportLine`
 * is the number to call; null for none.
 */
export const callBeforeBooking = (supportLine: string | null): string =>
  `Please call ${supportLine ?? 'the support line'} before you book this scan.`
