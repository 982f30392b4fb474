/** Distinguishes the answer to the latest read from late answers to earlier ones. */
type Readings = {
  /**
   * Starts a read. The returned function returns true until a later read of the same `key` starts or {@link
   * Readings.expire} is called. A store that reads one thing needs no key.
   */
  readonly begin: (key?: string) => () => boolean
  /**
   * Returns a function that returns true until {@link Readings.expire} is called, for reads that may run at the same
   * time.
   */
  readonly join: () => () => boolean
  /** Makes all reads in progress stale, for example because the shown data is newer than their answers. */
  readonly expire: () => void
}

export const createReadings = (): Readings => {
  let expiries = 0
  const latest = new Map<string, symbol>()
  const join = (): (() => boolean) => {
    const before = expiries
    return () => before === expiries
  }
  return {
    begin: (key = '') => {
      const isFresh = join()
      const mine = Symbol()
      latest.set(key, mine)
      return () => isFresh() && latest.get(key) === mine
    },
    join,
    expire: () => {
      expiries += 1
      latest.clear()
    },
  }
}
