import type { Gender } from '../members/member.ts'
import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { findSafetyNotices, type Notice, type ScanStart } from './notices.ts'
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts'
import type { Answers, AnswerValue, Facts } from './question.ts'
import { answerTo, type Evaluation, evaluate } from './questionnaire-engine.ts'
import { safetyQuestionnaire } from './safety-questionnaire.ts'
import type { SafetyDraftSummary, SafetySummary, SignOff, SignOffGround } from './safety-record.ts'

/** Everything the safety questions of one study are worked out from. */
export type SafetyCase = {
  /** Null while no member is chosen: then nothing is asked that hangs on their sex. */
  readonly gender: Gender | null
  readonly appointment: ScanStart | null
  readonly now: Instant
  readonly supportPhone: string | null
}

/**
 * Returns what the safety questions of one study are assessed with. The server, the workstation and the window all build it
 * here, so that an input added to {@link SafetyCase} has one place. A gender that is not known is null. An appointment without
 * its start or its zone counts as none. A support line that is left out is null.
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

/** Works the safety questionnaire out: what is asked, what is missing, and the notices against the appointment. */
export const assessSafety = (answers: Answers, safetyCase: SafetyCase): SafetyAssessment => {
  const evaluation = evaluate(safetyQuestionnaire, factsOf(safetyCase.gender), answers)
  return { ...evaluation, notices: findSafetyNotices(evaluation, safetyCase) }
}

/** Reads safety answers from anywhere; see {@link parseAnswers}. `zone` is the location's, whose day counts as today. */
export const parseSafetyAnswers = (
  unknown: unknown,
  gender: Gender | null,
  now: Instant,
  zone: ZoneId,
): ParsedAnswers => parseAnswers(safetyQuestionnaire, factsOf(gender), todayAt(now, zone), unknown)

const redOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ tone }) => tone === 'red')

/** Whether there is anything red to sign off, nothing that nobody may sign off, and no required question left open. */
export const canSignOff = (assessment: SafetyAssessment): boolean => {
  const red = redOf(assessment.notices)
  return red.length > 0 && red.every(({ isProhibitive }) => !isProhibitive) && assessment.unanswered.length === 0
}

/** The stops by notice key, each with the answers it rests on as text that is only compared. */
const stopsByKey = (assessment: SafetyAssessment): ReadonlyMap<string, string> =>
  new Map(redOf(assessment.notices).map(({ key, top }) => [key, answersUnder(assessment, top)]))

/** Returns the stops of a draft that the saved answers do not have, or have over other answers: no sign-off covers them. */
const findNewStops = (draft: SafetyAssessment, saved: SafetyAssessment): readonly Notice[] => {
  const before = stopsByKey(saved)
  const now = stopsByKey(draft)
  return redOf(draft.notices).filter(({ key }) => before.get(key) !== now.get(key))
}

/**
 * Returns the stops that no sign-off covers, of the saved answers and of a draft, each once. A sign-off covers a draft's stop
 * only over the answers that the saved one has.
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

/** What a sign-off given now would rest on. */
export const toSignOffGround = (assessment: SafetyAssessment, appointment: ScanStart | null): SignOffGround => {
  const red = redOf(assessment.notices)
  return {
    notices: Object.fromEntries(stopsByKey(assessment)),
    utcStart: red.some(({ isDated }) => isDated) ? (appointment?.utcStart ?? null) : null,
  }
}

/** Returns the answers to one topmost question and its follow-ups, in the order of the page, as text that is only compared. */
export const answersUnder = (assessment: SafetyAssessment, top: string): string =>
  JSON.stringify(
    assessment.visible
      .filter((each) => each.top === top && each.question.type !== 'info')
      .map(({ question }) => [question.field, toComparable(answerTo(assessment.answers, question.field))]),
  )

/** Chosen values count in any order. */
const toComparable = (value: AnswerValue | undefined): AnswerValue | null =>
  value === undefined || typeof value === 'string' ? (value ?? null) : [...value].sort()

/**
 * Why a sign-off no longer counts; null while it does. Its ground has changed when nothing red is left, when a notice is
 * red that was not, when the answers under a red one differ, when a red notice is one that nobody may sign off, or when a
 * dated one now has an earlier appointment than the one that was looked at, or has one where there was none. One of several
 * notices that is gone takes nothing from it, nor does a later appointment, nor one that is only taken away.
 */
export const decideWithdrawal = (
  ground: SignOffGround,
  assessment: SafetyAssessment,
  appointment: ScanStart | null,
): string | null => {
  const now = toSignOffGround(assessment, appointment)
  const keys = Object.keys(now.notices)
  if (keys.length === 0) return 'No stop is left'
  if (keys.some((key) => !Object.hasOwn(ground.notices, key))) return 'A stop was added'
  if (redOf(assessment.notices).some(({ isProhibitive }) => isProhibitive)) return 'A stop rules the scan out'
  if (keys.some((key) => ground.notices[key] !== now.notices[key])) return 'Answers behind a stop changed'
  if (now.utcStart === null) return null
  if (ground.utcStart === null || now.utcStart < ground.utcStart)
    return 'The appointment is earlier than the one signed off'
  return null
}

/** The sign-off that stands; null where there is none. */
export const standingSignOff = (signOffs: readonly SignOff[]): SignOff | null =>
  signOffs.find(({ withdrawn }) => withdrawn === null) ?? null

/** The short form of an assessment, for the board, the study page and the workstation's cache. */
export const summarizeSafety = (
  assessment: SafetyAssessment,
  version: number,
  signOffs: readonly SignOff[],
  draft: SafetyDraftSummary | null = null,
): SafetySummary => {
  const count = (tone: Notice['tone']): number => assessment.notices.filter((notice) => notice.tone === tone).length
  const red = count('red')
  const signOff = red === 0 ? null : standingSignOff(signOffs)
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

/** Returns the short form of answers that are not completed, beside the saved ones. */
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
