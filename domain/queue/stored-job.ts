import type { LocationID } from '../values/location-id.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { StudyID } from '../values/study-id.ts'
import type { JobKind, JobProgress, JobState } from './job.ts'

/** What a list shows of a job, written down with it so that it can be shown whoever is signed in and whatever is in reach. */
export type JobFace = {
  /** What it is, in words, never whose. */
  readonly title: string
  readonly member: { readonly name: string; readonly dob: PlainDate } | null
  readonly studyID: StudyID | null
  /** Where the study is; null of what is nobody's. Decides who may see whose it is. */
  readonly locationID: LocationID | null
  readonly recipient: string
  /** Full name of who asked for it. */
  readonly by: string
  /** Their user id: they may see it wherever it is. */
  readonly author: string
}

/** A job to be written down. */
export type NewJob = JobFace & {
  /** Letters, digits and dashes, 80 at most. The same id is one job, however often it is added. */
  readonly jobID: string
  readonly kind: JobKind
  /** What its deliverer needs, as JSON can carry it; forgotten when the job has ended. */
  readonly payload: unknown
  /** Its bytes; forgotten when the job has ended. */
  readonly content: Uint8Array | null
  /** Milliseconds before its first attempt, in which it can be undone; 0 where it begins at once. */
  readonly holdMs: number
}

/** A job as it is written down. Times in epoch milliseconds. */
export type StoredJob = JobFace & {
  readonly jobID: string
  readonly kind: JobKind
  readonly state: JobState
  /** JSON; empty once the job has ended. */
  readonly payload: string
  /** The far side's own name for it. */
  readonly receipt: string | null
  readonly at: number
  readonly changedAt: number
  /** How often sending was begun. */
  readonly attempts: number
  /** How many of them count against the most there are; staff who try again begin anew. */
  readonly strikes: number
  /** When it is taken up next: tried, looked at. By the queue's own steady clock; null while it is being sent or has ended. */
  readonly dueAt: number | null
  /** It waits for the back office, nothing else. */
  readonly isOutOfReach: boolean
  /** Taken off the list; only its id is still known. */
  readonly isDismissed: boolean
  readonly progress: JobProgress | null
  readonly reason: string | null
}
