/** A clock that advances only on request, and runs its timers in order. */
export type VirtualClock = {
  nowMs(): number
  after(ms: number, run: () => void): () => void
  sleep(ms: number): Promise<void>
  /** Advances the clock by this much time. After each due timer, waits until all pending promises have run. */
  pass(ms: number): Promise<void>
}

type Timer = { readonly atMs: number; readonly run: () => void }

/** Waits until all pending promises have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createVirtualClock = (startMs: number): VirtualClock => {
  const timers: Timer[] = []
  let now = startMs
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { atMs: now + ms, run }
    const index = timers.findLastIndex((other) => other.atMs <= timer.atMs)
    timers.splice(index + 1, 0, timer)
    return () => {
      const place = timers.indexOf(timer)
      if (place >= 0) timers.splice(place, 1)
    }
  }
  return {
    nowMs: () => now,
    after,
    sleep: (ms) =>
      new Promise((resolve) => {
        after(ms, resolve)
      }),
    pass: async (ms) => {
      const end = now + ms
      await settled()
      for (let next = timers[0]; next !== undefined && next.atMs <= end; next = timers[0]) {
        timers.shift()
        now = next.atMs
        next.run()
        await settled()
      }
      now = end
    },
  }
}
