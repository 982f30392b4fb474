import type { Log } from '#runtime/log.ts'

/** Work that no caller awaits, but that must end before the files are closed. */
export type Background = {
  /** Starts a piece of work and logs what it throws. Does nothing once stopped. */
  run(work: () => Promise<void>): void
  /** Accepts no more work and resolves when all work has ended. */
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
