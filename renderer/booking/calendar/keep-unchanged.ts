import type { WeekView } from '#contract/booking/bridge.ts'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Returns the new reading with the objects of unchanged slots reused, so that only changes are redrawn. */
export const keepUnchanged = (before: WeekView | null, after: WeekView): WeekView => {
  if (before === null) return after
  const days = after.days.map((day, index): SlotDay => {
    const old = before.days[index]
    if (old === undefined || old.date !== day.date) return day
    const known = new Map<string, Slot>(old.slots.map((slot) => [slot.utcStart, slot]))
    const slots = day.slots.map((slot) => {
      const same = known.get(slot.utcStart)
      return same !== undefined && isSame(same, slot) ? same : slot
    })
    const isAsBefore =
      old.open === day.open &&
      isSame(old.closed, day.closed) &&
      slots.length === old.slots.length &&
      slots.every((slot, at) => slot === old.slots[at])
    return isAsBefore ? old : { ...day, slots }
  })
  const isAsBefore = days.length === before.days.length && days.every((day, index) => day === before.days[index])
  return { ...after, days: isAsBefore ? before.days : days }
}
