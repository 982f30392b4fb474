import type { Instant } from '../values/instant.ts'
import type { StudyID } from '../values/study-id.ts'
import type { Study } from './study.ts'

/** Acts that the workstation records without the back office and sends later (decisions §5 offline policy: safe). */
const waitingActKinds = ['checkin', 'note'] as const
export type WaitingActKind = (typeof waitingActKinds)[number]

export type WaitingAct<Problem = unknown> = {
  readonly idempotencyKey: string
  readonly studyID: StudyID
  readonly kind: WaitingActKind
  /** The text of a note; null for a check-in, and for a colleague's note that was refused. */
  readonly note: { readonly category: string; readonly content: string } | null
  /** When the act was done, by the workstation's clock. */
  readonly at: Instant
  /** Full name of the person who did the act. */
  readonly by: string
  /** Whether the signed-in user did the act; only the author's session may send it. */
  readonly isOwn: boolean
  /** Why the back office refused the act; null while the act waits. */
  readonly failure: Problem | null
}

/**
 * Returns the waiting check-in that counts for a study on this screen: the user's own check-in always counts, a
 * colleague's only while offline. Online, staff can check the member in without waiting for the colleague to sign in;
 * the colleague's act then changes nothing.
 */
export const countingCheckIn = (
  studyID: StudyID,
  waiting: readonly WaitingAct[],
  isOnline: boolean,
): WaitingAct | undefined => waiting.find((act) => isWaitingCheckIn(act, studyID) && (act.isOwn || !isOnline))

/** Returns a colleague's waiting check-in of a study. It is sent when the colleague signs in at this workstation. */
export const othersCheckIn = (studyID: StudyID, waiting: readonly WaitingAct[]): WaitingAct | undefined =>
  waiting.find((act) => isWaitingCheckIn(act, studyID) && !act.isOwn)

/**
 * Returns `Robin Frost checked in Ana Silva on this computer while offline; the check-in is sent when Robin Frost signs
 * in here`.
 */
export const describeOthersCheckIn = ({ by }: Pick<WaitingAct, 'by'>, memberName: string): string =>
  `${by || 'A colleague'} checked in ${memberName} on this computer while offline; the check-in is sent when ${by || 'the colleague'} signs in here`

/**
 * Returns the study as it will be after the waiting check-in is sent, so that the board and the study's page show the
 * same.
 */
export const withWaitingActs = (study: Study, waiting: readonly WaitingAct[], isOnline: boolean): Study => {
  const checkin = countingCheckIn(study.studyID, waiting, isOnline)
  if (checkin === undefined || study.status.checkin || study.status.cancelled) return study
  return { ...study, status: { ...study.status, checkin: true, checkinTime: checkin.at, checkinBy: checkin.by } }
}

const isWaitingCheckIn = (act: WaitingAct, studyID: StudyID): boolean =>
  act.kind === 'checkin' && act.studyID === studyID && act.failure === null
