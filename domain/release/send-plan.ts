import type { Delivery, DeliveryChannel } from './delivery.ts'
import type { ReleaseItem } from './release-item.ts'
import { itemKey, sentBefore } from './release-matrix.ts'

/**
 * The channels on which one confirmation can send to several recipients. Discs and sticks are written one at a time.
 */
export const planChannels = ['fax', 'email'] as const satisfies readonly DeliveryChannel[]
export type PlanChannel = (typeof planChannels)[number]

/** The maximum number of sends that one confirmation can start. */
export const maxPlannedSends = 40

type PlanItem = { readonly item: ReleaseItem; readonly title: string }
/** The target of a send: the key of the practitioner at a practice, and a channel. */
type PlanTarget = { readonly key: string; readonly practitionerID: string; readonly channel: PlanChannel }

/**
 * One part of the plan, which becomes a delivery of its own. `before`: earlier sends of the item to the practitioner.
 */
export type PlannedSend<Item extends PlanItem, Target extends PlanTarget> = {
  readonly key: string
  readonly item: Item
  readonly target: Target
  readonly before: readonly Delivery[]
}

/**
 * Returns one part for each combination of a target and an item, starting with all items for the first target. A
 * repeated target or item counts once.
 */
export const planSends = <Item extends PlanItem, Target extends PlanTarget>(
  items: readonly Item[],
  targets: readonly Target[],
  deliveries: readonly Delivery[],
): readonly PlannedSend<Item, Target>[] => {
  const parts = new Map<string, PlannedSend<Item, Target>>()
  for (const target of targets) {
    for (const item of items) {
      const key = `${target.key} ${target.channel} ${itemKey(item.item)}`
      if (parts.has(key)) continue
      parts.set(key, { key, item, target, before: sentBefore(deliveries, item, target.practitionerID) })
    }
  }
  return [...parts.values()]
}

/** The states of one part while the plan is carried out. */
export type PlanPartState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'

/** Counts the parts in each state. */
export const countParts = (states: readonly PlanPartState[]): { readonly [State in PlanPartState]: number } => {
  const counts = { waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
  for (const state of states) counts[state] += 1
  return counts
}
