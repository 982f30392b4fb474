import type { Bridge } from '#contract/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { WithConnectivity } from './connectivity-store.ts'
import type { WithDrafts } from './drafts.ts'

/** What the stores of single screens are built from. */
export type StoreParts = {
  readonly bridge: Bridge
  readonly stores: WithClock & WithConnectivity & WithDrafts
  readonly newKey: () => string
}

/** Reads the current second. */
export const secondOf =
  ({ clock }: WithClock) =>
  (): Instant =>
    clock.getState().second

/** Reads the current minute. */
export const minuteOf =
  ({ clock }: WithClock) =>
  (): Instant =>
    clock.getState().minute

/** Reads the clinic's support phone number; null until it is known. */
export const supportPhoneOf =
  ({ connectivity }: WithConnectivity) =>
  (): string | null =>
    connectivity.getState().connectivity?.supportPhone ?? null
