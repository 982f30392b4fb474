import type { Gender } from '../members/member.ts'
import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { findSafetyNotices, type Notice, type ScanStart } from './notices.ts'
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts'
import type { Answers, AnswerValue, Facts } from './question.ts'
import { answerTo, type Evaluation, evaluate } from './questionnaire-engine.ts'
import { safetyQuestionnaire } from './safety-questionnaire.ts'
import type { SafetyDraftSummary, SafetySummary, SignOff, SignOffBasis } from './safety-record.ts'

/** The input for the safety questions of one study. */
export type SafetyCase = {
  /** Null while no member is chosen: then questions that depend on sex are not asked. */
  readonly gender: Gender | null
  readonly appointment: ScanStart | null
  readonly now: Instant
  readonly supportPhone: string | null
}

/**
 * Builds the input for one study's safety questions. The server, the workstation and the window all build it with this
 * function, so that an input added to {@link SafetyCase} is set in one place. An unknown gender and a missing support
 * line become null. An appointment without a start or a zone becomes null.
 */
export const toSafetyCase = (given: {
  readonly gender: Gender | null | undefined
  readonly appointment: {
    readonly utcStart: Instant | null | undefined
    readonly timezone: ZoneId | null | undefined
  } | null
  readonly now: Instant
  readonly supportPhone?: string | null | undefined
}): SafetyCase => {
  const { utcStart, timezone } = given.appointment ?? {}
  return {
    gender: given.gender ?? null,
    appointment: utcStart == null || timezone == null ? null : { utcStart, timezone },
    now: given.now,
    supportPhone: given.supportPhone ?? null,
  }
}

export type SafetyAssessment = Evaluation & { readonly notices: readonly Notice[] }

const factsOf = (gender: Gender | null): Facts => (gender === null ? {} : { gender })

/** Evaluates the safety questionnaire: what is asked, what is missing, and the notices for the appointment. */
export const assessSafety = (answers: Answers, safetyCase: SafetyCase): SafetyAssessment => {
  const evaluation = evaluate(safetyQuestionnaire, factsOf(safetyCase.gender), answers)
  return { ...evaluation, notices: findSafetyNotices(evaluation, safetyCase) }
}

/** Reads safety answers from any source; see {@link parseAnswers}. Today is the day in `zone`, the location's zone. */
export const parseSafetyAnswers = (
  unknown: unknown,
  gender: Gender | null,
  now: Instant,
  zone: ZoneId,
): ParsedAnswers => parseAnswers(safetyQuestionnaire, factsOf(gender), todayAt(now, zone), unknown)

const redOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ tone }) => tone === 'red')

/**
 * Returns whether a sign-off is possible: there is a red notice, none is prohibitive, and no required question is open.
 */
export const canSignOff = (assessment: SafetyAssessment): boolean => {
  const red = redOf(assessment.notices)
  return red.length > 0 && red.every(({ isProhibitive }) => !isProhibitive) && assessment.unanswered.length === 0
}

/** Returns the answers behind each stop, by notice key, as text for comparison only. */
const stopsByKey = (assessment: SafetyAssessment): ReadonlyMap<string, string> =>
  new Map(redOf(assessment.notices).map(({ key, top }) => [key, answersUnder(assessment, top)]))

/** Returns a draft's stops that the saved answers lack, or that follow from other answers than in the saved answers. */
const findNewStops = (draft: SafetyAssessment, saved: SafetyAssessment): readonly Notice[] => {
  const before = stopsByKey(saved)
  const now = stopsByKey(draft)
  return redOf(draft.notices).filter(({ key }) => before.get(key) !== now.get(key))
}

/**
 * Returns the stops of the saved answers and of a draft that no sign-off covers, each once. A sign-off covers a draft's
 * stop only if the answers behind that stop are those behind the saved stop.
 */
export const findOpenStops = (
  saved: SafetyAssessment,
  draft: SafetyAssessment | null,
  isSigned: boolean,
): readonly Notice[] => {
  const signed = isSigned ? stopsByKey(saved) : new Map<string, string>()
  const own = redOf(saved.notices).filter(({ key }) => !signed.has(key))
  const drafted = draft === null ? new Map<string, string>() : stopsByKey(draft)
  const added = draft === null ? [] : redOf(draft.notices).filter(({ key }) => drafted.get(key) !== signed.get(key))
  return [...own.filter(({ key }) => !drafted.has(key)), ...added]
}

/** Returns the basis of a sign-off given now. */
export const toSignOffBasis = (assessment: SafetyAssessment, appointment: ScanStart | null): SignOffBasis => {
  const red = redOf(assessment.notices)
  return {
    notices: Object.fromEntries(stopsByKey(assessment)),
    utcStart: red.some(({ isDated }) => isDated) ? (appointment?.utcStart ?? null) : null,
  }
}

/**
 * Returns the answers to a topmost question and its follow-ups, in the order of the page, as text for comparison only.
 */
export const answersUnder = (assessment: SafetyAssessment, top: string): string =>
  JSON.stringify(
    assessment.visible
      .filter((each) => each.top === top && each.question.type !== 'info')
      .map(({ question }) => [question.field, toComparable(answerTo(assessment.answers, question.field))]),
  )

/** Sorts chosen values, because their order does not matter. */
const toComparable = (value: AnswerValue | undefined): AnswerValue | null =>
  value === undefined || typeof value === 'string' ? (value ?? null) : [...value].sort()

/**
 * Returns why a sign-off is no longer valid; null while it is valid. Any of these changes withdraws it:
 *
 * - no stop is left
 * - a stop was added
 * - a stop became prohibitive
 * - the answers behind a stop changed
 * - with a dated stop: the appointment became earlier, or an appointment was chosen after the sign-off
 *
 * The sign-off stays valid if one of several stops disappears, if the appointment becomes later, or if there is no
 * longer an appointment.
 */
export const decideWithdrawal = (
  ground: SignOffBasis,
  assessment: SafetyAssessment,
  appointment: ScanStart | null,
): string | null => {
  const now = toSignOffBasis(assessment, appointment)
  const keys = Object.keys(now.notices)
  if (keys.length === 0) return 'No stop is left'
  if (keys.some((key) => !Object.hasOwn(ground.notices, key))) return 'A stop was added'
  if (redOf(assessment.notices).some(({ isProhibitive }) => isProhibitive)) return 'A stop rules the scan out'
  if (keys.some((key) => ground.notices[key] !== now.notices[key])) return 'Answers behind a stop changed'
  if (now.utcStart === null) return null
  if (ground.utcStart === null || now.utcStart < ground.utcStart)
    return 'The sign-off was for a later appointment or for no appointment'
  return null
}

/** Returns the valid sign-off; null if there is none. */
export const currentSignOff = (signOffs: readonly SignOff[]): SignOff | null =>
  signOffs.find(({ withdrawn }) => withdrawn === null) ?? null

/** Returns the short form of an assessment, for the board, the study page and the workstation's cache. */
export const summarizeSafety = (
  assessment: SafetyAssessment,
  version: number,
  signOffs: readonly SignOff[],
  draft: SafetyDraftSummary | null = null,
): SafetySummary => {
  const count = (tone: Notice['tone']): number => assessment.notices.filter((notice) => notice.tone === tone).length
  const red = count('red')
  const signOff = red === 0 ? null : currentSignOff(signOffs)
  return {
    version,
    state: version === 0 ? 'unanswered' : assessment.unanswered.length > 0 ? 'incomplete' : 'complete',
    unanswered: assessment.unanswered.length,
    red,
    blue: count('blue'),
    green: count('green'),
    isProhibited: assessment.notices.some(({ isProhibitive }) => isProhibitive),
    signOff: signOff === null ? null : { by: signOff.by, at: signOff.at },
    required: assessment.required.length,
    draft,
  }
}

/** Returns the short form of a draft's answers, compared with the saved ones. */
export const summarizeSafetyDraft = (
  assessment: SafetyAssessment,
  saved: SafetyAssessment,
  by: string,
  at: Instant,
): SafetyDraftSummary => {
  const { required, unanswered, notices } = assessment
  return {
    answered: required.length - unanswered.length,
    required: required.length,
    stops: redOf(notices).length,
    newStops: findNewStops(assessment, saved).length,
    notes: notices.filter(({ tone }) => tone === 'blue').length,
    isProhibited: notices.some(({ isProhibitive }) => isProhibitive),
    by,
    at,
  }
}
