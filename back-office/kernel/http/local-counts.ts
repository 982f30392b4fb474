import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** The maximum number of keys of one route. The counts that were not used for longest are dropped. */
const maxKeys = 5_000

type Count = { calls: number; readonly endsAt: number }

/**
 * Counts the calls of one process for the rate limits. A window begins with the first call under a key. In the limiter's
 * own store, concurrent calls share one object, so each of them can read a count that already includes the others, and
 * be refused below the limit.
 */
export class LocalCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>()

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = performance.now()
    const known = this.#counts.get(key)
    const count = known !== undefined && known.endsAt > now ? known : { calls: 0, endsAt: now + windowMs }
    count.calls += 1
    this.#counts.delete(key)
    this.#counts.set(key, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > maxKeys && oldest !== undefined) this.#counts.delete(oldest)
    callback(null, { current: count.calls, ttl: count.endsAt - now })
  }

  /** Returns the counts of one route. */
  child(): LocalCounts {
    return new LocalCounts()
  }
}
