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
  let latest = 0
  return async () => {
    latest += 1
    const mine = latest
    await new Promise<void>((resume) => setTimeout(resume, pauseMs))
    return mine === latest
  }
}
