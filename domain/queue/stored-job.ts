import type { LocationID } from '../values/location-id.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { StudyID } from '../values/study-id.ts'
import type { JobKind, JobProgress, JobState } from './job.ts'

/**
 * The fields of a job that lists show. They are stored with the job, so that any user can see the job while the back
 * office is out of reach.
 */
export type JobDisplay = {
  /** The item in words, without the member. */
  readonly title: string
  readonly member: { readonly name: string; readonly dob: PlainDate } | null
  readonly studyID: StudyID | null
  /** The location of the study or cash-up; null for a test page or if unknown. It decides who may see the member. */
  readonly locationID: LocationID | null
  readonly recipient: string
  /** Full name of the person who requested the job. */
  readonly by: string
  /** The user id of the person who requested the job. This person may see the member at any location. */
  readonly author: string
}

/** A job to be stored. */
export type NewJob = JobDisplay & {
  /** Letters, digits and dashes, 80 at most. Adding the same id again adds no second job. */
  readonly jobID: string
  readonly kind: JobKind
  /** The deliverer's input, as a JSON value; deleted when the job has ended. */
  readonly payload: unknown
  /** The bytes to send; deleted when the job has ended. */
  readonly content: Uint8Array | null
  /**
   * Milliseconds before the first attempt, in which the send can be undone. With 0 the first attempt starts
   * immediately.
   */
  readonly holdMs: number
}

/** A job as stored. Times are epoch milliseconds. */
export type StoredJob = JobDisplay & {
  readonly jobID: string
  readonly kind: JobKind
  readonly state: JobState
  /** JSON; empty once the queue no longer needs it. */
  readonly payload: string
  /** The far side's own id for the job. */
  readonly receipt: string | null
  readonly at: number
  readonly changedAt: number
  /** The number of attempts that were started. */
  readonly attempts: number
  /** The number of attempts that count against the limit of the job's kind; a retry by staff resets it to 0. */
  readonly strikes: number
  /**
   * When the queue next tries or checks the job, by the queue's own steady clock. Null if neither is planned, for
   * example while the job is being sent or after the job has ended.
   */
  readonly dueAt: number | null
  /** The job waits only for the back office. */
  readonly isOutOfReach: boolean
  /** Removed from the list; the job stays stored until it is swept. */
  readonly isDismissed: boolean
  readonly progress: JobProgress | null
  readonly reason: string | null
}
