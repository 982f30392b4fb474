/** How many large bodies are taken at once. */
export type LargeBodyLimits = {
  /** From one session, or from one address without a session. */
  readonly perCaller: number
  /** Of the whole server: each is held in memory until it has been read. */
  readonly together: number
}
export const defaultLargeBodyLimits: LargeBodyLimits = { perCaller: 2, together: 8 }

/** Bytes from which a body counts as large: more than any form has. */
export const largeBodyBytes = 65_536

/** Counts the large bodies that are being read. */
export type LargeBodies = {
  /** Takes a place for a body of this caller; gives what frees it again, once. Null where no place is left. */
  enter(key: string): (() => void) | null
}

/** Large bodies within these limits. */
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
