const hourMs = 3_600_000

/**
 * The pause between two looks at the feed, in milliseconds.
 * @internal Tests compare the load of a fleet with it.
 */
export const checkEveryMs = 4 * hourMs
/** The first looks of workstations that missed their own moments are spread over this time, in milliseconds. */
const missedSpreadMs = 2 * hourMs
/** After this many starts in a row that ended without a look, a workstation does not wait for its own moment. */
const mostMissed = 2
/**
 * A workstation that looked less than this time before its own moment skips that moment: a person looked by hand, or the
 * workstation had missed its moments.
 */
const shortestPauseMs = hourMs

/** Returns the first own moment of a workstation after a time. */
const ownMomentAfter = (afterMs: number, place: number): number => {
  const inThisSpan = afterMs - (afterMs % checkEveryMs) + Math.floor(place * checkEveryMs)
  return inThisSpan > afterMs ? inThisSpan : inThisSpan + checkEveryMs
}

/**
 * Returns when a workstation that looked at the feed at `nowMs` looks again, as epoch milliseconds. Every workstation
 * has its own moment in each span of four hours, so that a fleet does not ask at the same moment. `place` is the
 * workstation's number, from 0 (included) to 1 (excluded).
 */
export const nextCheckMs = (nowMs: number, place: number): number => ownMomentAfter(nowMs + shortestPauseMs, place)

/** What a workstation remembers about its looks at the feed. */
export type EarlierLooks = {
  /** The time of the last look, in epoch milliseconds; null if there was none. */
  readonly lastMs: number | null
  /** How many starts since the last look ended without a look. */
  readonly missedStarts: number
}

/**
 * Returns when a workstation that starts at `nowMs` looks first, as epoch milliseconds: at its own moment, so that the
 * load is even although a fleet starts at one moment. A workstation that is on for a few hours a day is perhaps never on
 * at its own moment. So after two starts without a look, the look comes within two hours of the third. The age of the
 * last look does not count: after a long weekend, it is high at every workstation of the fleet.
 */
export const firstCheckMs = (nowMs: number, place: number, { lastMs, missedStarts }: EarlierLooks): number => {
  if (missedStarts >= mostMissed) return nowMs + Math.floor(place * missedSpreadMs)
  // If the last look is in the future, the clock was set back, and how long ago the look was is unknown.
  const looked = lastMs !== null && lastMs <= nowMs ? nextCheckMs(lastMs, place) : 0
  return Math.max(looked, ownMomentAfter(nowMs, place))
}
