import { createReadings } from './readings.ts'

/**
 * Milliseconds without a key press after which the back office is asked for a typed text. Shorter than most pauses of a person
 * who looks up from the keys, longer than between two keys of a word that is typed fast.
 */
export const searchPauseMs = 150

/**
 * Returns a gate for searches: each call waits, then gives true when no later call came meanwhile. So a word that is typed, or
 * many changes that arrive at once, are one search.
 */
export const createSearchGate = (pauseMs = searchPauseMs): (() => Promise<boolean>) => {
  const searches = createReadings()
  return async () => {
    const isLatest = searches.begin()
    await new Promise<void>((resume) => setTimeout(resume, pauseMs))
    return isLatest()
  }
}
