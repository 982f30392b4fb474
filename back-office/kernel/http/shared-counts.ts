import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Database } from '../../database/database.ts'
import { addCalls, type CallCount, removeCallCounts } from './call-counts-repository.ts'

/**
 * The prefix of a key that counts guesses. Each call under such a key is counted in the database before it is answered.
 */
export const exactly = 'exactly '

const minuteMs = 60_000
/**
 * The interval, in milliseconds, at which this process adds its counts to the shared counts in the database; exact
 * counts are added at once.
 */
const everyMs = 1_000
/** The maximum number of counters in memory. The oldest are then dropped from memory, but remain in the database. */
const maxCounters = 20_000

type Count = {
  readonly counter: string
  readonly minute: number
  /** Calls of all processes, as last read from the database. */
  shared: number
  /** Calls of this process that are being sent to the database. */
  sent: number
  /** Calls of this process that wait to be sent. */
  own: number
}

type Found = { readonly current: number; readonly ttl: number }

/**
 * Counts the calls of all server processes that share one database, with one count per clock minute; minutes are
 * numbered from the epoch.
 */
export type SharedCounts = {
  /** The store of the rate limiter. */
  readonly Store: FastifyRateLimitStoreCtor
  stop(): Promise<void>
}

/**
 * Creates the counts of the rate limits for several processes. A count against guessing ({@link exactly}) is exact. All
 * others are exchanged once a second, so that a caller who spreads calls over all processes gets at most a second of
 * calls more than the limit. While the database does not answer, each process counts its own calls. The database has a
 * hash in place of an address or a session.
 */
export const createSharedCounts = (db: Database, nowMs: () => number = Date.now): SharedCounts => {
  const counts = new Map<string, Count>()
  let sending: Promise<void> = Promise.resolve()

  const countOf = (key: string, minute: number): Count => {
    const known = counts.get(key)
    if (known?.minute === minute) return known
    const counter = createHash('sha256').update(key).digest('base64url')
    const count = { counter, minute, shared: 0, sent: 0, own: 0 }
    counts.delete(key)
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > maxCounters && oldest !== undefined) counts.delete(oldest)
    return count
  }

  const send = async (): Promise<void> => {
    const waiting = [...counts.values()].filter(({ own }) => own > 0)
    const rows = waiting.map(({ counter, minute, own }): CallCount => ({ counter, minute, calls: own }))
    for (const count of waiting) {
      count.sent += count.own
      count.own = 0
    }
    try {
      const added = new Map((await addCalls(db, rows)).map((row) => [`${row.minute} ${row.counter}`, row.calls]))
      for (const [index, count] of waiting.entries()) {
        count.shared = Math.max(count.shared, added.get(`${count.minute} ${count.counter}`) ?? 0)
        count.sent -= rows[index]?.calls ?? 0
      }
    } catch {
      // The calls stay counted in this process.
    }
  }

  const sendAll = (): void => {
    const minute = Math.floor(nowMs() / minuteMs)
    for (const [key, count] of counts) if (count.minute < minute) counts.delete(key)
    sending = sending.then(send)
  }
  const timer = setInterval(sendAll, everyMs).unref()

  /** Returns the calls of all processes including this one; undefined while the database does not answer. */
  const countExactly = async ({ counter, minute }: Count): Promise<number | undefined> => {
    try {
      return (await addCalls(db, [{ counter, minute, calls: 1 }]))[0]?.calls
    } catch {
      return undefined
    }
  }

  const increase = async (key: string): Promise<Found> => {
    const at = nowMs()
    const minute = Math.floor(at / minuteMs)
    const ttl = (minute + 1) * minuteMs - at
    const count = countOf(key, minute)
    const exact = key.includes(exactly) ? await countExactly(count) : undefined
    if (exact !== undefined) return { current: exact, ttl }
    count.own += 1
    return { current: count.shared + count.sent + count.own, ttl }
  }

  class Store implements FastifyRateLimitStore {
    readonly #name: string
    constructor(name?: unknown) {
      this.#name = typeof name === 'string' ? name : ''
    }
    incr(key: string, callback: (error: Error | null, result?: Found) => void): void {
      increase(`${this.#name} ${key}`).then(
        (found) => callback(null, found),
        (error: Error) => callback(error),
      )
    }
    child(parameters: object): Store {
      // The limiter passes the route under this name, which its types do not have.
      const { routeInfo } = parameters as { readonly routeInfo?: { readonly method?: unknown; readonly url?: unknown } }
      return new Store(`${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`)
    }
  }

  return {
    Store: Store as FastifyRateLimitStoreCtor,
    stop: async () => {
      clearInterval(timer)
      await sending
    },
  }
}

/** Removes the counts of past minutes. */
export const removeOldCallCounts = (db: Database, nowMs: () => number = Date.now): Promise<void> =>
  removeCallCounts(db, Math.floor(nowMs() / minuteMs) - 1)
