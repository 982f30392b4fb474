const shortMs = 5 * 60_000
const longMs = 10 * 60_000
/** More calls in ten minutes replace the oldest, so that a storm of calls cannot fill the memory. */
const maxKept = 20_000

/** The calls that book, move or cancel. */
const bookingCalls: ReadonlySet<string> = new Set([
  'createBooking',
  'createTemporaryHoldBooking',
  'changeAppointmentTime',
  'cancelBooking',
])

/** The latest measured values, each with the time of its measurement. */
class Recent {
  readonly #figures: { readonly at: number; readonly value: number }[] = []
  #next = 0

  add(at: number, value: number): void {
    this.#figures[this.#next] = { at, value }
    this.#next = (this.#next + 1) % maxKept
  }

  since(at: number): number[] {
    return this.#figures.filter((figure) => figure.at >= at).map(({ value }) => value)
  }
}

/** Returns the value that 99 percent of the figures do not exceed; null if there are no figures. */
const toP99 = (figures: number[]): number | null => {
  if (figures.length === 0) return null
  const sorted = figures.sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null
}

type CallFigures = {
  readonly bookingP99Ms: number | null
  readonly callP99Ms: number | null
  readonly unexpectedErrors: number
  readonly feedLagSeconds: number | null
  readonly lostConnections: number
  readonly lostSpans: number
}

/**
 * The measurements that one process of the server makes of its calls. Times are milliseconds of a clock that never
 * jumps.
 */
export type CallMeter = {
  /** Counts an answered call. */
  countCall(name: string, status: number, ms: number): void
  /** Records one answer of the change feed; `lagSeconds` is the age of the oldest change in that answer. */
  countFeed(lagSeconds: number): void
  countLostConnection(): void
  /** Counts spans that were not exported. */
  countLostSpans(count: number): void
  read(): CallFigures
}

export const createCallMeter = (now: () => number = () => performance.now()): CallMeter => {
  const [bookings, calls, errors] = [new Recent(), new Recent(), new Recent()]
  const [lags, lost, spans] = [new Recent(), new Recent(), new Recent()]
  return {
    countCall: (name, status, ms) => {
      calls.add(now(), ms)
      if (bookingCalls.has(name)) bookings.add(now(), ms)
      if (status === 500) errors.add(now(), 1)
    },
    countFeed: (lagSeconds) => lags.add(now(), lagSeconds),
    countLostConnection: () => lost.add(now(), 1),
    countLostSpans: (count) => spans.add(now(), count),
    read: () => {
      const recentLags = lags.since(now() - shortMs)
      return {
        bookingP99Ms: toP99(bookings.since(now() - longMs)),
        callP99Ms: toP99(calls.since(now() - longMs)),
        unexpectedErrors: errors.since(now() - shortMs).length,
        feedLagSeconds: recentLags.length === 0 ? null : recentLags.reduce((one, other) => Math.max(one, other)),
        lostConnections: lost.since(now() - shortMs).length,
        lostSpans: spans.since(now() - shortMs).reduce((sum, count) => sum + count, 0),
      }
    },
  }
}
