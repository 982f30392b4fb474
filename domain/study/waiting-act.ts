import type { StudyID } from '../booking/study-id.ts'
import type { Instant } from '../time/instant.ts'
import type { Study } from './study.ts'

/** What may be done without the back office and is sent when it is back (decisions §5 offline policy: safe). */
export const waitingActKinds = ['checkin', 'note'] as const
export type WaitingActKind = (typeof waitingActKinds)[number]

export type WaitingAct<Problem = unknown> = {
  readonly idempotencyKey: string
  readonly studyID: StudyID
  readonly kind: WaitingActKind
  /** What the note says; null for a check-in. */
  readonly note: { readonly category: string; readonly content: string } | null
  /** When it was done at the desk. */
  readonly at: Instant
  /** Full name of who did it. */
  readonly by: string
  /** Whether that is who is signed in: only their session may send it. */
  readonly isOwn: boolean
  /** Why it could not be kept after all; null while it waits. */
  readonly failure: Problem | null
}

/** A study as it will be once what waits has been sent: the same on the board and on the study's page. */
export const withWaitingActs = (study: Study, waiting: readonly WaitingAct[]): Study => {
  const checkin = waiting.find((act) => act.kind === 'checkin' && act.studyID === study.studyID && act.failure === null)
  if (checkin === undefined || study.status.checkin || study.status.cancelled) return study
  return { ...study, status: { ...study.status, checkin: true, checkinTime: checkin.at, checkinBy: checkin.by } }
}
