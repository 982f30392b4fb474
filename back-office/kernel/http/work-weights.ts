/** The estimated CPU milliseconds of calls, learned from measurements. */
export type WorkWeights = {
  /** Returns the estimated cost of a call. */
  of(name: string): number
  /** Adds a measured cost. */
  learn(name: string, cpuMs: number): void
}

/** The share of the earlier average in the average after a new measurement. */
const keptShare = 0.8
/** The maximum number of milliseconds that one measurement counts: a longer call mostly waited for the CPU. */
const maxOfOneCall = 2_000

/** Returns the counted cost of a call: its measured cost, up to a limit. */
export const toCountedMs = (cpuMs: number): number => Math.min(cpuMs, maxOfOneCall)

/** Creates weights with these first estimates. Any other call weighs 0 until its first measurement. */
export const createWorkWeights = (begin: ReadonlyMap<string, number>): WorkWeights => {
  const weights = new Map(begin)
  return {
    of: (name) => weights.get(name) ?? 0,
    learn: (name, cpuMs) => {
      const known = weights.get(name)
      const counted = toCountedMs(cpuMs)
      weights.set(name, known === undefined ? counted : known * keptShare + counted * (1 - keptShare))
    },
  }
}
