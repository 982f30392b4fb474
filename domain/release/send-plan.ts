import type { Delivery, DeliveryChannel } from './delivery.ts'
import type { ReleaseItem } from './release-item.ts'
import { itemKey, sentBefore } from './release-matrix.ts'

/** The channels of a send to several recipients: a disc or stick is written one at a time. */
export const planChannels = ['fax', 'email'] as const satisfies readonly DeliveryChannel[]
export type PlanChannel = (typeof planChannels)[number]

/** The most sends that one confirmation can start. */
export const mostPlannedSends = 40

type PlanItem = { readonly item: ReleaseItem; readonly title: string }
/** One way to one recipient: the key of the practitioner at a practice, and a channel. */
type PlanWay = { readonly key: string; readonly practitionerID: string; readonly channel: PlanChannel }

/**
 * One part of the plan, which becomes a delivery of its own. `before`: earlier sends of the item to the practitioner.
 */
export type PlannedSend<Item extends PlanItem, Way extends PlanWay> = {
  readonly key: string
  readonly item: Item
  readonly way: Way
  readonly before: readonly Delivery[]
}

/**
 * Returns one part for each way and each item: all items of the first way first. A way or an item that is given twice
 * counts once.
 */
export const planSends = <Item extends PlanItem, Way extends PlanWay>(
  items: readonly Item[],
  ways: readonly Way[],
  deliveries: readonly Delivery[],
): readonly PlannedSend<Item, Way>[] => {
  const parts = new Map<string, PlannedSend<Item, Way>>()
  for (const way of ways) {
    for (const item of items) {
      const key = `${way.key} ${way.channel} ${itemKey(item.item)}`
      if (parts.has(key)) continue
      parts.set(key, { key, item, way, before: sentBefore(deliveries, item, way.practitionerID) })
    }
  }
  return [...parts.values()]
}

/** The states of one part while the plan is carried out. */
export type PlanPartState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'

/** How many parts are in each state. */
export const countParts = (states: readonly PlanPartState[]): { readonly [State in PlanPartState]: number } => {
  const counts = { waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
  for (const state of states) counts[state] += 1
  return counts
}
