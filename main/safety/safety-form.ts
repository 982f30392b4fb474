import type { SafetyView } from '#contract/safety/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { type Letterhead, letterheadOf } from '#domain/locations/letterhead.ts'
import { fullName } from '#domain/members/member.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import { noticeLevel } from '#domain/safety/notice-level.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { NoticeTone } from '#domain/safety/question.ts'
import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'
import { currentSignOff } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { Instant } from '#domain/values/instant.ts'

/** One question on the printed form. */
export type FormRow = {
  /** 0 for a question of the questionnaire's own list, 1 for its follow-ups, and so on. */
  readonly depth: number
  readonly title: string
  readonly answer: string
  readonly state: 'answered' | 'missing' | 'left-open'
  /** Whether the answer is free text: only free text may be cut when space runs out. */
  readonly isText: boolean
  /** Whether the answer comes from a text field of several lines: it is printed below the question, not beside it. */
  readonly isLong: boolean
}

/** All texts of the printed form; the drawing code decides on the layout. */
export type PrintedSafetyForm = {
  readonly letterhead: Letterhead
  readonly memberName: string
  /** Labels and values, three in a row. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Printed on every page, so that a loose sheet still names its member. */
  readonly running: string
  /** Problems of the form as a whole, such as unanswered questions. */
  readonly warnings: readonly string[]
  readonly notices: readonly { readonly tone: NoticeTone; readonly word: string; readonly text: string }[]
  readonly signing:
    | { readonly kind: 'not-needed' }
    | { readonly kind: 'signed' | 'impossible'; readonly text: string }
    /** The form has lines to sign by hand. */
    | { readonly kind: 'open'; readonly text: string }
  readonly sections: readonly { readonly title: string; readonly rows: readonly FormRow[] }[]
  readonly madeAt: Instant
}

const toneWords: Readonly<Record<NoticeTone, string>> = { red: 'STOP', blue: 'NOTE', green: 'OK' }

/** Returns the notice with its level before it and the date calculation after it. */
const noticeText = (notice: Notice): string => {
  const level = noticeLevel(notice)
  const named = level === 'note' ? notice.text : `${noticeLevelTitles[level]}: ${notice.text}`
  return notice.reason === null ? named : `${named} ${notice.reason}`
}

/**
 * Builds the printed form of a study's safety questions for the technologist. It has every asked question and its
 * stored answer, the notices and the sign-off. Times are in the location's zone. Returns texts only, none of them cut.
 */
export const toSafetyForm = (view: SafetyView, assessment: SafetyAssessment, now: Instant): PrintedSafetyForm => {
  const { study, member, location, record } = view
  const zone = location.timezone
  const at = (instant: Instant): string => formatInstant(instant, zone)
  const name = fullName(member)
  const scan = location.catalog.primary.find(({ skuID }) => skuID === study.skuID)
  const appointment = study.status.cancelled
    ? 'Cancelled'
    : study.booking === null
      ? 'No time chosen'
      : at(study.booking.utcStart)
  const saved =
    record.savedAt === null
      ? 'Not saved yet'
      : `${at(record.savedAt)} by ${record.savedBy ?? 'an unknown user'}, version ${record.version}`
  return {
    letterhead: letterheadOf(location),
    memberName: name,
    facts: [
      ['Date of birth', formatDate(member.dob)],
      ['Sex', member.gender === 'female' ? 'Female' : 'Male'],
      ['Study', study.studyID],
      ['Appointment', appointment],
      ['Location', location.address.name],
      ['Scan type', scan?.name ?? `SKU ${study.skuID}`],
      ['Answers saved', saved],
    ],
    // The name is last, because a line that is too long is cut at its end. Study id and birth date must stay readable.
    running: `Study ${study.studyID} · born ${formatDate(member.dob)} · ${name}`,
    warnings: findWarnings(view, assessment, at),
    notices: assessment.notices.map((notice) => ({
      tone: notice.tone,
      word: toneWords[notice.tone],
      text: noticeText(notice),
    })),
    signing: decideSigning(view, assessment.notices, at),
    sections: toSections(assessment),
    madeAt: now,
  }
}

const findWarnings = (
  { study, record, source, asOf }: SafetyView,
  { unanswered }: SafetyAssessment,
  at: (instant: Instant) => string,
): readonly string[] => {
  const warnings: string[] = []
  if (record.version === 0) warnings.push('No answers have been saved for this appointment.')
  else if (unanswered.length > 0) {
    const count = unanswered.length
    warnings.push(`${count} required ${count === 1 ? 'question is' : 'questions are'} not answered.`)
  }
  if (source === 'cache') warnings.push(`Printed without the back office, from a copy of ${at(asOf)}.`)
  if (study.safety.version > record.version) warnings.push('Newer answers have been saved that are not on this form.')
  return warnings
}

const decideSigning = (
  { record }: SafetyView,
  notices: readonly Notice[],
  at: (instant: Instant) => string,
): PrintedSafetyForm['signing'] => {
  const red = notices.filter(({ tone }) => tone === 'red')
  if (red.length === 0) return { kind: 'not-needed' }
  if (red.some(({ isProhibitive }) => isProhibitive)) {
    return { kind: 'impossible', text: 'Cannot be scanned. At least one stop on this form cannot be signed off.' }
  }
  const validSignOff = currentSignOff(record.signOffs)
  if (validSignOff !== null) {
    return {
      kind: 'signed',
      text: `Stops signed off by ${validSignOff.by} on ${at(validSignOff.at)}: ${validSignOff.reason}`,
    }
  }
  const [latest] = record.signOffs
  const before =
    latest?.withdrawn == null
      ? ''
      : ` The sign-off by ${latest.by} was withdrawn on ${at(latest.withdrawn.at)}: ${latest.withdrawn.reason}.`
  return { kind: 'open', text: `The stops are not signed off.${before}` }
}

const toSections = ({ visible, answers, required }: SafetyAssessment): PrintedSafetyForm['sections'] =>
  safetyQuestionnaire.sections.map(({ title, questions }) => {
    const tops = new Set(questions.map(({ field }) => field))
    const rows = visible.flatMap(({ question, depth, top }): FormRow[] => {
      if (question.type === 'info' || !tops.has(top)) return []
      const value = answers[question.field]
      const isRequired = required.includes(question.field)
      return [
        {
          depth,
          title: question.title,
          answer: value === undefined ? (isRequired ? 'Not answered' : 'Not given') : answerWords(question, value),
          state: value !== undefined ? 'answered' : isRequired ? 'missing' : 'left-open',
          isText: question.type === 'text',
          isLong: question.type === 'text' && question.rows > 1 && value !== undefined,
        },
      ]
    })
    return { title, rows }
  })
