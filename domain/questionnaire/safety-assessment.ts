import type { Gender } from '../members/member.ts'
import type { Instant } from '../time/instant.ts'
import { today, type ZoneId } from '../time/location-clock.ts'
import { type Appointment, findNotices, type Notice } from './notices.ts'
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts'
import type { Answers, AnswerValue, Facts } from './question.ts'
import { answerTo, type Evaluation, evaluate } from './questionnaire-engine.ts'
import { safetyQuestionnaire } from './safety-questionnaire.ts'
import type { SafetySummary, SignOff, SignOffGround } from './safety-record.ts'

/** Everything the safety questions of one study are worked out from. */
export type SafetyCase = {
  /** Null while no member is chosen: then nothing is asked that hangs on their sex. */
  readonly gender: Gender | null
  readonly appointment: Appointment | null
  readonly now: Instant
  readonly supportPhone: string | null
}

export type SafetyAssessment = Evaluation & { readonly notices: readonly Notice[] }

const factsOf = (gender: Gender | null): Facts => (gender === null ? {} : { gender })

/** Works the safety questionnaire out: what is asked, what is missing, and the notices against the appointment. */
export const assessSafety = (answers: Answers, safetyCase: SafetyCase): SafetyAssessment => {
  const evaluation = evaluate(safetyQuestionnaire, factsOf(safetyCase.gender), answers)
  return { ...evaluation, notices: findNotices(evaluation, safetyCase) }
}

/** Reads safety answers from anywhere; see {@link parseAnswers}. `zone` is the location's, whose day counts as today. */
export const parseSafetyAnswers = (
  unknown: unknown,
  gender: Gender | null,
  now: Instant,
  zone: ZoneId,
): ParsedAnswers => parseAnswers(safetyQuestionnaire, factsOf(gender), today(now, zone), unknown)

const redOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ tone }) => tone === 'red')

/** Whether there is anything red to sign off, nothing that nobody may sign off, and no required question left open. */
export const canSignOff = (assessment: SafetyAssessment): boolean => {
  const red = redOf(assessment.notices)
  return red.length > 0 && red.every(({ isProhibitive }) => !isProhibitive) && assessment.unanswered.length === 0
}

/** What a sign-off given now would rest on. */
export const toSignOffGround = (assessment: SafetyAssessment, appointment: Appointment | null): SignOffGround => {
  const red = redOf(assessment.notices)
  return {
    notices: Object.fromEntries(red.map(({ key, top }) => [key, answersUnder(assessment, top)])),
    utcStart: red.some(({ isDated }) => isDated) ? (appointment?.utcStart ?? null) : null,
  }
}

/** The answers to one topmost question and its follow-ups, in the order of the page, as text that is only compared. */
const answersUnder = (assessment: SafetyAssessment, top: string): string =>
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
  appointment: Appointment | null,
): string | null => {
  const now = toSignOffGround(assessment, appointment)
  const keys = Object.keys(now.notices)
  if (keys.length === 0) return 'No red notice is left'
  if (keys.some((key) => !Object.hasOwn(ground.notices, key))) return 'A red notice was added'
  if (redOf(assessment.notices).some(({ isProhibitive }) => isProhibitive)) return 'A red notice rules the scan out'
  if (keys.some((key) => ground.notices[key] !== now.notices[key])) return 'Answers behind a red notice changed'
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
  }
}

export type CheckInWarning = { readonly kind: 'unanswered' | 'incomplete' | 'red'; readonly text: string }

/**
 * What stands in front of a check-in (issue: without a sign-off check-in warns): questions not answered, and red notices
 * nobody signed off. `prohibited` is no warning but an end: nobody may check such a member in.
 */
export const findCheckInWarnings = (
  summary: SafetySummary,
): { readonly isProhibited: boolean; readonly warnings: readonly CheckInWarning[] } => {
  const warnings: CheckInWarning[] = []
  if (summary.state === 'unanswered') {
    warnings.push({ kind: 'unanswered', text: 'This member has not completed their mandatory safety questions' })
  }
  if (summary.state === 'incomplete') {
    const count = summary.unanswered
    warnings.push({
      kind: 'incomplete',
      text: `${count} required safety ${count === 1 ? 'question is' : 'questions are'} not answered`,
    })
  }
  if (summary.red > 0 && summary.signOff === null) {
    const count = summary.red
    warnings.push({
      kind: 'red',
      text: `${count} red safety ${count === 1 ? 'notice is' : 'notices are'} not signed off`,
    })
  }
  return { isProhibited: summary.isProhibited, warnings }
}
