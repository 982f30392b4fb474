/** Returns the median; for an even number of values, the mean of the middle two. Throws without values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) throw new Error('A median needs values')
  return (lower + upper) / 2
}

/** Returns the percentile: at least `share` (0 to 1) of the values are not larger than it. Throws without values. */
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
