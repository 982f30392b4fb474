/** What the queue waits by: time that neither jumps nor goes back, whatever is done to the workstation's clock. */
export type QueueClock = {
  /** Milliseconds since any moment. */
  monotonicMs(): number
  /** Runs something once after so long; gives what calls it off. */
  after(ms: number, run: () => void): () => void
}

/** A timer's most in Node: anything longer would run at once. */
const longestTimerMs = 2 ** 31 - 1

export const systemClock: QueueClock = {
  monotonicMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestTimerMs)).unref()
    return () => clearTimeout(timer)
  },
}
