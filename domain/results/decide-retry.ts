/**
 * The maximum number of tries to compare a stored result with its study. After that, a person decides (decision 312).
 */
export const maxTries = 5

/**
 * The pauses after each try, in seconds. They are short at first, because a brief fault ends soon, and grow so that a
 * lasting fault causes little load.
 */
const pauses = [5, 15, 60, 300] as const

type Retry =
  /** Try now. If the try does not decide the result, the next try is due at `retryAt`, in epoch seconds. */
  | { readonly kind: 'try'; readonly tries: number; readonly retryAt: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'person' }

/**
 * Decides whether a stored result is compared with its study now. A try is counted before it begins, so that a result
 * that crashes the server is not retried forever. `tries` is the number of tries that began; `retryAt` is null before
 * the first try.
 */
export const decideRetry = (
  { tries, retryAt }: { readonly tries: number; readonly retryAt: number | null },
  now: number,
): Retry => {
  if (retryAt !== null && now < retryAt) return { kind: 'wait' }
  if (tries >= maxTries) return { kind: 'person' }
  return { kind: 'try', tries: tries + 1, retryAt: now + (pauses[tries] ?? 300) }
}
