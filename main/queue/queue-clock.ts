/** The queue's clock: it does not jump forwards or backwards when the workstation's clock is changed. */
export type QueueClock = {
  /** Returns milliseconds since an arbitrary moment. */
  monotonicMs(): number
  /** Runs something once after `ms`; returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Node's longest timer: a longer one would run at once. */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: QueueClock = {
  monotonicMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, maxTimerMs)).unref()
    return () => clearTimeout(timer)
  },
}
