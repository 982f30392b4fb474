/** There is more work than the server takes on; the caller may ask again after a moment. */
export class TooMuchWork extends Error {
  constructor() {
    super('Too much work is waiting.')
    this.name = 'TooMuchWork'
  }
}

/**
 * Does work that takes a processor: so many pieces at once, and so many more that wait for their turn. Gives what the work
 * gives; rejects with {@link TooMuchWork} where even the places to wait are taken.
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
