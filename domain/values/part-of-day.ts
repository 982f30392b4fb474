export type PartOfDay = 'morning' | 'afternoon' | 'evening'

const NOON = 12
const EVENING = 17

/** Returns the part of the day of an hour (0 to 23) in the slot table: morning before 12, afternoon before 17. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < NOON) return 'morning'
  return hour < EVENING ? 'afternoon' : 'evening'
}
