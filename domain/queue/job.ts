import { deliveryChannels } from '../release/delivery.ts'
import type { Instant } from '../values/instant.ts'
import type { LocationID } from '../values/location-id.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { StudyID } from '../values/study-id.ts'

/**
 * The kinds of job: a report by fax or email, a report on a disc or stick, an email to a member, a paper to a
 * printer.
 */
export const jobKinds = [...deliveryChannels, 'message', 'print'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * The states of a job (decisions §5 Delivery). `handed-over`: the far side (carrier, mail server, spooler) has the
 * item, and the queue watches for the final result. `uncertain`: the item may have left this workstation; staff record
 * the result, and the queue does not send the item again automatically.
 */
export const jobStates = ['queued', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** One job as the queue's screen shows it. It belongs to the workstation, not to the signed-in user. */
export type Job = {
  readonly jobID: string
  readonly kind: JobKind
  readonly state: JobState
  /** The item in words, without the member: `Physician report, version 2`. */
  readonly title: string
  /** Null if the job has no member (a test page), or if the signed-in user may not see the member. */
  readonly member: { readonly name: string; readonly dob: PlainDate } | null
  readonly studyID: StudyID | null
  /** The location of the study or cash-up, whose zone applies to times. Null if unknown or hidden from this user. */
  readonly locationID: LocationID | null
  /**
   * The destination: a practitioner with the fax number or email address, the member's email address, a folder, or a
   * printer.
   */
  readonly recipient: string
  /** Full name of the person who requested the job. */
  readonly by: string
  /** Whether the signed-in user requested the job. The name does not show this: two people can have the same name. */
  readonly isOwn: boolean
  readonly at: Instant
  readonly changedAt: Instant
  readonly attempts: number
  /** The time of the next automatic attempt; null if the job is not waiting for one. */
  readonly nextAttemptAt: Instant | null
  /** Milliseconds until hand-over, while the send can still be undone; null afterwards. */
  readonly handOverInMs: number | null
  readonly progress: JobProgress | null
  /** Why the job failed, waits or is uncertain, in words; null otherwise. */
  readonly reason: string | null
  /** The job has not moved for longer than its kind should take. */
  readonly isStuck: boolean
}

export type JobProgress = { readonly done: number; readonly total: number; readonly unit: 'bytes' | 'pages' | 'files' }

/** The outcomes that staff can record for an uncertain job. */
export const jobResolutions = ['delivered', 'not-delivered', 'send-again'] as const
export type JobResolution = (typeof jobResolutions)[number]

/** The job counts in the footer of every screen. */
export type JobsSummary = {
  /** Queued, sending or handed over. */
  readonly underWay: number
  /** Failed, uncertain or stuck. */
  readonly needAttention: number
}
