import { addDays, type PlainDate } from '../values/plain-date.ts'

/** The position of a day of the board relative to today at its location. */
export type BoardDay = 'past' | 'today' | 'future'

export const boardDayOf = (date: PlainDate, today: PlainDate): BoardDay =>
  date < today ? 'past' : date > today ? 'future' : 'today'

/** Returns the word for a day near today; null for all other days. */
export const nearDayWord = (date: PlainDate, today: PlainDate): 'today' | 'tomorrow' | 'yesterday' | null => {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return date === addDays(today, -1) ? 'yesterday' : null
}
