/** Distinguishes the answer to the latest read from late answers to earlier ones. */
type Readings = {
  /**
   * Begins a reading. What it returns is true until a later reading of the same `key` begins or {@link Readings.expire} is
   * called. A store that reads one thing needs no key.
   */
  readonly begin: (key?: string) => () => boolean
  /** Returns a function that is true until {@link Readings.expire} is called: for work of which several run at once. */
  readonly join: () => () => boolean
  /** Makes all that is under way stale: what is shown is newer than its answers. */
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
