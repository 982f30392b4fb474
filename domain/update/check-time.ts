const hourMs = 3_600_000

/**
 * The pause between two looks at the feed, in milliseconds.
 * @internal Tests compare the load of a fleet with it.
 */
export const checkEveryMs = 4 * hourMs
/** Without a look for this long (a week), a workstation looks within the hour after its start. */
const longAgoMs = 7 * 24 * hourMs

/**
 * Returns when a workstation next looks at the feed, as epoch milliseconds after `nowMs`. Every workstation has its own
 * moment in each span of four hours, so that a fleet that starts together does not ask at the same moment. `place` is a
 * number of the workstation from 0 (included) to 1; `lastMs` is the last look, null for none.
 */
export const nextCheckMs = (nowMs: number, place: number, lastMs: number | null): number => {
  // A last look in the future means that the clock was set back, so it says nothing.
  const isLongAgo = lastMs === null || lastMs > nowMs || nowMs - lastMs > longAgoMs
  if (isLongAgo) return nowMs + Math.floor(place * hourMs)
  const own = Math.floor(place * checkEveryMs)
  const inThisSpan = nowMs - (nowMs % checkEveryMs) + own
  return inThisSpan > nowMs ? inThisSpan : inThisSpan + checkEveryMs
}
