import { backOfficeKernelWords } from './kernel-words.ts'
/** Thrown when the server's queue for work is full; the caller may retry after a moment. */
export class TooMuchWork extends Error {
  constructor() {
    super(backOfficeKernelWords.tooManyTasks)
    this.name = 'TooMuchWork'
  }
}

/**
 * Creates a runner of CPU work that limits how many tasks run at once and how many wait. The runner returns the work's
 * result, and rejects with {@link TooMuchWork} when the queue is full.
 */
export const createBoundedWork = (limits: {
  readonly atOnce: number
  readonly waiting: number
}): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = (): void => {
    running -= 1
    waiting.shift()?.()
  }
  return async (work) => {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.waiting) throw new TooMuchWork()
      await new Promise<void>((resolve) => {
        waiting.push(() => {
          running += 1
          resolve()
        })
      })
    } else running += 1
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
