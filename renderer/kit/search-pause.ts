import { createReadings } from './readings.ts'

/**
 * Milliseconds without a key press after which the back office searches for the typed text. It is shorter than the
 * pause of a user who looks up from the keyboard, and longer than the gap between two keys of a quickly typed word.
 */
export const searchPauseMs = 150

/**
 * Returns a gate for searches. Each call waits, then returns true if no later call came in the meantime, so that a
 * typed word or a burst of changes causes only one search.
 */
export const createSearchGate = (pauseMs = searchPauseMs): (() => Promise<boolean>) => {
  const searches = createReadings()
  return async () => {
    const isLatest = searches.begin()
    await new Promise<void>((resume) => setTimeout(resume, pauseMs))
    return isLatest()
  }
}
