const hourMs = 3_600_000

/**
 * The pause between two looks at the feed, in milliseconds.
 * @internal Tests compare the load of a fleet with it.
 */
export const checkEveryMs = 4 * hourMs
/**
 * The first looks of workstations that start together are spread over this time, in milliseconds.
 * @internal Tests compare the load of a fleet with it.
 */
export const startSpreadMs = 2 * hourMs
/**
 * A workstation that looked less than this time before its own moment skips that moment. Otherwise workstations that
 * start together would all look twice.
 */
const shortestPauseMs = hourMs

/**
 * Returns when a workstation that looked at the feed at `nowMs` looks again, as epoch milliseconds. Every workstation
 * has its own moment in each span of four hours, so that a fleet does not ask at the same moment. `place` is the
 * workstation's number, from 0 (included) to 1 (excluded).
 */
export const nextCheckMs = (nowMs: number, place: number): number => {
  const own = Math.floor(place * checkEveryMs)
  const inThisSpan = nowMs - (nowMs % checkEveryMs) + own
  return inThisSpan > nowMs + shortestPauseMs ? inThisSpan : inThisSpan + checkEveryMs
}

/**
 * Returns when a workstation that starts at `nowMs` looks first, as epoch milliseconds. If the last look was over four
 * hours ago, the first look comes within two hours: a workstation that is on for a few hours a day is perhaps never on
 * at its own moment. `lastMs` is the time of the last look; null if there was none.
 */
export const firstCheckMs = (nowMs: number, place: number, lastMs: number | null): number => {
  // If the last look is in the future, the clock was set back, and the time since that look is unknown.
  const isDue = lastMs === null || lastMs > nowMs || nowMs - lastMs > checkEveryMs
  return isDue ? nowMs + Math.floor(place * startSpreadMs) : nextCheckMs(nowMs, place)
}
