/** One measured figure of a benchmark. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  /** The unit of value and floor: 'ms', 'per second', 'MB' ... */
  readonly unit: string
  /** The least cost of the same work, or a peer's cost, measured in the same run. */
  readonly floor?: number
  /** The ratio of value and floor. Ratios can be compared between machines; times cannot. */
  readonly ratio?: number
}

/**
 * The export of every test/bench/*.bench.ts. `run` measures and cleans up, and rejects if it could not measure. The
 * notes that it returns are printed below the table: the goals, and what the figures omit.
 */
export type BenchModule = {
  readonly name: string
  readonly run: () => Promise<{ readonly rows: readonly BenchRow[]; readonly notes?: readonly string[] }>
}
