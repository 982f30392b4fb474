import type { Delivery } from '../release/delivery.ts'
import type { Instant } from '../values/instant.ts'

type Send = Pick<Delivery, 'deliveryID' | 'practitionerID' | 'item' | 'channel' | 'state' | 'at' | 'handedOverAt'>

/** The sends of a study that wait for a person (decision 321). */
export type SendWork = {
  /** The time since which the oldest disc has waited to be burnt; null if none waits. */
  readonly discWaitsSince: Instant | null
  /** The start of each failed or uncertain send that is the last send of its item to its recipient. */
  readonly troubledSince: readonly Instant[]
}

/** @internal Tests start from it. */
export const noSendWork: SendWork = { discWaitsSince: null, troubledSince: [] }

const isFailedOrUncertain = ({ state }: Send): boolean => state === 'failed' || state === 'uncertain'

/** Returns whether `other` is a later send of the same item to the same recipient. For equal times, the ids decide. */
const isLaterOf = (send: Send, other: Send): boolean =>
  other.state !== 'cancelled' &&
  other.practitionerID === send.practitionerID &&
  JSON.stringify(other.item) === JSON.stringify(send.item) &&
  (other.at > send.at || (other.at === send.at && other.deliveryID < send.deliveryID))

/**
 * Returns the sends of a study that wait for a person: discs whose image is written, and failed or uncertain sends that
 * no later send replaced.
 * @internal The database finds these sends by the same rule in SQL; tests compare the two.
 */
export const sendWorkOf = (sends: readonly Send[]): SendWork => ({
  discWaitsSince:
    sends
      .filter(({ channel, state }) => channel === 'cd' && state === 'handed-over')
      .map(({ handedOverAt, at }) => handedOverAt ?? at)
      .sort()[0] ?? null,
  troubledSince: sends
    .filter((send) => isFailedOrUncertain(send) && !sends.some((other) => isLaterOf(send, other)))
    .map(({ at }) => at),
})
