/** Distinguishes the answer to the latest read from late answers to earlier ones. */
export type Readings = {
  /** Begins a reading. What it returns is true until a later reading begins or {@link Readings.expire} is called. */
  readonly begin: () => () => boolean
  /** Makes the readings under way stale: what is shown is newer than their answers. */
  readonly expire: () => void
}

export const createReadings = (): Readings => {
  let latest = 0
  return {
    begin: () => {
      latest += 1
      const mine = latest
      return () => mine === latest
    },
    expire: () => {
      latest += 1
    },
  }
}
