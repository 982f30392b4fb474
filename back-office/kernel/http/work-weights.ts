/** What calls cost in milliseconds of a processor, as far as is known: learned from what they took. */
export type WorkWeights = {
  /** What a call of this name will cost. */
  of(name: string): number
  /** What one has cost. */
  learn(name: string, cpuMs: number): void
}

/** The share of the earlier average that stays when another call was measured. */
const keptShare = 0.8
/** A call that took longer was waiting for a processor, which is not its own doing. */
const mostOfOneCall = 2_000

/** What one call counts as: what it took, within reason. */
export const toCountedMs = (cpuMs: number): number => Math.min(cpuMs, mostOfOneCall)

/** Weights that begin with these, and with nothing for other calls. */
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
