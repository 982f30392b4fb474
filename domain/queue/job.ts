import { deliveryChannels } from '../release/delivery.ts'
import type { Instant } from '../values/instant.ts'
import type { LocationID } from '../values/location-id.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { StudyID } from '../values/study-id.ts'

/** What the workstation's queue sends: reports to people or onto a disc or stick, e-mails to the member, papers to a printer. */
export const jobKinds = [...deliveryChannels, 'message', 'print'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * How far a job is (decisions §5 Delivery). `handed-over`: the far side has it (carrier, mail server, spooler), its end is
 * watched for. `uncertain`: nobody knows whether it left; staff say how it goes on, nothing is sent again by itself.
 * @internal Tests go through all of them.
 */
export const jobStates = ['queued', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** One job as the queue's screen shows it. It belongs to the workstation, not to who is signed in. */
export type Job = {
  readonly jobID: string
  readonly kind: JobKind
  readonly state: JobState
  /** What it is, in words, never whose: `Physician report, version 2`. */
  readonly title: string
  /** Null where it is nobody's (a test page), or where who is signed in may not see it. */
  readonly member: { readonly name: string; readonly dob: PlainDate } | null
  readonly studyID: StudyID | null
  /** Where the study is, whose zone its times are shown in; null as `member`. */
  readonly locationID: LocationID | null
  /** Who or what it goes to: a practitioner with the number or address, a folder, a printer. */
  readonly recipient: string
  /** Full name of who asked for it. */
  readonly by: string
  /** Whether the user who is signed in asked for it; two people may have one name. */
  readonly isOwn: boolean
  readonly at: Instant
  readonly changedAt: Instant
  readonly attempts: number
  /** When it is tried again by itself; null where it is not waiting for that. */
  readonly nextAttemptAt: Instant | null
  /** Milliseconds until it is handed over, while it can still be undone; null from then on. */
  readonly handOverInMs: number | null
  readonly progress: JobProgress | null
  /** Why it failed, waits or is uncertain, in words; null otherwise. */
  readonly reason: string | null
  /** It has not moved for longer than its kind should take. */
  readonly isStuck: boolean
}

export type JobProgress = { readonly done: number; readonly total: number; readonly unit: 'bytes' | 'pages' | 'files' }

/** What staff say of an uncertain job once they have found out. */
export const jobResolutions = ['delivered', 'not-delivered', 'send-again'] as const
export type JobResolution = (typeof jobResolutions)[number]

/** What stands at the foot of every screen. */
export type JobsSummary = {
  /** Queued, sending or handed over. */
  readonly underWay: number
  /** Failed, uncertain or stuck. */
  readonly needAttention: number
}
