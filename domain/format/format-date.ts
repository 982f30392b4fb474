import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { createDateFormat } from './format-tokens.ts'

/** Returns a date, including a birth date, as `24 Nov 2026` (study spec §9, decisions §6 Formats). */
export const formatDate = createDateFormat('DD MMM YYYY')

/** Returns a date with its weekday: `Tue 24 Nov 2026`. */
export const formatWeekdayAndDate = createDateFormat('ddd DD MMM YYYY')

/** Returns the weekday in three letters, `Tue`. */
export const formatWeekday = createDateFormat('ddd')

/** Returns the weekday in full, `Tuesday`. */
export const formatLongWeekday = createDateFormat('dddd')

/** Returns a date in words, for screen readers in the cells of a grid: `Tuesday 24 November`. */
export const formatSpokenDate = createDateFormat('dddd D MMMM')

const formatMonth = createDateFormat('MMMM')

/** The month names, January first. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  formatMonth(`2000-${index < 9 ? '0' : ''}${index + 1}-01` as PlainDate),
)

/** Formats `YYYY-MM-DD` as {@link formatDate} does. Returns any other text unchanged, such as a CRM's `03/02/1980`. */
export const formatDateText = (text: string): string => {
  const date = parsePlainDate(text)
  return date === undefined ? text : formatDate(date)
}
