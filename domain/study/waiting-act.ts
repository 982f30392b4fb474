import type { Instant } from '../values/instant.ts'
import type { StudyID } from '../values/study-id.ts'
import type { Study } from './study.ts'

/** What may be done without the back office and is sent when it is back (decisions §5 offline policy: safe). */
const waitingActKinds = ['checkin', 'note'] as const
export type WaitingActKind = (typeof waitingActKinds)[number]

export type WaitingAct<Problem = unknown> = {
  readonly idempotencyKey: string
  readonly studyID: StudyID
  readonly kind: WaitingActKind
  /** What the note says; null for a check-in, and where the note of somebody else was refused. */
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

/**
 * The check-in of a study that waits and counts on this screen: one's own always, a colleague's only while the back office is
 * out of reach. Online nobody waits for a colleague to sign in: the member can be checked in, and theirs finds it so already.
 */
export const countingCheckIn = (
  studyID: StudyID,
  waiting: readonly WaitingAct[],
  isOnline: boolean,
): WaitingAct | undefined => waiting.find((act) => isWaitingCheckIn(act, studyID) && (act.isOwn || !isOnline))

/** A colleague's check-in of a study that waits for them to sign in here. */
export const othersCheckIn = (studyID: StudyID, waiting: readonly WaitingAct[]): WaitingAct | undefined =>
  waiting.find((act) => isWaitingCheckIn(act, studyID) && !act.isOwn)

/** `Robin Frost checked Ana Silva in here while offline; it is sent when Robin Frost signs in`. */
export const describeOthersCheckIn = ({ by }: Pick<WaitingAct, 'by'>, memberName: string): string =>
  `${by || 'A colleague'} checked ${memberName} in here while offline; it is sent when ${by || 'they'} ${by === '' ? 'sign' : 'signs'} in`

/** A study as it will be once what counts here has been sent: the same on the board and on the study's page. */
export const withWaitingActs = (study: Study, waiting: readonly WaitingAct[], isOnline: boolean): Study => {
  const checkin = countingCheckIn(study.studyID, waiting, isOnline)
  if (checkin === undefined || study.status.checkin || study.status.cancelled) return study
  return { ...study, status: { ...study.status, checkin: true, checkinTime: checkin.at, checkinBy: checkin.by } }
}

const isWaitingCheckIn = (act: WaitingAct, studyID: StudyID): boolean =>
  act.kind === 'checkin' && act.studyID === studyID && act.failure === null
