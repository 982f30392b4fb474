/**
 * The week that every page draws: 7 days x 5 machines, a slot every 10 minutes from 08:00 to 20:00, 30 % of them
 * booked.
 */
export const dayCount = 7
export const machineCount = 5
export const columnCount = dayCount * machineCount
const rowCount = 72
export const slotCount = columnCount * rowCount
export const stepMinutes = 10
const firstMinute = 8 * 60
const bookedShare = 0.3

export type WorkSlot = {
  /** The position of the slot, counted row by row, and column by column within a row. */
  readonly index: number
  readonly column: number
  readonly row: number
  readonly booked: boolean
}
export type WorkWeek = { readonly mondayMs: number; readonly slots: readonly WorkSlot[] }

const firstMondayMs = Date.UTC(2027, 0, 4)

const isBooked = (week: number, index: number): boolean => {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(week + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32 < bookedShare
}

const buildWorkWeek = (week: number): WorkWeek => ({
  mondayMs: firstMondayMs + week * 7 * 86_400_000,
  slots: Array.from({ length: slotCount }, (_, index) => ({
    index,
    column: index % columnCount,
    row: Math.floor(index / columnCount),
    booked: isBooked(week, index),
  })),
})

/** The weeks to switch between, each with different bookings; built before anything is measured. */
export const weeks: readonly WorkWeek[] = [buildWorkWeek(0), buildWorkWeek(1)]

export const weekAt = (number: number): WorkWeek => {
  const week = weeks[number]
  if (week === undefined) throw new RangeError(`There is no week ${number}`)
  return week
}

export const rowLabel = (row: number): string => {
  const minute = firstMinute + row * stepMinutes
  const hour = Math.floor(minute / 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute % 60)}${hour < 12 ? 'am' : 'pm'}`
}

export const slotStart = (week: WorkWeek, slot: WorkSlot): Date => {
  const day = Math.floor(slot.column / machineCount)
  return new Date(week.mondayMs + day * 86_400_000 + (firstMinute + slot.row * stepMinutes) * 60_000)
}

export const dayLabel = (week: WorkWeek, day: number): string =>
  new Date(week.mondayMs + day * 86_400_000).toUTCString().slice(0, 11)
