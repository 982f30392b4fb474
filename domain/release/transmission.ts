import type { Instant } from '../values/instant.ts'
import type { Delivery, DeliveryState } from './delivery.ts'

/** One step of a delivery. `sending` counts the attempts from 1; `receipt` is the carrier's id of the attempt. */
export type TransmissionStep = {
  readonly state: DeliveryState
  readonly at: Instant
  readonly sending: number
  readonly reason: string | null
  readonly receipt: string | null
  readonly by: string
}

/** A delivery with its steps in order, for its transmission report. */
export type Transmission = {
  readonly delivery: Delivery
  readonly steps: readonly TransmissionStep[]
  readonly attempts: number
  readonly receipt: string | null
  /** When the first attempt began; null if none began, or if the delivery is older than its list of steps. */
  readonly startedAt: Instant | null
  /** When the latest attempt arrived, failed or was cancelled; null while it is open. */
  readonly endedAt: Instant | null
}

const endStates: readonly DeliveryState[] = ['delivered', 'failed', 'cancelled']

/** Returns the facts of a transmission report from a delivery and its steps, in any order of the steps. */
export const toTransmission = (
  delivery: Delivery,
  latest: Pick<TransmissionStep, 'sending' | 'receipt'>,
  steps: readonly (TransmissionStep & { readonly place: number })[],
): Transmission => {
  const inOrder = steps.toSorted((a, b) => a.place - b.place)
  const isEnded = endStates.includes(delivery.state)
  const end = inOrder.findLast(({ state }) => state === delivery.state)
  return {
    delivery,
    steps: inOrder,
    attempts: inOrder.some(({ state }) => state === 'sending') || delivery.handedOverAt !== null ? latest.sending : 0,
    receipt: latest.receipt ?? inOrder.findLast(({ receipt }) => receipt !== null)?.receipt ?? null,
    startedAt: inOrder.find(({ state }) => state === 'sending')?.at ?? null,
    endedAt: isEnded ? (end?.at ?? delivery.deliveredAt) : null,
  }
}
