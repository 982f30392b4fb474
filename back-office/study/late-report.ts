import { type Instant, toEpochMs } from '#domain/values/instant.ts'

/**
 * The tolerance for clock differences and for the duration of a call: an act reported within this time counts as done
 * now.
 */
const slackSeconds = 60
/** Oldest time that a late report may claim, in seconds before now. */
const latenessSeconds = 7 * 86_400

export type TimeDone = {
  /** Epoch seconds, as stored. */
  readonly time: number
  readonly isLate: boolean
  /** Whether the claimed time is older than the limit; `time` is then the limit. */
  readonly isLongAgo: boolean
}

/**
 * Returns the time of a reported act. If the act waited on the workstation, this is the time `at` that the workstation
 * recorded, but at the earliest 7 days ago. Otherwise this is the current time.
 */
export const timeDone = (at: Instant | undefined, now: number): TimeDone => {
  const claimed = at === undefined ? now : Math.floor(toEpochMs(at) / 1000)
  if (claimed >= now - slackSeconds) return { time: now, isLate: false, isLongAgo: false }
  const earliest = now - latenessSeconds
  return { time: Math.max(earliest, claimed), isLate: true, isLongAgo: claimed < earliest }
}
