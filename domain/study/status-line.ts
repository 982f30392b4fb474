import type { Location } from '../locations/location.ts'
import type { Instant } from '../values/instant.ts'
import type { Study } from './study.ts'
import { statusSteps, toStudyBadges } from './study-badges.ts'

type StatusStepKey = (typeof statusSteps)[number]

export type StatusStep = {
  readonly key: StatusStepKey
  readonly label: string
  readonly isDone: boolean
  readonly time: Instant | null
  /** The one step that is to be done now; on none of a cancelled study, nor when all is done. */
  readonly isNext: boolean
  /** What is to be known although the step is done, such as an invoice that is not paid. */
  readonly note: string | null
}

/** Steps that are in time only until one of these is done: nobody reminds a member who is here. */
const overtakenBy: { readonly [Key in StatusStepKey]?: readonly StatusStepKey[] } = {
  reminded: ['checkin', 'imaging'],
  referral: ['imaging'],
  medicalHistory: ['imaging'],
  payment: ['imaging'],
  checkin: ['imaging'],
}

/**
 * How far a study is (study spec §4): booked, reminded, referred or appropriateness review, medical history plus consent,
 * paid, checkin, scanned, read or published, report QA done, released to member, released to doctor. Next is the first step
 * that is needed and not done; one that the scan has overtaken stays open and is next no more.
 */
export const toStatusLine = (study: Study, location: Pick<Location, 'referralRequired'>): readonly StatusStep[] => {
  const badges = new Map(toStudyBadges(study, location).map((badge) => [badge.key, badge]))
  const steps = statusSteps.flatMap((key) => {
    const badge = badges.get(key)
    if (badge === undefined) return []
    const { label, isComplete, time, isNeeded, note } = badge
    // That it is published is among the badges; the line has no room for what needs no attention.
    const isNoted = isComplete && key !== 'reading'
    return [{ key, label, isDone: isComplete, time, isNeeded, note: isNoted ? note : null }]
  })
  const isDone = (key: StatusStepKey): boolean => steps.some((step) => step.key === key && step.isDone)
  const isOvertaken = (key: StatusStepKey): boolean => overtakenBy[key]?.some(isDone) ?? false
  const next = steps.find((step) => !step.isDone && step.isNeeded && !isOvertaken(step.key))
  return steps.map(({ isNeeded: _, ...step }) => ({ ...step, isNext: step.key === next?.key }))
}
