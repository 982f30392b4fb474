import type { MemberID } from '#domain/members/member.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { AppUnderTest } from '#test/builders/app.ts'

/** The name before the @ of a person that both the demo and the fake clinic know. */
type DeskPerson = 'frontdesk' | 'admin' | 'sales' | 'np' | 'hi' | 'reportqc' | 'finance' | 'onelocation'

/** One workstation, asked as its window asks. */
export type Desk = Pick<AppUnderTest, 'ask' | 'get' | 'heard' | 'until'> & {
  signIn(who: DeskPerson): Promise<void>
}

/** A clinic with two desks: the real services over a back office, or their fakes in tests of screens. */
export type DesksUnderTest = {
  readonly desk: Desk
  readonly otherDesk: Desk
  /** Another workstation, without a signed-in user. */
  openDesk(): Promise<Desk>
  /** Takes the back office away from every desk, or brings it back; resolves once every desk knows. */
  setLine(isUp: boolean): Promise<void>
  /** Publishes the first version of a study's structured report, as radiology does. */
  publishReport(studyID: StudyID): Promise<void>
  /** Shares a study with a person, so many minutes ago. Members do that in a program that is not ours. */
  share(studyID: StudyID, platformID: MemberID, minutesAgo: number): Promise<void>
  /** Sells a gift card in the currency of the bookings' location. */
  sellGiftCard(giftCardNumber: string, amount: number): Promise<void>
  /**
   * Waits until a fax of this desk has ended so. Its number says how, as the carrier of the demo has it: in 0001 it fails, in
   * 0002 it is taken and lost.
   */
  endFax(desk: Desk, jobID: string, state: 'failed' | 'uncertain'): Promise<void>
  /** Holds a card to the reader, or turns away, as the reader was told to behave. Nothing follows where the attempt has ended. */
  presentCard(attemptID: AttemptID): Promise<void>
  /** Moves every clock forward. */
  pass(minutes: number): void
  stop(): Promise<void>
}

export type StartDesks = () => Promise<DesksUnderTest>
