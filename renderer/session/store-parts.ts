import type { Bridge } from '#contract/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { WithConnectivity } from './connectivity-store.ts'
import type { WithDrafts } from './drafts.ts'

/** The parts from which the stores of single screens are built. */
export type StoreParts = {
  readonly bridge: Bridge
  readonly stores: WithClock & WithConnectivity & WithDrafts
  readonly newKey: () => string
}

/** Returns a function that reads the current second. */
export const secondOf =
  ({ clock }: WithClock) =>
  (): Instant =>
    clock.getState().second

/** Returns a function that reads the current minute. */
export const minuteOf =
  ({ clock }: WithClock) =>
  (): Instant =>
    clock.getState().minute

/** Returns a function that reads the clinic's support phone number; null until it is known. */
export const supportPhoneOf =
  ({ connectivity }: WithConnectivity) =>
  (): string | null =>
    connectivity.getState().connectivity?.supportPhone ?? null
