import { createHash } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import { isOnItsWay } from '#domain/release/delivery-rules.ts'
import { addressOf, recipientName } from '#domain/release/recipient.ts'
import { isSameItem } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { decideResend } from '#domain/release/resend.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { createSessionToken } from '../kernel/session-token.ts'
import { openStudyPaper } from '../printing/study-paper-subject.ts'
import { findPractitioner } from '../repositories/catalogue-repository.ts'
import {
  addDelivery,
  addTicket,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findDeliveryOfRequest,
  itemOf,
  toAddressKey,
  toDelivery,
} from '../repositories/deliveries-repository.ts'
import { lockStudy } from '../study-access/lock.ts'
import { checkAddressConfirmed, type Intended, type Judged, judgeSend } from './deliveries-judge.ts'
import { noSuchDelivery } from './deliveries-move.ts'
import { makePassword } from './stamp.ts'

type DeliveriesRegisterContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'idempotencyKey'
  | 'kind'
  | 'newId'
  | 'now'
  | 'preferredConsultUsers'
  | 'setAuditSubject'
>

type Answer = RouteAnswer<'registerDelivery'>

/**
 * Checks and registers one delivery, and returns the ticket with which the workstation sends it. Throws as {@link
 * judgeSend} and {@link checkAddressConfirmed} do; 400 `invalid-input` for a password-protected fax, because a fax
 * machine cannot open it; 409 `stale` when the item has another title than the user confirmed; 409 `act-not-allowed`
 * while the same item is on its way to the same address. Throws as {@link checkResend} does when the call sends an
 * earlier delivery again.
 */
export const registerDelivery = async (
  studyID: string,
  body: HandlerInput<'registerDelivery'>['body'],
  context: DeliveriesRegisterContext,
): Promise<Answer> => {
  await lockStudy(context.db, studyID, context)
  const subject = await openStudyPaper(studyID, null, context)
  const { channel, mode, item, practitionerID, practiceLocationID, address, memberDetails } = body
  if (channel === 'fax' && body.shouldEncryptPdf) throw faxLocked()
  const intended: Intended = { channel, mode, item, practitionerID, practiceLocationID, address, memberDetails }
  const judged = await judgeSend(intended, subject, context)
  // A newer version may have appeared between the user's preview and the confirmation.
  if (body.title !== undefined && body.title !== judged.chosen.title) {
    throw new Refusal('stale', releaseMessages.reportChanged)
  }
  await checkAddressConfirmed(channel, judged.address, body.retyped, context)
  const options = { ...body, hasCoverSheet: body.hasCoverSheet ?? subject.location.faxCoverSheet ?? false }
  const row = toRow(intended, judged, options, context, {
    studyID,
    requestKey: null,
    resendOf: body.resend?.deliveryID,
  })
  if (body.resend !== undefined) await checkResend(row, body.resend, context)
  await addUnlessOnItsWay(row, context)
  context.setAuditSubject({ what: `${channel} ${row.delivery_id}` })
  return withTicket(context.db, row, context)
}

/**
 * After this many seconds a registered delivery that no workstation has started no longer blocks an identical one. The
 * screen still shows the registered delivery as waiting.
 */
const blocksDuplicatesSeconds = 3600

/**
 * Checks a delivery that sends an earlier one again. Throws 404 for a delivery of another study; 409 `stale` when the
 * earlier delivery has another document, recipient or channel; 409 `act-not-allowed` while the earlier delivery can
 * still arrive by itself, and when its result is unknown and the sender has not accepted that.
 */
const checkResend = async (
  row: DeliveryRow,
  { deliveryID, isUncertainAccepted }: { readonly deliveryID: string; readonly isUncertainAccepted: boolean },
  { db }: Pick<HandlerContext, 'db'>,
): Promise<void> => {
  const earlier = await findDelivery(db, row.study_id, deliveryID)
  if (earlier === undefined) throw noSuchDelivery()
  const isSame =
    earlier.channel === row.channel &&
    earlier.practitioner_id === row.practitioner_id &&
    earlier.practice_location_id === row.practice_location_id &&
    isSameItem(itemOf(earlier), itemOf(row))
  if (!isSame) throw new Refusal('stale', releaseMessages.resendDiffers)
  const decision = decideResend(earlier)
  if (decision.kind === 'refused') throw new Refusal('act-not-allowed', decision.reason)
  if (decision.kind === 'ask' && !isUncertainAccepted) {
    throw new Refusal('act-not-allowed', releaseMessages.resendUncertain)
  }
}

/**
 * Stores a delivery. Throws 409 `act-not-allowed` if an equal delivery is on its way; the delivery that this one sends
 * again does not count. The transaction must have locked the study, so that the second of two concurrent calls sees the
 * delivery of the first.
 */
const addUnlessOnItsWay = async (row: DeliveryRow, { db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<void> => {
  const others = await findDeliveries(db, row.study_id)
  const isTwice = others.some((other) => {
    // A workstation that failed before it stored the job never sends the delivery, so this delivery must not block
    // others.
    const isLeft = other.state === 'registered' && other.created_at + blocksDuplicatesSeconds <= now
    return (
      !isLeft &&
      other.delivery_id !== row.resend_of &&
      isEqual(other, row) &&
      isOnItsWay({ state: other.state, handedOverAt: other.handed_over_at }, now)
    )
  })
  if (isTwice) throw new Refusal('act-not-allowed', releaseMessages.alreadyOnItsWay)
  await addDelivery(db, row)
}

/**
 * Returns whether two deliveries send the same item to the same address. A newer version of a paper is a different
 * item, because it may have to be sent right after the older one.
 */
const isEqual = (one: DeliveryRow, other: DeliveryRow): boolean =>
  one.channel === other.channel &&
  one.practitioner_id === other.practitioner_id &&
  one.practice_location_id === other.practice_location_id &&
  one.address_key === other.address_key &&
  one.reading_version === other.reading_version &&
  isSameItem(itemOf(one), itemOf(other))

const faxLocked = (): Refusal => {
  const message = "A fax can't be protected with a password."
  return new Refusal('invalid-input', message, { fields: { shouldEncryptPdf: message } })
}

/** Returns the answer for a repeated registration: the delivery's current state, with a new ticket. */
export const renewTicket = async (kept: unknown, context: Pick<HandlerContext, 'db' | 'now'>): Promise<Answer> => {
  const { delivery } = kept as Pick<Answer, 'delivery'>
  const row = await findDelivery(context.db, delivery.studyID, delivery.deliveryID)
  if (row === undefined) throw noSuchStudy()
  return withTicket(context.db, row, context)
}

const withTicket = async (db: Database, row: DeliveryRow, { now }: Pick<HandlerContext, 'now'>): Promise<Answer> => {
  const { token, tokenHash } = createSessionToken()
  await addTicket(db, { ticketHash: tokenHash, delivery: row, now })
  return { delivery: toDelivery(row), ticket: token, password: row.password }
}

/**
 * Registers the delivery for a `sendFax` or `sendReportEmail` call, which has no delivery id. The delivery sends the
 * study's report to the practitioner's address. The delivery is stored under the call's key, so that a retry finds it.
 * An emailed PDF is protected with a password. An address in the call counts as typed a second time, so it needs no
 * further confirmation. Throws as {@link registerDelivery} does.
 */
export const registerForCall = async (
  studyID: string,
  channel: 'fax' | 'email',
  body: HandlerInput<'sendFax'>['body'],
  context: DeliveriesRegisterContext,
): Promise<DeliveryRow> => {
  const requestKey = createHash('sha256')
    .update(`${requireCaller(context).userID} ${studyID} ${channel} ${context.idempotencyKey ?? context.newId()}`)
    .digest('hex')
  return inTransaction(context.db, async (db) => {
    const before = await findDeliveryOfRequest(db, requestKey)
    if (before !== undefined) return before
    const inside = { ...context, db }
    await lockStudy(db, studyID, inside)
    const subject = await openStudyPaper(studyID, null, inside)
    const { practitionerID, locationID = null, faxNumber, emailAddress } = body.practitioner
    const typed = channel === 'fax' ? faxNumber : emailAddress
    const intended: Intended = {
      channel,
      mode: 'automated',
      item: undefined,
      practitionerID,
      practiceLocationID: locationID,
      address: typed ?? (await knownAddress(practitionerID, locationID, channel, inside)),
      memberDetails: body.memberDetails,
    }
    const judged = await judgeSend(intended, subject, inside)
    await checkAddressConfirmed(channel, judged.address, typed ?? null, inside)
    const hasCoverSheet = subject.location.faxCoverSheet ?? false
    const options = { shouldEncryptPdf: channel === 'email', shouldHideHIContent: false, hasCoverSheet }
    const row = toRow(intended, judged, options, inside, { studyID, requestKey })
    await addUnlessOnItsWay(row, inside)
    return row
  })
}

const knownAddress = async (
  practitionerID: string,
  practiceLocationID: string | null,
  channel: 'fax' | 'email',
  { db }: Pick<HandlerContext, 'db'>,
): Promise<string> => {
  const practitioner = await findPractitioner(db, practitionerID)
  return practitioner === undefined ? '' : addressOf(practitioner, practiceLocationID, channel)
}

const toRow = (
  intended: Intended,
  { chosen, practitioner, address }: Judged,
  options: {
    readonly shouldEncryptPdf: boolean
    readonly shouldHideHIContent: boolean
    readonly hasCoverSheet: boolean
  },
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
  of: { readonly studyID: string; readonly requestKey: string | null; readonly resendOf?: string | undefined },
): DeliveryRow => {
  const caller = requireCaller(context)
  return {
    delivery_id: context.newId(),
    study_id: of.studyID,
    author_id: caller.userID,
    author_name: caller.name,
    channel: intended.channel,
    mode: intended.mode,
    item: JSON.stringify(chosen.item),
    title: chosen.title,
    reading_version: chosen.readingVersion,
    practitioner_id: practitioner.id,
    practice_location_id: intended.practiceLocationID,
    recipient_name: recipientName(practitioner),
    address,
    address_key: toAddressKey(address),
    password: options.shouldEncryptPdf ? makePassword() : null,
    hides_hi_content: options.shouldHideHIContent ? 1 : 0,
    state: 'registered',
    reason: null,
    pages: null,
    sending: 1,
    receipt: null,
    sender_run: null,
    sending_since: null,
    request_key: of.requestKey,
    created_at: context.now,
    handed_over_at: null,
    delivered_at: null,
    ended_at: null,
    confirmed_by: null,
    resend_of: of.resendOf ?? null,
    cover_sheet: intended.channel === 'fax' && options.hasCoverSheet ? 1 : 0,
  }
}
