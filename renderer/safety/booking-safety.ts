import { z } from 'zod'
import { type Gender, type MemberID, memberIDSchema } from '#domain/members/member.ts'
import { describeAnswered, isKnownSafetySigned, knownSafety } from '#domain/safety/known-safety.ts'
import { describeNotes, describeStops, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { countOtherStops, describeOtherBookingsShort } from '#domain/safety/other-bookings.ts'
import type { Answers } from '#domain/safety/question.ts'
import { parseSafetyAnswers, type SafetyAssessment, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { answersSchema, type SafetySummary } from '#domain/safety/safety-record.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

/** Answers of a member who was exchanged for another one: kept until that member is back or is booked. */
const answersSetAsideSchema = z.object({ memberID: memberIDSchema, name: z.string(), answers: answersSchema })
export type AnswersSetAside = z.infer<typeof answersSetAsideSchema>

/** The answers set aside, one entry for each member. A draft of before has one entry or null. */
export const allSetAsideSchema = z
  .union([
    z.array(answersSetAsideSchema),
    answersSetAsideSchema.transform((only) => [only]),
    z.null().transform((): AnswersSetAside[] => []),
  ])
  .catch([])

type Given = {
  readonly answers: Answers
  /** One entry for each member at most. */
  readonly setAside: readonly AnswersSetAside[]
  /** Answers from a draft of before that were given with no member chosen; null when there are none. */
  readonly unassigned: Answers | null
}

/** Whether nothing is answered. */
export const hasNoAnswers = (answers: Answers): boolean => Object.keys(answers).length === 0

/**
 * What becomes of the answers when another member is chosen: they are about one person and are not passed on. Those of each
 * member before are set aside and come back with that member. Answers given with no member
 * chosen are kept apart as `unassigned`; no member gets them by being chosen.
 */
export const decideMemberChange = (
  { answers, setAside, unassigned }: Given,
  from: { readonly memberID: MemberID; readonly name: string } | null,
  to: MemberID | null,
): Given => {
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

/** What is set aside without the entry of this member. */
export const withoutMember = (setAside: readonly AnswersSetAside[], memberID: MemberID): readonly AnswersSetAside[] =>
  setAside.filter((entry) => entry.memberID !== memberID)

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

type SafetyChip = { readonly tone: BadgeTone; readonly text: string }

/**
 * A study's safety state as chips of a list, the gravest first; none where all is answered and nothing stands. `isNamed` where
 * the words before them say already what they are about.
 */
export const toSafetyChips = (summary: SafetySummary, isNamed = false): readonly SafetyChip[] => {
  const { state, unanswered, signOff } = summary
  const { stops: red, notes: blue, isProhibited, source } = knownSafety(summary)
  const chips: SafetyChip[] = []
  if (isProhibited) chips.push({ tone: 'danger', text: noticeLevelTitles.forbidden })
  if (red > 0 && !isProhibited) chips.push({ tone: 'danger', text: describeStops(red) })
  if (red > 0 && signOff !== null && isKnownSafetySigned(summary))
    chips.push({ tone: 'success', text: `Signed off by ${signOff.by}` })
  const elsewhere = describeOtherBookingsShort(summary)
  if (elsewhere !== null) chips.push({ tone: countOtherStops(summary) > 0 ? 'danger' : 'warning', text: elsewhere })
  if (source === 'draft') chips.push({ tone: 'warning', text: describeAnswered(summary) })
  else if (state === 'unanswered')
    chips.push({ tone: 'warning', text: isNamed ? 'Not answered' : 'Safety: not answered' })
  else if (state === 'incomplete') chips.push({ tone: 'warning', text: `${unanswered} unanswered` })
  if (blue > 0) chips.push({ tone: 'info', text: describeNotes(blue) })
  return chips
}
