import { z } from 'zod'
import { formatClock, formatInstant } from '../format/format-time.ts'
import { type MemberID, memberIDSchema } from '../members/member.ts'
import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { type LocationID, locationIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { countNotices } from './notice-words.ts'
import type { Answers } from './question.ts'
import { answerTo, isSameAnswer } from './questionnaire-engine.ts'
import { assessSafety, type SafetyCase } from './safety-assessment.ts'
import { answersSchema } from './safety-record.ts'

/** Days after the last answer until the server deletes answers without a booking. */
export const bookingSafetyDraftDays = 30

/** The id that a workstation gives to a booking draft's answers at the back office. */
export const bookingSafetyDraftIDSchema = z.string().regex(/^[A-Za-z0-9-]{8,80}$/)

/**
 * Safety answers that were given at one workstation, or by the member, before there was a booking, as the back office
 * stores them.
 */
export const bookingSafetyDraftSchema = z.object({
  draftID: bookingSafetyDraftIDSchema,
  patientID: memberIDSchema,
  locationID: locationIDSchema,
  SafetyQuestions: answersSchema,
  /** Grows with each change. */
  version: z.number().int(),
  /** The author of the latest answer, and its time. */
  by: z.string(),
  /** Whether the member gave the answers, on the self-service pages. */
  isByMember: z.boolean(),
  at: instantSchema,
})
export type BookingSafetyDraft = z.infer<typeof bookingSafetyDraftSchema>

/** The progress of answers, and what they mean for a scan. */
type AnswerCounts = {
  readonly answered: number
  /** Required questions known so far: an answer can add follow-up questions. */
  readonly required: number
  readonly stops: number
  readonly isProhibited: boolean
}

/** Counts answers for an appointment. Without an appointment, a dated notice counts as if its wait were not over. */
export const countAnswers = (answers: Answers, safetyCase: SafetyCase): AnswerCounts => {
  const { required, unanswered, notices } = assessSafety(answers, safetyCase)
  return {
    answered: required.length - unanswered.length,
    required: required.length,
    stops: countNotices(notices).stops,
    isProhibited: notices.some(({ isProhibitive }) => isProhibitive),
  }
}

/** Returns "at 10:02am PST" on the same day of the location's clock, else "on 21 Nov 2026 10:02am PST". */
const describeWhen = (at: Instant, now: Instant, zone: ZoneId): string =>
  todayAt(at, zone) === todayAt(now, zone) ? `at ${formatClock(at, zone)}` : `on ${formatInstant(at, zone)}`

/** Returns "Priya Front answered 12 of 28 at 10:02am PST"; for a member "Answered by the member: 12 of 28 ...". */
export const describeWhoAnswered = (
  { by, isByMember, at }: Pick<BookingSafetyDraft, 'by' | 'isByMember' | 'at'>,
  { answered, required }: AnswerCounts,
  now: Instant,
  zone: ZoneId,
): string => {
  const who = isByMember ? 'Answered by the member:' : `${by} answered`
  return `${who} ${answered} of ${required} ${describeWhen(at, now, zone)}`
}

/** Returns whether `other` has all answers of `answers`, with the same values. */
export const isAnsweredIn = (answers: Answers, other: Answers): boolean =>
  Object.keys(answers).every((field) => isSameAnswer(answerTo(answers, field), answerTo(other, field)))

/**
 * Returns the drafts with an answer that this workstation lacks or has with another value, the latest draft first.
 * Omits a draft if a later draft contains all its answers.
 */
export const findOtherAnswers = (
  drafts: readonly BookingSafetyDraft[],
  mine: Answers,
): readonly BookingSafetyDraft[] => {
  const latestFirst = drafts.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return latestFirst.filter(
    ({ SafetyQuestions }, index) =>
      Object.keys(SafetyQuestions).length > 0 &&
      !isAnsweredIn(SafetyQuestions, mine) &&
      !latestFirst.slice(0, index).some((later) => isAnsweredIn(SafetyQuestions, later.SafetyQuestions)),
  )
}

/** The answers that a booking page has about one member. */
export type AnswersBeforeBooking = {
  readonly memberID: MemberID
  readonly locationID: LocationID
  readonly answers: Answers
}

/** The start of every booking draft's name. */
export const bookingDraftPrefix = 'booking:'

const pageDraftSchema = z.object({
  form: z.object({ memberID: memberIDSchema.nullable().catch(null), locationID: locationIDSchema }),
  safetyAnswers: answersSchema.catch({}),
  setAside: z.array(z.object({ memberID: memberIDSchema, answers: answersSchema })).catch([]),
})

/**
 * Reads the answers of a booking page from its draft: those of the chosen member, and those kept for members who were
 * chosen before. Empty for a draft without answers or in another format.
 */
export const readAnswersBeforeBooking = (content: unknown): readonly AnswersBeforeBooking[] => {
  const draft = pageDraftSchema.safeParse(content).data
  if (draft === undefined) return []
  const { form, safetyAnswers, setAside } = draft
  const chosen = form.memberID === null ? [] : [{ memberID: form.memberID, answers: safetyAnswers }]
  const others = setAside.filter(({ memberID }) => memberID !== form.memberID)
  return [...chosen, ...others]
    .filter(({ answers }) => Object.keys(answers).length > 0)
    .map(({ memberID, answers }) => ({ memberID, answers, locationID: form.locationID }))
}
