import type { Location, Machine } from '../locations/location.ts'
import type { SkuID } from '../values/location-id.ts'
import { minutesTaken } from './appointment-end.ts'
import type { Slot } from './slot.ts'

/** The number of machines that can do a scan, and the number of them that are free at one start. */
type SlotCapacity = { readonly free: number; readonly able: number }

/** Returns the number of a location's active machines that can do a scan type. */
export const countAbleMachines = (
  location: Pick<Location, 'catalog'> & {
    readonly machines: readonly Pick<Machine, 'active' | 'availableSKUs' | 'defaultTimes'>[]
  },
  skuID: SkuID,
): number => location.machines.filter((machine) => minutesTaken(location, machine, skuID) !== undefined).length

/**
 * Returns the capacity of a slot; null if the slot cannot be chosen. A machine that is closed at this time or too slow
 * to finish by closing counts as able but not free.
 */
export const slotCapacity = (
  { state, machines }: Pick<Slot, 'state' | 'machines'>,
  able: number,
): SlotCapacity | null =>
  state === 'free' || state === 'mine' ? { free: machines.length, able: Math.max(able, machines.length) } : null
