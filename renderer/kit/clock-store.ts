import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Instant, toInstant } from '#domain/values/instant.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

type ClockStoreState = {
  /** The current second. */
  readonly second: Instant
  /** The current minute. A component that shows no seconds selects the minute and redraws once a minute. */
  readonly minute: Instant
}
export type ClockStore = StoreApi<ClockStoreState>
export type WithClock = { readonly clock: ClockStore }

const read = (nowMs: number): ClockStoreState => ({
  second: toInstant(nowMs),
  minute: toInstant(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS),
})

/**
 * Creates the window's only clock, which ticks on each second. `now` returns milliseconds since 1970. `schedule` runs a
 * function after a delay in milliseconds; only tests replace the window's timer.
 */
export const createClockStore = (
  now: () => number,
  schedule: (run: () => void, delayMs: number) => unknown = setTimeout,
): ClockStore => {
  const store: ClockStore = createStore<ClockStoreState>(() => read(now()))
  const tick = (): void => {
    const next = read(now())
    if (next.second !== store.getState().second) store.setState(next)
    schedule(tick, SECOND_MS - (now() % SECOND_MS))
  }
  schedule(tick, SECOND_MS - (now() % SECOND_MS))
  return store
}
