export type PartOfDay = 'morning' | 'afternoon' | 'evening'

const NOON = 12
const EVENING = 17

/** The part of the day under which the slot table lists an hour (0 to 23): morning before 12, afternoon before 17. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < NOON) return 'morning'
  return hour < EVENING ? 'afternoon' : 'evening'
}
