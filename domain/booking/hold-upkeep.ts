import { type Instant, toEpochMs } from '../values/instant.ts'

/** A hold in use is renewed after so long. */
const holdRenewAfterMs = 3 * 60_000
/** A hold in use is renewed at the latest when so much of it is left, a failed renewal having time for another. */
const holdRenewBeforeMs = 75_000
/** A form untouched for so long is no longer being filled, and its hold runs out. */
const holdIdleAfterMs = 5 * 60_000

type HoldUpkeep = 'wait' | 'renew' | 'lapsed'

/**
 * What to do about a slot hold now (decisions §5: a slot hold lives 10 minutes and is renewed while the booking form is
 * being filled). A hold whose end has come is lapsed, used or not.
 */
export const decideHoldUpkeep = (input: {
  readonly now: Instant
  readonly expiresAt: Instant
  /** When it was placed or last renewed. */
  readonly renewedAt: Instant
  /** When the form was last touched. */
  readonly lastActivity: Instant
}): HoldUpkeep => {
  const now = toEpochMs(input.now)
  const leftMs = toEpochMs(input.expiresAt) - now
  if (leftMs <= 0) return 'lapsed'
  if (now - toEpochMs(input.lastActivity) > holdIdleAfterMs) return 'wait'
  const isDue = now - toEpochMs(input.renewedAt) >= holdRenewAfterMs || leftMs <= holdRenewBeforeMs
  return isDue ? 'renew' : 'wait'
}
