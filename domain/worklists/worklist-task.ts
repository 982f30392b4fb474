import { z } from 'zod'
import type { Location } from '../locations/location.ts'
import { countOpenStops } from '../safety/known-safety.ts'
import { bodyCompositionSku } from '../study/body-composition.ts'
import { readFlag, type StatusFlag } from '../study/status-flags.ts'
import type { Study } from '../study/study.ts'
import { addMinutes, type Instant } from '../values/instant.ts'
import type { Allowance } from './allowance.ts'
import type { SendWork } from './send-work.ts'
import type { Worklist } from './worklist.ts'

/** The kinds of work on the worklists (decision 271). @internal Tests cover every entry. */
export const worklistTasks = [
  'read',
  'complete-qa',
  'confirm-body-composition',
  'publish',
  'publish-draft',
  'release-to-member',
  'notify-practitioner',
  'burn-disc',
  'check-send',
  'receive-history',
  'review-history',
  'book-consult',
  'hold-consult',
  'resolve-stop',
  'convert-hold',
  'collect-payment',
  'obtain-referral',
] as const
export const worklistTaskSchema = z.enum(worklistTasks)
export type WorklistTask = (typeof worklistTasks)[number]

/** The tasks of each list. */
export const tasksOf: { readonly [List in Worklist]: readonly WorklistTask[] } = {
  reading: ['read'],
  'report-qa': ['complete-qa', 'confirm-body-composition'],
  'health-information': [
    'publish',
    'publish-draft',
    'release-to-member',
    'notify-practitioner',
    'burn-disc',
    'check-send',
    'receive-history',
    'review-history',
  ],
  'nurse-practitioner': ['book-consult', 'hold-consult', 'resolve-stop', 'review-history'],
  sales: ['convert-hold', 'collect-payment', 'obtain-referral'],
}

/** The time that each task may take from its anchor (decision 272). */
export const allowances: { readonly [Task in WorklistTask]: Allowance } = {
  read: { unit: 'working-days', count: 2 },
  'complete-qa': { unit: 'working-days', count: 1 },
  'confirm-body-composition': { unit: 'working-days', count: 2 },
  publish: { unit: 'working-days', count: 1 },
  'publish-draft': { unit: 'working-days', count: 1 },
  'release-to-member': { unit: 'working-days', count: 1 },
  'notify-practitioner': { unit: 'working-days', count: 2 },
  'burn-disc': { unit: 'working-days', count: 1 },
  'check-send': { unit: 'working-days', count: 1 },
  'receive-history': { unit: 'days', count: -2 },
  'review-history': { unit: 'days', count: -1 },
  'book-consult': { unit: 'working-days', count: 1 },
  'hold-consult': { unit: 'instant' },
  'resolve-stop': { unit: 'days', count: -2 },
  'convert-hold': { unit: 'instant' },
  'collect-payment': { unit: 'days', count: -1 },
  'obtain-referral': { unit: 'days', count: -2 },
}

/** The event that is the anchor of each task, for the words on the screen. */
export const anchorKinds: { readonly [Task in WorklistTask]: 'done' | 'appointment' | 'consult' | 'expiry' } = {
  read: 'done',
  'complete-qa': 'done',
  'confirm-body-composition': 'done',
  publish: 'done',
  'publish-draft': 'done',
  'release-to-member': 'done',
  'notify-practitioner': 'done',
  'burn-disc': 'done',
  'check-send': 'done',
  'receive-history': 'appointment',
  'review-history': 'appointment',
  'book-consult': 'done',
  'hold-consult': 'consult',
  'resolve-stop': 'appointment',
  'convert-hold': 'expiry',
  'collect-payment': 'appointment',
  'obtain-referral': 'appointment',
}

type Facts = {
  readonly study: Study
  readonly location: Pick<Location, 'referralRequired'>
  /** When the oldest report that waits to be published arrived; null if none waits. */
  readonly draftAt: Instant | null
  readonly sends: SendWork
  readonly now: Instant
}

const has = ({ study }: Facts, flag: StatusFlag): boolean => readFlag(study.status, flag).isSet

/**
 * Returns the time of the first flag that is set and has a time, else the start of the appointment; null if there is
 * neither.
 */
const timeOf = ({ study }: Facts, ...flags: readonly StatusFlag[]): Instant | null =>
  flags.map((flag) => readFlag(study.status, flag)).find(({ isSet, time }) => isSet && time !== null)?.time ??
  study.booking?.utcStart ??
  null

/** Returns the start of the appointment if it is not over and the member is not scanned; null otherwise. */
const comingOf = (facts: Facts): Instant | null => {
  const { booking } = facts.study
  return booking === null || booking.utcEnd <= facts.now || has(facts, 'scanned') ? null : booking.utcStart
}

/** The number of days before an appointment when its tasks first appear on a list. */
export const daysAhead = 14

/**
 * Returns the result of {@link comingOf} if the appointment starts within the next {@link daysAhead} days; null
 * otherwise.
 */
const appointmentOf = (facts: Facts): Instant | null => {
  const start = comingOf(facts)
  return start === null || start > addMinutes(facts.now, daysAhead * 24 * 60) ? null : start
}

const onlyIf = (isOpen: boolean, anchor: Instant | null): Instant | null => (isOpen ? anchor : null)

/** One rule for each task, which returns its anchor, or null if the study does not need the task. */
const rules: { readonly [Task in WorklistTask]: (facts: Facts) => Instant | null } = {
  read: (facts) => onlyIf(has(facts, 'scanned') && !has(facts, 'read'), timeOf(facts, 'scanned')),
  'complete-qa': (facts) =>
    onlyIf(
      (has(facts, 'read') || has(facts, 'published')) && !has(facts, 'reportQADone'),
      timeOf(facts, 'published', 'read'),
    ),
  'confirm-body-composition': (facts) =>
    onlyIf(
      facts.study.skuID === bodyCompositionSku && has(facts, 'scanned') && !has(facts, 'bodyCompositionQC'),
      timeOf(facts, 'scanned'),
    ),
  publish: (facts) => onlyIf(has(facts, 'read') && !has(facts, 'published'), timeOf(facts, 'read')),
  // Before the first publication, the report belongs to the task `publish`.
  'publish-draft': (facts) => onlyIf(has(facts, 'published'), facts.draftAt),
  'release-to-member': (facts) =>
    onlyIf(
      has(facts, 'published') &&
        has(facts, 'reportQADone') &&
        !has(facts, 'releasedToPatient') &&
        !has(facts, 'traditionalReleasedToPatient'),
      timeOf(facts, 'reportQADone'),
    ),
  'notify-practitioner': (facts) =>
    onlyIf(
      has(facts, 'published') &&
        has(facts, 'reportQADone') &&
        has(facts, 'providerAdded') &&
        !has(facts, 'providerReportNotification'),
      timeOf(facts, 'reportQADone'),
    ),
  'burn-disc': ({ sends }) => sends.discWaitsSince,
  'check-send': ({ study, sends }) => {
    // Completing the notification of the practitioner also resolves the failed sends that began before it.
    const { isSet, time } = readFlag(study.status, 'providerReportNotification')
    return sends.troubledSince.filter((at) => !isSet || (time !== null && time < at)).sort()[0] ?? null
  },
  'receive-history': (facts) =>
    onlyIf(has(facts, 'medicalHistoryRequested') && !has(facts, 'medicalHistory'), appointmentOf(facts)),
  'review-history': (facts) =>
    onlyIf(has(facts, 'medicalHistory') && !has(facts, 'medicalHistoryReviewed'), appointmentOf(facts)),
  'book-consult': ({ study }) => {
    const { requestedStatus, requestedAt, scheduledStatus } = study.details.consulting
    const isBooked = scheduledStatus === 'booked' || scheduledStatus === 'complete'
    return onlyIf(requestedStatus === 'requested' && !isBooked, requestedAt ?? study.booking?.utcStart ?? null)
  },
  'hold-consult': ({ study, now }) => {
    const { scheduledStatus, consultTime, completedTime } = study.details.consulting
    const isNear = consultTime !== null && Math.abs(Date.parse(consultTime) - Date.parse(now)) <= 86_400_000
    return onlyIf(scheduledStatus === 'booked' && completedTime === null && isNear, consultTime)
  },
  'resolve-stop': (facts) => onlyIf(countOpenStops(facts.study.safety) > 0, appointmentOf(facts)),
  'convert-hold': (facts) => onlyIf(comingOf(facts) !== null, facts.study.temporaryHoldUntil),
  'collect-payment': (facts) =>
    onlyIf(facts.study.balance > 0 && facts.study.temporaryHoldUntil === null, appointmentOf(facts)),
  'obtain-referral': (facts) =>
    onlyIf(facts.location.referralRequired && !has(facts, 'referred'), appointmentOf(facts)),
}

/**
 * Returns the anchor of a task, the instant from which its time is counted; null if the study does not need the task. A
 * cancelled study needs no task.
 * @internal The database finds the studies by the same rules in SQL; tests compare the two.
 */
export const anchorOf = (task: WorklistTask, facts: Facts): Instant | null =>
  facts.study.status.cancelled ? null : rules[task](facts)
