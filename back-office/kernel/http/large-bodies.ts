/** The maximum number of large bodies in progress at the same time. */
export type LargeBodyLimits = {
  /** For one session. Calls that are not charged to a session count together by address. */
  readonly perCaller: number
  /** For the whole server: each body may be in memory until its call ends. */
  readonly together: number
}
export const defaultLargeBodyLimits: LargeBodyLimits = { perCaller: 2, together: 8 }

/** A body above this size in bytes counts as large. The body that a form on a screen sends is smaller. */
export const largeBodyBytes = 65_536

/** Counts the large bodies that are in progress. */
export type LargeBodies = {
  /** Reserves room for a caller's body and returns the function that releases it; null when the limit is reached. */
  enter(key: string): (() => void) | null
}

/** Creates a counter with these limits. */
export const createLargeBodies = ({ perCaller, together }: LargeBodyLimits): LargeBodies => {
  const counts = new Map<string, number>()
  let all = 0
  return {
    enter: (key) => {
      const own = counts.get(key) ?? 0
      if (own >= perCaller || all >= together) return null
      counts.set(key, own + 1)
      all += 1
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all -= 1
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}
