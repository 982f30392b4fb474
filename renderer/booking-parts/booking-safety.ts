import { z } from 'zod'
import { type Gender, type MemberID, memberIDSchema } from '#domain/members/member.ts'
import type { Answers } from '#domain/questionnaire/question.ts'
import { parseSafetyAnswers, type SafetyAssessment, type SafetyCase } from '#domain/questionnaire/safety-assessment.ts'
import { answersSchema, type SafetySummary } from '#domain/questionnaire/safety-record.ts'
import type { Instant } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import type { BadgeTone } from '../widgets/badge.tsx'

/** Answers of a member who was exchanged for another one: kept until that member is back or the booking is made. */
export const answersSetAsideSchema = z.object({ memberID: memberIDSchema, name: z.string(), answers: answersSchema })
export type AnswersSetAside = z.infer<typeof answersSetAsideSchema>

type Given = { readonly answers: Answers; readonly setAside: AnswersSetAside | null }

/** Whether nothing is answered. */
export const hasNoAnswers = (answers: Answers): boolean => Object.keys(answers).length === 0

/**
 * What becomes of the answers when another member is chosen: they are about a person, so nobody inherits them. Those of the
 * member before are set aside and come back with that member. Answers given while nobody was chosen are the first one's.
 */
export const decideMemberChange = (
  { answers, setAside }: Given,
  from: { readonly memberID: MemberID; readonly name: string } | null,
  to: MemberID | null,
): Given => {
  if ((from?.memberID ?? null) === to) return { answers, setAside }
  const isBack = setAside !== null && setAside.memberID === to
  if (from === null || hasNoAnswers(answers)) {
    return isBack && hasNoAnswers(answers) ? { answers: setAside.answers, setAside: null } : { answers, setAside }
  }
  return { answers: isBack ? setAside.answers : {}, setAside: { ...from, answers } }
}

/** Answers to send with a booking: complete ones that the back office will take; null for all others, which stay a draft. */
export const toAnswersToBook = (
  { answers, unanswered }: Pick<SafetyAssessment, 'answers' | 'unanswered'>,
  gender: Gender,
  now: Instant,
  zone: ZoneId,
): Answers | null => {
  if (unanswered.length > 0) return null
  const parsed = parseSafetyAnswers(answers, gender, now, zone)
  return parsed.ok && parsed.unanswered.length === 0 ? parsed.answers : null
}

/** Why nobody with these answers can be scanned, in the words of the notice (booking spec §8); null where nothing says so. */
export const findProhibition = ({ notices }: Pick<SafetyAssessment, 'notices'>): string | null =>
  notices.find(({ isProhibitive }) => isProhibitive)?.text ?? null

/** Whether two cases give the same notices to the minute. */
export const isSameCase = (a: SafetyCase, b: SafetyCase): boolean =>
  a.gender === b.gender &&
  a.supportPhone === b.supportPhone &&
  a.appointment?.utcStart === b.appointment?.utcStart &&
  a.appointment?.timezone === b.appointment?.timezone &&
  a.now.slice(0, 16) === b.now.slice(0, 16)

/** How far the answers are, in a few words; `required` counts the questions that must be answered as far as known. */
export const describeProgress = ({
  answers,
  required,
  unanswered,
}: Pick<SafetyAssessment, 'answers' | 'required' | 'unanswered'>): string => {
  if (hasNoAnswers(answers)) return 'not answered'
  return unanswered.length === 0 ? 'complete' : `${required.length - unanswered.length} of ${required.length}`
}

export type SafetyChip = { readonly tone: BadgeTone; readonly text: string }

/**
 * A study's safety state as chips of a list, the gravest first; none where all is answered and nothing stands. `isNamed` where
 * the words before them say already what they are about.
 */
export const toSafetyChips = (summary: SafetySummary, isNamed = false): readonly SafetyChip[] => {
  const { state, unanswered, red, blue, isProhibited, signOff } = summary
  const chips: SafetyChip[] = []
  if (isProhibited) chips.push({ tone: 'danger', text: 'Cannot be scanned' })
  if (red > 0 && !isProhibited) chips.push({ tone: 'danger', text: `${red} red` })
  if (red > 0 && signOff !== null) chips.push({ tone: 'success', text: `Signed off by ${signOff.by}` })
  if (state === 'unanswered') chips.push({ tone: 'warning', text: isNamed ? 'Not answered' : 'Safety: not answered' })
  if (state === 'incomplete') chips.push({ tone: 'warning', text: `${unanswered} unanswered` })
  if (blue > 0) chips.push({ tone: 'info', text: `${blue} blue` })
  return chips
}
