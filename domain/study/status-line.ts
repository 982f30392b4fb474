import type { Location } from '../locations/location.ts'
import type { Instant } from '../values/instant.ts'
import { readFlag } from './status-flags.ts'
import type { Study } from './study.ts'
import type { StudyAct } from './study-acts.ts'
import { statusSteps, toStudyBadges } from './study-badges.ts'

export type StatusStepKey = (typeof statusSteps)[number]

type StatusStep = {
  readonly key: StatusStepKey
  readonly label: string
  readonly isDone: boolean
  readonly time: Instant | null
  /** Whether this is the step to do next. False on all steps if the study is cancelled or all steps are done. */
  readonly isNext: boolean
  /** An important fact about a completed step, such as an unpaid invoice; null for none. */
  readonly note: string | null
}

/** For each step, the later steps after which that step is too late: a member who has arrived needs no reminder. */
const overtakenBy: { readonly [Key in StatusStepKey]?: readonly StatusStepKey[] } = {
  reminded: ['checkin', 'imaging'],
  referral: ['imaging'],
  medicalHistory: ['imaging'],
  payment: ['imaging'],
  checkin: ['imaging'],
}

/**
 * Returns the progress of a study (study spec §4): booked, reminded, referred or appropriateness review, medical
 * history plus consent, paid, checkin, scanned, read or published, report QA done, released to member, released to
 * doctor. Next is the first needed step that is not done. A step that is too late stays open, but is never the next
 * one.
 */
export const toStatusLine = (study: Study, location: Pick<Location, 'referralRequired'>): readonly StatusStep[] => {
  const badges = new Map(toStudyBadges(study, location).map((badge) => [badge.key, badge]))
  const steps = statusSteps.flatMap((key) => {
    const badge = badges.get(key)
    if (badge === undefined) return []
    const { label, isComplete, time, isNeeded, note } = badge
    // The badges show that the report is published; the line has room only for what needs attention.
    const isNoted = isComplete && key !== 'reading'
    return [{ key, label, isDone: isComplete, time, isNeeded, note: isNoted ? note : null }]
  })
  const isDone = (key: StatusStepKey): boolean => steps.some((step) => step.key === key && step.isDone)
  const isOvertaken = (key: StatusStepKey): boolean => overtakenBy[key]?.some(isDone) ?? false
  const next = steps.find((step) => !step.isDone && step.isNeeded && !isOvertaken(step.key))
  return steps.map(({ isNeeded: _, ...step }) => ({ ...step, isNext: step.key === next?.key }))
}

/** Returns the step to do next; null if the study is cancelled or all steps are done. */
export const nextStepOf = (study: Study, location: Pick<Location, 'referralRequired'>): StatusStepKey | null =>
  toStatusLine(study, location).find(({ isNext }) => isNext)?.key ?? null

const actsOfSteps: { readonly [Key in StatusStepKey]?: StudyAct } = {
  reminded: 'reminded',
  referral: 'referred',
  checkin: 'checkin',
  imaging: 'scanned',
  reading: 'read',
  reportQA: 'reportQADone',
}

/**
 * Returns the act that completes the next step of a study. Null if there is no next step, or if staff do not mark it in
 * its panel: the payment and the two releases, for example.
 */
export const nextActOf = (study: Study, location: Pick<Location, 'referralRequired'>): StudyAct | null => {
  const step = nextStepOf(study, location)
  if (step === null) return null
  // A medical history that has arrived lacks only the consent.
  if (step === 'medicalHistory') return readFlag(study.status, 'medicalHistory').isSet ? 'consent' : 'medicalHistory'
  return actsOfSteps[step] ?? null
}
