import type { OfferedSlot } from '#contract/booking/routes.ts'
import type { Slot } from '#domain/booking/slot.ts'

/** A slot of an empty grid as the public calendar has it: free where it is offered, otherwise taken; past stays past. */
export const toOpenSlot = (slot: Slot, offered: OfferedSlot | undefined): Slot => {
  if (slot.state === 'past') return slot
  const machines = offered?.machines.map((machine) => machine.machineID) ?? []
  if (offered === undefined || machines.length === 0) return { ...slot, state: 'taken', machines: [] }
  return { ...slot, utcEnd: offered.utcEnd, state: 'free', machines }
}
