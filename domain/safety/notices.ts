import { formatPhone } from '../format/format-phone.ts'
import { formatsIn } from '../format/formats-in.ts'
import type { Instant } from '../values/instant.ts'
import { standardLanguage, type TextLanguage } from '../values/language.ts'
import { findInstants, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { addDays, addMonths, comparePlainDates, type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { noticeReasonWordsIn } from './notice-reason-words.ts'
import type { Answers, DateRule, NoticeTone } from './question.ts'
import { answerTo, type Evaluation } from './questionnaire-engine.ts'
import { safetyTextIn } from './safety-text-in.ts'

/** The start of a scan with its location's zone: the part of an appointment that dated notices depend on. */
export type ScanStart = { readonly utcStart: Instant; readonly timezone: ZoneId }

/** One advisory notice (booking spec §8), evaluated for the appointment. */
export type Notice = {
  /** The info question's field. */
  readonly key: string
  /** The topmost question from which the notice follows. */
  readonly top: string
  /** A notice whose dated wait is over by the appointment is green, whatever the tone of its info question. */
  readonly tone: NoticeTone
  readonly text: string
  /** The date arithmetic in words; null for a notice without dates. */
  readonly reason: string | null
  /** The day or moment the reason names; null for none. */
  readonly date: PlainDate | Instant | null
  readonly isProhibitive: boolean
  /** Whether the notice depends on the appointment's date. */
  readonly isDated: boolean
}

type NoticeContext = {
  /** Null while no time is chosen. */
  readonly appointment: ScanStart | null
  readonly now: Instant
  /** The support line quoted in the notices; null if none is configured. */
  readonly supportPhone: string | null
  /**
   * The language of the texts; English if absent. Decisions such as a sign-off compare the English texts, so only a
   * page for the member asks for another.
   */
  readonly language?: TextLanguage
}

/**
 * Returns the notices in the order of the page (booking spec §8). Dated notices are computed for the appointment's
 * time, by calendar on the location's clock (decisions §5).
 *
 * A wait of weeks counts days: surgery on 1 January is 8 weeks past on 26 February, and an appointment on that day is
 * late enough. An effect of months lasts up to and including the same day of the month, or the last day of a shorter
 * month. Something due some days before the appointment is due at the appointment's time of day. If the clock shows
 * that time twice on the due day, the earlier one counts. If the clock skips it, the moment of the clock change counts.
 */
export const findSafetyNotices = (evaluation: Evaluation, context: NoticeContext): readonly Notice[] => {
  const notices: Notice[] = []
  for (const { question, top } of evaluation.visible) {
    if (question.type !== 'info') continue
    const { field: key, title, tone, isProhibitive = false, dateRule } = question
    const text = textOf(title, context)
    const plain = { key, top, tone, text, reason: null, date: null, isProhibitive, isDated: false }
    const notice = dateRule === undefined ? plain : toDated(plain, dateRule, evaluation.answers, context)
    if (notice !== null) notices.push(notice)
  }
  return notices
}

const textOf = (title: string, { supportPhone, language = standardLanguage }: NoticeContext): string => {
  const words = noticeReasonWordsIn(language)
  const phone = supportPhone === null ? words.supportLine : words.call(formatPhone(supportPhone))
  // A function, because `$` has a special meaning in a replacement text.
  return safetyTextIn(language, title).replaceAll('{phone}', () => phone)
}

/** Returns the answered day; undefined from the year 9000 on, because adding to a mistyped year must not throw. */
const findDay = (answers: Answers, field: string): PlainDate | undefined => {
  const date = parsePlainDate(answerTo(answers, field))
  return date !== undefined && date < '9000-01-01' ? date : undefined
}

const toDated = (plain: Notice, rule: DateRule, answers: Answers, context: NoticeContext): Notice | null => {
  const dated = { ...plain, isDated: true }
  const { appointment, language = standardLanguage } = context
  const words = noticeReasonWordsIn(language)
  const { date: formatDate, instant: formatInstant } = formatsIn(language)
  switch (rule.kind) {
    case 'wait-after': {
      const from = findDay(answers, rule.field)
      if (from === undefined) return { ...dated, reason: textOf(rule.unknownReason, context) }
      const until = addDays(from, rule.weeks * 7)
      const sum = words.weeks(formatDate(from), rule.weeks, formatDate(until))
      if (appointment === null) return { ...dated, date: until, reason: words.noAppointment(sum) }
      const day = appointmentDay(appointment)
      const isOver = comparePlainDates(day, until) >= 0
      const reason = words.onDay(sum, formatDate(day))
      return isOver
        ? { ...dated, tone: 'green', text: textOf(rule.metTitle, context), date: until, reason }
        : { ...dated, date: until, reason }
    }
    case 'lasts-after': {
      const from = findDay(answers, rule.field)
      if (from === undefined) return dated
      const until = addMonths(from, rule.months)
      const sum = words.months(formatDate(from), rule.months, formatDate(until))
      if (appointment === null) return { ...dated, date: until, reason: words.noAppointment(sum) }
      const day = appointmentDay(appointment)
      if (comparePlainDates(day, until) > 0) return null
      return { ...dated, date: until, reason: words.onDay(sum, formatDate(day)) }
    }
    case 'due-before': {
      if (appointment === null) return { ...dated, reason: words.dueLater }
      const due = dueBefore(appointment, rule.days)
      const isLate = context.now > due
      const inWords = isLate ? words.wereDue : words.due
      const time = formatInstant(due, appointment.timezone)
      return { ...dated, date: due, reason: inWords(time, formatInstant(appointment.utcStart, appointment.timezone)) }
    }
  }
}

const appointmentDay = ({ utcStart, timezone }: ScanStart): PlainDate => toWallTime(utcStart, timezone).date

const dueBefore = ({ utcStart, timezone }: ScanStart, days: number): Instant => {
  const wall = toWallTime(utcStart, timezone)
  const found = findInstants(addDays(wall.date, -days), wall.time, timezone)
  switch (found.kind) {
    case 'once':
      return found.instant
    case 'twice':
      return found.earlier
    case 'never':
      return found.nextValid
  }
}
