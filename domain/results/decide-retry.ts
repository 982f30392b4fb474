/** The most tries to compare a stored result with its study; then a person decides (decision 312). */
export const mostTries = 5

/** The pauses after each try, in seconds: a fault of a moment is over soon, and a lasting one stays small. */
const pauses = [5, 15, 60, 300] as const

type Retry =
  /** Try; unless it is decided, the next try is due at `retryAt`, in epoch seconds. */
  | { readonly kind: 'try'; readonly tries: number; readonly retryAt: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'person' }

/**
 * Decides whether a stored result is compared with its study now. A try is counted before it begins, so that a result
 * that ends the server is not tried forever. `tries` are those that began; `retryAt` is null before the first.
 */
export const decideRetry = (
  { tries, retryAt }: { readonly tries: number; readonly retryAt: number | null },
  now: number,
): Retry => {
  if (retryAt !== null && now < retryAt) return { kind: 'wait' }
  if (tries >= mostTries) return { kind: 'person' }
  return { kind: 'try', tries: tries + 1, retryAt: now + (pauses[tries] ?? 300) }
}
