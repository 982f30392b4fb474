const hourMs = 3_600_000

/**
 * The time between two checks of the feed, in milliseconds.
 * @internal Tests compare the load of a fleet with it.
 */
export const checkEveryMs = 4 * hourMs
/** The first checks of workstations that missed their scheduled checks are spread over this time, in milliseconds. */
const missedSpreadMs = 2 * hourMs
/** After this many consecutive runs without a check, a workstation does not wait for its scheduled time. */
const maxMissed = 2
/**
 * A workstation that checked the feed less than this time before its scheduled time skips the scheduled check: a user
 * checked by hand, or the workstation made up for missed checks.
 */
const shortestPauseMs = hourMs

/** Returns a workstation's first scheduled time after `afterMs`. */
const nextScheduledMs = (afterMs: number, place: number): number => {
  const inThisSpan = afterMs - (afterMs % checkEveryMs) + Math.floor(place * checkEveryMs)
  return inThisSpan > afterMs ? inThisSpan : inThisSpan + checkEveryMs
}

/**
 * Returns when a workstation that checked the feed at `nowMs` checks again, as epoch milliseconds. Every workstation
 * has its own scheduled time in each period of four hours, so that a fleet does not check at the same moment. `place`
 * is the workstation's number, from 0 (included) to 1 (excluded).
 */
export const nextCheckMs = (nowMs: number, place: number): number => nextScheduledMs(nowMs + shortestPauseMs, place)

/** The record that a workstation keeps of its checks of the feed. */
export type EarlierChecks = {
  /** The time of the last check, in epoch milliseconds; null if there was none. */
  readonly lastMs: number | null
  /** The number of runs without a check since the last check. */
  readonly missedStarts: number
}

/**
 * Returns when a workstation that starts at `nowMs` first checks the feed, as epoch milliseconds. It checks at its
 * scheduled time, so that the load is spread evenly although a fleet starts at one moment. A workstation that is on for
 * only a few hours a day may never be on at its scheduled time. So after two runs without a check, it checks within two
 * hours of its third start. The age of the last check does not count, because after a long weekend it is high at every
 * workstation of the fleet.
 */
export const firstCheckMs = (nowMs: number, place: number, { lastMs, missedStarts }: EarlierChecks): number => {
  if (missedStarts >= maxMissed) return nowMs + Math.floor(place * missedSpreadMs)
  // If the last check is in the future, the clock was set back, and the age of the check is unknown.
  const afterLast = lastMs !== null && lastMs <= nowMs ? nextCheckMs(lastMs, place) : 0
  return Math.max(afterLast, nextScheduledMs(nowMs, place))
}
