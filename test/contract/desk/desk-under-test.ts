import type { MemberID } from '#domain/members/member.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { IncomingReport } from '#domain/results/incoming-report.ts'
import type { RefusedMessage } from '#domain/results/refused-delivery.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import type { UpdateOutcome } from '#domain/update/rings.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { AppUnderTest } from '#test/builders/app.ts'

/** The part before the @ in the email address of an account that both the demo and the fake clinic have. */
type DeskPerson = 'frontdesk' | 'admin' | 'sales' | 'np' | 'hi' | 'radiologist' | 'reportqc' | 'finance' | 'onelocation'

/** One workstation, called as its window would call it. */
export type Desk = Pick<AppUnderTest, 'ask' | 'get' | 'eventsOf' | 'until'> & {
  signIn(who: DeskPerson): Promise<void>
}

/** A clinic with two workstations: the real services over a back office, or their fakes in tests of screens. */
export type DesksUnderTest = {
  readonly desk: Desk
  readonly otherDesk: Desk
  /** Opens another workstation, without a signed-in user. */
  openDesk(): Promise<Desk>
  /** Disconnects or reconnects the back office for every workstation; resolves once all workstations know. */
  setLine(isUp: boolean): Promise<void>
  /** Publishes the first version of a study's structured report, as radiology does. */
  publishReport(studyID: StudyID): Promise<void>
  /** Sends a report from another system. Returns the id of its result, after Atrium has decided the result. */
  receiveResult(report: IncomingReport): Promise<string>
  /** Sends a message as another system does; Atrium refuses the message. */
  refuseResult(refusal: RefusedMessage): Promise<void>
  /** Adds a share of a study, made by its member this many minutes ago. Members make shares outside Atrium. */
  share(studyID: StudyID, platformID: MemberID, minutesAgo: number): Promise<void>
  /** Releases the temporary hold of a study, as the back office does after 48 hours without payment. */
  releaseTemporaryHold(studyID: StudyID): Promise<void>
  /** Adds to a study a message about a new document that no mail server accepted. */
  failMessage(studyID: StudyID): Promise<void>
  /** Sells a gift card in the currency of the bookings' location. */
  sellGiftCard(giftCardNumber: string, amount: number): Promise<void>
  /**
   * Waits until a fax of this workstation has ended in this state. The fax number decides the state, as with the demo's
   * carrier. A fax to a number that ends in 0001 fails. One to a number that ends in 0002 is accepted and lost.
   */
  endFax(desk: Desk, jobID: string, state: 'failed' | 'uncertain'): Promise<void>
  /** Presents the card for which the reader was configured, if any. Does nothing if the attempt has ended. */
  presentCard(attemptID: AttemptID): Promise<void>
  /** For each outcome, allows a new workstation to install a release, and makes it report the outcome if not null. */
  reportUpdate(version: ReleaseVersion, outcomes: readonly (UpdateOutcome | null)[]): Promise<void>
  /** The time on every clock, in milliseconds since 1970. */
  nowMs(): number
  /** Moves every clock forward. */
  pass(minutes: number): void
  stop(): Promise<void>
}

export type StartDesks = () => Promise<DesksUnderTest>
