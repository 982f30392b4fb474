import type { Delivery } from '../release/delivery.ts'
import type { Instant } from '../values/instant.ts'

type Send = Pick<Delivery, 'deliveryID' | 'practitionerID' | 'item' | 'channel' | 'state' | 'at' | 'handedOverAt'>

/** The sends of a study that wait for a person (decision 321). */
export type SendWork = {
  /** Since when the oldest disc waits to be burnt; null without one. */
  readonly discWaitsSince: Instant | null
  /** When each send began that is the last one of its item to its recipient, and failed or is uncertain. */
  readonly troubledSince: readonly Instant[]
}

/** @internal Tests start from it. */
export const noSendWork: SendWork = { discWaitsSince: null, troubledSince: [] }

const isTroubled = ({ state }: Send): boolean => state === 'failed' || state === 'uncertain'

/** Returns whether `other` is a later send of the same item to the same recipient. Equal times follow the ids. */
const isLaterOf = (send: Send, other: Send): boolean =>
  other.state !== 'cancelled' &&
  other.practitionerID === send.practitionerID &&
  JSON.stringify(other.item) === JSON.stringify(send.item) &&
  (other.at > send.at || (other.at === send.at && other.deliveryID < send.deliveryID))

/**
 * Returns which sends of a study wait for a person: discs whose image is written, and failed or uncertain sends that no
 * later send replaced.
 * @internal The database finds them by the same rule in SQL; tests compare the two.
 */
export const sendWorkOf = (sends: readonly Send[]): SendWork => ({
  discWaitsSince:
    sends
      .filter(({ channel, state }) => channel === 'cd' && state === 'handed-over')
      .map(({ handedOverAt, at }) => handedOverAt ?? at)
      .sort()[0] ?? null,
  troubledSince: sends
    .filter((send) => isTroubled(send) && !sends.some((other) => isLaterOf(send, other)))
    .map(({ at }) => at),
})
