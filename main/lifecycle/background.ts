import type { Log } from '#runtime/log.ts'

/** Work that nobody waits for, but that must have ended before the files are closed. */
export type Background = {
  /** Starts a piece of work; what it throws is logged. Does nothing once stopped. */
  run(work: () => Promise<void>): void
  /** Takes no more work and resolves when all has ended. */
  stop(): Promise<void>
}

export const createBackground = (log: Log): Background => {
  const underWay = new Set<Promise<void>>()
  let stopped = false
  return {
    run: (work) => {
      if (stopped) return
      const done = work()
        .catch((thrown: unknown) => {
          log('error', 'background.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
        })
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    stop: async () => {
      stopped = true
      await Promise.all(underWay)
    },
  }
}
