import { answerWords } from '#domain/questionnaire/answer-words.ts'
import type { AnswerValue } from '#domain/questionnaire/question.ts'
import { formatInstant, formatTime } from '#domain/time/format-time.ts'
import type { Instant } from '#domain/time/instant.ts'
import { today, toWallTime, type ZoneId } from '#domain/time/location-clock.ts'
import { questionOf } from '../../forms/safety-words.ts'

/** Time and zone where it is today's there, else with the date. */
export const formatMoment = (instant: Instant, now: Instant, zone: ZoneId): string =>
  today(instant, zone) === today(now, zone)
    ? `${formatTime(toWallTime(instant, zone).time)} ${toWallTime(instant, zone).abbreviation}`
    : formatInstant(instant, zone)

/** Names in a row: `A`, `A and B`, `A, B and C`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'Somebody') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A number with its noun: `1 answer`, `2 answers`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What is answered to a field, in the words of the form; where nothing is, that. */
export const describeFieldAnswer = (field: string, value: AnswerValue | undefined): string => {
  const question = questionOf(field)
  if (value === undefined) return 'No answer'
  return question === undefined ? String(value) : answerWords(question, value)
}
