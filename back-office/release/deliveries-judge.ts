import type { Practitioner, PractitionerRef } from '#domain/people/practitioner.ts'
import type { DeliveryChannel, DeliveryMode } from '#domain/release/delivery.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import { addressOf, addressProblem, isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { Study } from '#domain/study/study.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaperSubject } from '../printing/study-paper-subject.ts'
import { findMergedID } from '../repositories/administered-practitioners-repository.ts'
import { findPractitioner } from '../repositories/catalogue-repository.ts'
import { findUsedAddresses } from '../repositories/deliveries-repository.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { type ChosenItem, checkReleasable, chooseItem } from './item.ts'
import { checkMemberDetails } from './stamp.ts'

/** A sending as the user confirmed it: item, recipient and member. */
export type Intended = {
  readonly channel: DeliveryChannel
  readonly mode: DeliveryMode
  readonly item: ReleaseItem | undefined
  readonly practitionerID: string
  readonly practiceLocationID: string | null
  readonly address: string
  readonly memberDetails: MemberDetails
}

export type Judged = { readonly chosen: ChosenItem; readonly practitioner: Practitioner; readonly address: string }

const refsOf = ({ details }: Study): readonly PractitionerRef[] => {
  const { primary, referring, additional } = details.practitioners
  return [primary, referring, ...additional].filter((ref) => ref !== null)
}

/**
 * Checks whether an item may be sent now (study spec §5, §6); runs at registration and again before sending. Throws 403
 * `insufficient-permissions`; 409 `act-not-allowed` for a report that is not published yet and for a draft document;
 * 409 `report-missing`; 409 `stale` when the document, the member's record, or the recipient's practice or address has
 * changed; 400 `recipient-not-valid` for an invalid address or a practitioner whom the study does not name.
 */
export const judgeSend = async (
  intended: Intended,
  subject: PaperSubject,
  context: Pick<HandlerContext, 'caller' | 'db' | 'environment' | 'preferredConsultUsers'>,
): Promise<Judged> => {
  checkStudyAction(context, subject.row, 'send-to-practitioner')
  // Checked before the item is read, so that the answer does not reveal which documents exist.
  if (intended.mode === 'manual') checkStudyAction(context, subject.row, 'send-report-manually')
  const chosen = await chooseItem(intended.item, subject, context)
  if (!chosen.isReport) checkStudyAction(context, subject.row, 'send-report-manually')
  checkReleasable(chosen, subject)
  checkMemberDetails(intended.memberDetails, subject.member)
  const practitioner = await findNamed(intended, subject.study, context)
  const { channel } = intended
  const known = addressOf(practitioner, intended.practiceLocationID, channel)
  const problem = addressProblem(channel, intended.address)
  if (problem !== null) throw notValid(problem)
  if (!isSameAddress(channel, known, intended.address)) {
    throw new Refusal('stale', releaseMessages.addressChanged)
  }
  return { chosen, practitioner, address: normalAddress(channel, known) }
}

const notValid = (message: string): Refusal => new Refusal('recipient-not-valid', message)

/** Returns the intended practitioner. Throws unless the study names them at the intended practice. */
const findNamed = async (
  { practitionerID, practiceLocationID }: Pick<Intended, 'practitionerID' | 'practiceLocationID'>,
  study: Study,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<Practitioner> => {
  // A job queued before two directory entries were merged may name the entry that was replaced.
  const presentID = await findMergedID(db, practitionerID)
  const refs = refsOf(study).filter((ref) => ref.practitionerID === presentID)
  const practitioner = refs.length === 0 ? undefined : await findPractitioner(db, presentID)
  if (practitioner === undefined) throw notValid(releaseMessages.practitionerNotNamed)
  if (!refs.some(({ locationID }) => locationID === practiceLocationID)) {
    throw new Refusal('stale', releaseMessages.addressChanged)
  }
  return practitioner
}

/**
 * Throws 409 `recipient-unconfirmed` if nothing was delivered to the address yet and the user did not type it a second
 * time, or if the second typing differs from the address. Discs and sticks need no confirmation.
 */
export const checkAddressConfirmed = async (
  channel: DeliveryChannel,
  address: string,
  retyped: string | null,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<void> => {
  if (channel === 'cd' || channel === 'usb') return
  if (retyped !== null && !isSameAddress(channel, address, retyped)) throw unconfirmed(releaseMessages.retypedDiffers)
  if (retyped !== null) return
  const used = await findUsedAddresses(db, [{ channel, address }])
  if (used.length === 0) throw unconfirmed(releaseMessages.newAddress)
}

const unconfirmed = (message: string): Refusal => new Refusal('recipient-unconfirmed', message)
