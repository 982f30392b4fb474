import type { OfferedSlot } from '#contract/booking/routes.ts'
import type { Slot } from '#domain/booking/slot.ts'

/**
 * Converts a slot of an empty grid by the public calendar: free when it is offered, otherwise taken. A past slot stays
 * past.
 */
export const toOpenSlot = (slot: Slot, offered: OfferedSlot | undefined): Slot => {
  if (slot.state === 'past') return slot
  const machines = offered?.machines.map((machine) => machine.machineID) ?? []
  if (offered === undefined || machines.length === 0) return { ...slot, state: 'taken', machines: [] }
  return { ...slot, utcEnd: offered.utcEnd, state: 'free', machines }
}
