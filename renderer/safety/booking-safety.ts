import { z } from 'zod'
import { type Gender, type MemberID, memberIDSchema } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { parseSafetyAnswers, type SafetyAssessment, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { answersSchema, type SafetySummary } from '#domain/safety/safety-record.ts'
import { type SafetyState, safetyRoles, toSafetyMarks } from '#domain/safety/safety-states.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'
import { roleTones } from '../study/state-badge.tsx'
import { safetyFormWords } from './safety-words.ts'

/**
 * The answers about a member, kept after the user chose another member, until the first member is chosen again or
 * booked.
 */
const answersSetAsideSchema = z.object({ memberID: memberIDSchema, name: z.string(), answers: answersSchema })
export type AnswersSetAside = z.infer<typeof answersSetAsideSchema>

/** The answers set aside, one entry for each member. A draft of an earlier version of Atrium has one entry or null. */
export const allSetAsideSchema = z
  .union([
    z.array(answersSetAsideSchema),
    answersSetAsideSchema.transform((only) => [only]),
    z.null().transform((): AnswersSetAside[] => []),
  ])
  .catch([])

type StoredAnswers = {
  readonly answers: Answers
  /** At most one entry for each member. */
  readonly setAside: readonly AnswersSetAside[]
  /** Answers given without a chosen member, from a draft of an earlier version of Atrium; null when there are none. */
  readonly unassigned: Answers | null
}

/** Returns whether no question is answered. */
export const hasNoAnswers = (answers: Answers): boolean => Object.keys(answers).length === 0

/**
 * Decides where the answers go when another member is chosen. Answers are about one person, so they never pass to
 * another person. The previous member's answers are set aside and return with that member. Answers given without a
 * member stay in `unassigned`; choosing a member does not assign them.
 */
export const decideMemberChange = (
  { answers, setAside, unassigned }: StoredAnswers,
  from: { readonly memberID: MemberID; readonly name: string } | null,
  to: MemberID | null,
): StoredAnswers => {
  if (from === null && !hasNoAnswers(answers)) {
    return decideMemberChange({ answers: {}, setAside, unassigned: { ...unassigned, ...answers } }, from, to)
  }
  if ((from?.memberID ?? null) === to) return { answers, setAside, unassigned }
  const back = setAside.find(({ memberID }) => memberID === to)
  const stillAside = setAside.filter((entry) => entry !== back)
  const without = from === null ? stillAside : withoutMember(stillAside, from.memberID)
  const isLeft = from !== null && !hasNoAnswers(answers)
  return {
    answers: back?.answers ?? {},
    setAside: isLeft ? [...without, { ...from, answers }] : stillAside,
    unassigned,
  }
}

/** Returns the answers set aside, without this member's entry. */
export const withoutMember = (setAside: readonly AnswersSetAside[], memberID: MemberID): readonly AnswersSetAside[] =>
  setAside.filter((entry) => entry.memberID !== memberID)

/**
 * Returns the answers to send with a booking when they are complete and valid; otherwise null, and they stay a draft.
 */
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

/** Returns the text of the notice that forbids the scan (booking spec §8); null when no notice does. */
export const findProhibition = ({ notices }: Pick<SafetyAssessment, 'notices'>): string | null =>
  notices.find(({ isProhibitive }) => isProhibitive)?.text ?? null

/** Returns whether two cases lead to the same notices; times are compared to the minute. */
export const isSameCase = (a: SafetyCase, b: SafetyCase): boolean =>
  a.gender === b.gender &&
  a.supportPhone === b.supportPhone &&
  a.appointment?.utcStart === b.appointment?.utcStart &&
  a.appointment?.timezone === b.appointment?.timezone &&
  a.now.slice(0, 16) === b.now.slice(0, 16)

/** Returns the progress of the answers in a few words. `required` has the required questions known so far. */
export const describeProgress = ({
  answers,
  required,
  unanswered,
}: Pick<SafetyAssessment, 'answers' | 'required' | 'unanswered'>): string => {
  if (hasNoAnswers(answers)) return safetyFormWords.summary.progressNone
  return unanswered.length === 0
    ? safetyFormWords.summary.progressComplete
    : safetyFormWords.summary.progress(required.length - unanswered.length, required.length)
}

type SafetyChip = { readonly state: SafetyState; readonly tone: BadgeTone; readonly text: string }

/**
 * Returns a study's safety state as chips for a list, the most serious first; none when all is answered without
 * notices. `isNamed` is true when the text before the chips already says that they are about safety.
 */
export const toSafetyChips = (summary: SafetySummary, isNamed = false): readonly SafetyChip[] => {
  const textOf = (state: SafetyState, word: string): string => {
    if (state === 'not-answered' && isNamed) return safetyFormWords.summary.notAnswered
    return state === 'signed-off' ? safetyFormWords.notices.signedOffBy(summary.signOff?.by ?? '') : word
  }
  return toSafetyMarks(summary)
    .filter(({ state }) => state !== 'answered')
    .map(({ state, word }) => ({ state, tone: roleTones[safetyRoles[state]], text: textOf(state, word) }))
}
