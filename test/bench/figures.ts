/** Returns the median; for an even number of values, the mean of the middle two. Throws without values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) throw new Error('A median needs values')
  return (lower + upper) / 2
}

/** Returns the value that `share` (0 to 1) of the values do not exceed. Throws without values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('A percentile needs values')
  return value
}

/** Returns the wall-clock milliseconds of `work`, with its result. */
export const timed = <Value>(work: () => Value): { readonly ms: number; readonly value: Value } => {
  const start = performance.now()
  const value = work()
  return { ms: performance.now() - start, value }
}

/**
 * Returns a generator of numbers from 0 up to 1. The same seed gives the same numbers, so that benchmarks do the same
 * work every time.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
