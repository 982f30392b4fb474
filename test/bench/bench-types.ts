/** One measured figure of a benchmark. */
export type BenchRow = {
  /** What was measured, in a few words. */
  readonly name: string
  readonly value: number
  /** Of value, and of floor: 'ms', 'per second', 'MB' ... */
  readonly unit: string
  /** What the same work costs at least, or costs a peer, measured in the same run. */
  readonly floor?: number
  /** value against floor. A ratio is compared between machines; a time is not. */
  readonly ratio?: number
}

/**
 * What every test/bench/*.bench.ts exports. `run` measures, cleans up after itself and rejects where it could not measure.
 * Its notes are printed below the table: what is aimed at, and what is not in it.
 */
export type BenchModule = {
  readonly name: string
  readonly run: () => Promise<{ readonly rows: readonly BenchRow[]; readonly notes?: readonly string[] }>
}
