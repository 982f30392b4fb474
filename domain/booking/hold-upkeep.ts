import { type Instant, toEpochMs } from '../values/instant.ts'

/** The time after which a hold in use is renewed. */
const holdRenewAfterMs = 3 * 60_000
/** The remaining time at which a hold in use is renewed at the latest. It is long enough for a second try. */
const holdRenewBeforeMs = 75_000
/** The time after which an untouched form no longer counts as in use. Its hold is then not renewed, so it expires. */
const holdIdleAfterMs = 5 * 60_000

type HoldUpkeep = 'wait' | 'renew' | 'lapsed'

/**
 * Decides what to do about a slot hold now (decisions §5: a slot hold expires after 10 minutes, and is renewed while
 * the user fills in the booking form). After its expiry a hold is `lapsed`, even if the form is in use.
 */
export const decideHoldUpkeep = (input: {
  readonly now: Instant
  readonly expiresAt: Instant
  /** When the hold was placed or last renewed. */
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
