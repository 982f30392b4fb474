import type { Notice } from './notices.ts'
import { findSettleNotices } from './settle-rule.ts'

/**
 * Returns why members cannot book by themselves: a notice must be settled with the clinic first (decisions §6). Null if
 * no notice must be settled.
 */
export const selfServiceRefusal = (notices: readonly Notice[]): string | null =>
  findSettleNotices(notices).length > 0 ? 'Please call us before you book. The safety questions explain why.' : null

/**
 * Returns the back office's answer to a member who tries to book although a notice must be settled first. `supportLine`
 * is the number to call; null for none.
 */
export const callBeforeBooking = (supportLine: string | null): string =>
  `Please call ${supportLine ?? 'the support line'} before you book this scan.`
