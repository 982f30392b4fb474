import type { OfferedSlot } from '#contract/booking/routes.ts'
import type { Slot } from '#domain/booking/slot.ts'

/**
 * Sets a grid slot's state from the public calendar: free if the calendar offers it, otherwise taken. A past slot stays
 * past.
 */
export const toOpenSlot = (slot: Slot, offered: OfferedSlot | undefined): Slot => {
  if (slot.state === 'past') return slot
  const machines = offered?.machines.map((machine) => machine.machineID) ?? []
  if (offered === undefined || machines.length === 0) return { ...slot, state: 'taken', machines: [] }
  return { ...slot, utcEnd: offered.utcEnd, state: 'free', machines }
}
