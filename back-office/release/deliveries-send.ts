import { createHash } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import { decideSend } from '#domain/release/delivery-rules.ts'
import { isSameAddress } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { passwordNote } from '#domain/settings/mail-text-words.ts'
import { fillMailText } from '#domain/settings/mail-texts.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { statusOf } from '../kernel/status-of-code.ts'
import { stampStudyPdf } from '../printing/stamp-study-pdf.ts'
import { openStudyPaper, type PaperSubject } from '../printing/study-paper-subject.ts'
import { findMergedID } from '../repositories/administered-practitioners-repository.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import { type DeliveryRow, findDelivery, itemOf, toDelivery } from '../repositories/deliveries-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { asAuthor, findVisibleStudy } from '../study-access/visible-study.ts'
import { judgeSend } from './deliveries-judge.ts'
import { type DeliveryMove, moveDelivery, noSuchDelivery } from './deliveries-move.ts'
import { findOut, isInterrupted, serializeByDelivery } from './deliveries-recovery.ts'
import { registerForCall } from './deliveries-register.ts'
import { addCoverSheet } from './fax-cover.ts'
import { type ChosenItem, readItemPdf } from './item.ts'

type DeliveriesSendContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'fax'
  | 'idempotencyKey'
  | 'kind'
  | 'log'
  | 'mailer'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'preferredConsultUsers'
  | 'reconciliation'
  | 'results'
  | 'run'
  | 'setAuditSubject'
  | 'supportPhone'
>

type Body = HandlerInput<'sendFax'>['body']
type Answer = RouteAnswer<'sendFax'>

/** The stamped file to send, with its study. */
export type PreparedFile = {
  readonly bytes: Uint8Array
  readonly pages: number
  /** A report has the name of study spec §9; other files have the study's id. */
  readonly fileName: string
  readonly subject: PaperSubject
}
/** The result of a sending: the delivery's new state, and whether the caller should retry later. */
type Sent = { readonly move: DeliveryMove; readonly isUnavailable?: true }

export const sendFax = (studyID: string, body: Body, context: DeliveriesSendContext): Promise<Answer> =>
  send(studyID, 'fax', body, context)

export const sendReportEmail = (studyID: string, body: Body, context: DeliveriesSendContext): Promise<Answer> =>
  send(studyID, 'email', body, context)

/**
 * Sends a delivery, and registers it first if the call names none. A delivery that is on its way, arrived, cancelled or
 * uncertain is returned unchanged. A delivery whose sending was interrupted is resolved first. The permission is
 * checked again: a delivery that may no longer be sent becomes `failed` with the reason. Throws 503
 * `delivery-unavailable` when nothing was sent and a retry is possible, or when the carrier cannot be reached about an
 * interrupted sending; 403 and 404 for a ticket whose author no longer has the permission.
 */
const send = async (
  studyID: string,
  channel: 'fax' | 'email',
  body: Body,
  context: DeliveriesSendContext,
): Promise<Answer> => {
  const named = body.deliveryID === undefined ? undefined : await findDelivery(context.db, studyID, body.deliveryID)
  if (body.deliveryID !== undefined && named === undefined) throw noSuchDelivery()
  checkSender(body, context)
  const registered = named ?? (await registerForCall(studyID, channel, body, context))
  await checkNamed(registered, channel, body, context)
  context.setAuditSubject({ what: registered.delivery_id })
  const row = await serializeByDelivery(registered.delivery_id, context, () => carryOut(registered, body, context))
  // A call that registered its own delivery has not received the password yet.
  return { delivery: toDelivery(row), ...(named === undefined && { password: row.password }) }
}

/** Returns the answer of a repeated {@link send}, with the password that is never stored with an answer. */
export const renewSent = async (kept: unknown, context: Pick<HandlerContext, 'db'>): Promise<Answer> => {
  const answer = kept as Answer
  const row = await findDelivery(context.db, answer.delivery.studyID, answer.delivery.deliveryID)
  if (row === undefined) throw noSuchDelivery()
  // Retention replaces the password of an old send with an empty one.
  return { delivery: answer.delivery, ...(row.request_key !== null && { password: row.password || null }) }
}

const checkSender = ({ loggedinUser }: Body, context: Pick<HandlerContext, 'caller'>): void => {
  const named = loggedinUser?.user_id
  if (named !== undefined && named !== requireCaller(context).userID) {
    throw new Refusal('insufficient-permissions', 'Someone else is signed in now.')
  }
}

/** Throws 409 `stale` when the call names another channel, practitioner or address than the delivery has. */
const checkNamed = async (
  row: DeliveryRow,
  channel: 'fax' | 'email',
  { practitioner }: Body,
  context: Pick<HandlerContext, 'db'>,
): Promise<void> => {
  const typed = channel === 'fax' ? practitioner.faxNumber : practitioner.emailAddress
  const isSame =
    row.channel === channel &&
    row.practitioner_id === (await findMergedID(context.db, practitioner.practitionerID)) &&
    (typed === undefined || isSameAddress(channel, typed, row.address))
  if (!isSame) throw new Refusal('stale', releaseMessages.addressChanged)
}

const carryOut = async (registered: DeliveryRow, body: Body, context: DeliveriesSendContext): Promise<DeliveryRow> => {
  let row = await readAgain(registered, context)
  if (decideSend(row.state, await isInterrupted(row, context)).kind === 'find-out') {
    row = await findOut(row, context)
    // The carrier could not be reached: a later call asks the carrier again, and nothing is sent until the carrier
    // answers.
    if (row.state === 'sending') throw unavailable(whyUnavailable(row, context))
  }
  if (decideSend(row.state, false).kind !== 'send') return row
  // A ticket may read the status. Sending also requires the author's current permission.
  const acting = asAuthor(context)
  await findVisibleStudy(context.db, row.study_id, acting)
  const parcel = await prepareFile(row, body, acting)
  if ('refusal' in parcel) {
    const { refusal } = parcel
    return moveDelivery(row, (current) => (mayBegin(current) ? { state: 'failed', reason: refusal } : null), context)
  }
  const begun = await moveDelivery(row, (current) => toSending(current, context), context)
  // Another process began this sending first, or the delivery's state no longer allows it.
  if (begun.state !== 'sending' || begun.sender_run !== context.run.id) return begun
  const { move, isUnavailable } = await (begun.channel === 'fax'
    ? sendDeliveryFax(begun, parcel, context)
    : sendDeliveryMail(begun, parcel, context))
  const ended = await moveDelivery(
    begun,
    // Replaces a guessed outcome with the real one, only for the same attempt.
    ({ state, sending }) =>
      sending === begun.sending && (state === 'sending' || state === 'uncertain')
        ? { pages: parcel.pages, ...move }
        : null,
    context,
  )
  if (isUnavailable === true && ended.state === 'registered') throw unavailable(whyUnavailable(ended, context))
  return ended
}

const readAgain = async (row: DeliveryRow, { db }: Pick<HandlerContext, 'db'>): Promise<DeliveryRow> => {
  const current = await findDelivery(db, row.study_id, row.delivery_id)
  if (current === undefined) throw noSuchDelivery()
  return current
}

const mayBegin = ({ state }: DeliveryRow): boolean => decideSend(state, false).kind === 'send'

const toSending = (current: DeliveryRow, { run, now }: Pick<HandlerContext, 'now' | 'run'>): DeliveryMove | null => {
  const decision = decideSend(current.state, false)
  if (decision.kind !== 'send') return null
  return {
    state: 'sending',
    sending: current.sending + (decision.isNewSending ? 1 : 0),
    sender_run: run.id,
    sending_since: now,
  }
}

/** Returns why the fax service cannot be used now: none is set up, or it cannot be reached. */
export const whyNoFax = ({ fax }: Pick<HandlerContext, 'fax'>): string =>
  fax.kind === 'none' ? releaseMessages.noFaxServer : releaseMessages.carrierUnavailable

const whyNoMail = ({ mailer }: Pick<HandlerContext, 'mailer'>): string =>
  mailer.kind === 'none' ? releaseMessages.noMailServer : releaseMessages.mailUnavailable

export const unavailable = (why: string): Refusal => new Refusal('delivery-unavailable', why)

const whyUnavailable = ({ channel }: DeliveryRow, context: Pick<HandlerContext, 'fax' | 'mailer'>): string =>
  channel === 'fax' ? whyNoFax(context) : whyNoMail(context)

/**
 * Checks a delivery again and makes its file; returns a refusal's text when the delivery may no longer be sent as it
 * was registered.
 */
export const prepareFile = async (
  row: DeliveryRow,
  { memberDetails }: Pick<Body, 'memberDetails'>,
  context: DeliveriesSendContext,
): Promise<PreparedFile | { readonly refusal: string }> => {
  try {
    const subject = await openStudyPaper(row.study_id, null, context)
    const { channel, mode, practitioner_id: practitionerID, practice_location_id: practiceLocationID, address } = row
    const item = itemOf(row)
    const { chosen, practitioner } = await judgeSend(
      { channel, mode, item, practitionerID, practiceLocationID, address, memberDetails },
      subject,
      context,
    )
    if (isNewer(chosen, row)) return { refusal: releaseMessages.reportChanged }
    const { bytes, fileName } = await readItemPdf(item, subject, context)
    const options = { encryptWith: row.password, shouldHideHIContent: row.hides_hi_content === 1 }
    const stamped = await stampStudyPdf(bytes, subject, options, context)
    const pages = row.cover_sheet === 1 ? await addCoverSheet(stamped, row, practitioner, subject, context) : stamped
    return { ...pages, fileName, subject }
  } catch (error) {
    if (error instanceof Refusal && statusOf(error.code) < 500) return { refusal: error.message }
    throw error
  }
}

/** Returns whether the item differs from the registered one: another version of the same paper or document. */
const isNewer = ({ title, readingVersion }: ChosenItem, row: Pick<DeliveryRow, 'title' | 'reading_version'>): boolean =>
  title !== row.title || (row.reading_version !== null && readingVersion !== row.reading_version)

/** Returns the carrier's idempotency key: the same for each repetition of one sending, another for a new sending. */
const sendingKey = ({ delivery_id, sending }: Pick<DeliveryRow, 'delivery_id' | 'sending'>): string =>
  `${delivery_id}-${sending}`

const sendDeliveryFax = async (
  row: DeliveryRow,
  { bytes, pages }: PreparedFile,
  context: Pick<HandlerContext, 'fax'>,
): Promise<Sent> => {
  const key = sendingKey(row)
  const answer = await context.fax.send({ key, to: row.address, pdf: bytes, pages })
  switch (answer.kind) {
    case 'accepted':
      return { move: { state: 'handed-over', receipt: answer.receipt } }
    case 'refused':
      return { move: { state: 'failed', reason: answer.reason } }
    case 'unavailable':
      return { move: { state: 'registered', reason: whyNoFax(context) }, isUnavailable: true }
    case 'unknown': {
      const found = await context.fax.find(key)
      // The fax may still reach the carrier, although it is not listed yet.
      return found.kind === 'found'
        ? { move: { state: 'handed-over', receipt: found.receipt } }
        : { move: { state: 'uncertain', reason: releaseMessages.carrierSilent } }
    }
  }
}

const sendDeliveryMail = async (
  row: DeliveryRow,
  { bytes, fileName, subject }: PreparedFile,
  context: Pick<HandlerContext, 'db' | 'log' | 'mailer'>,
): Promise<Sent> => {
  const location = await findLocation(context.db, subject.row.location_id)
  const clinic = location?.address.name ?? subject.head.location.name
  const sent = await context.mailer.send({
    to: row.address,
    ...fillMailText<'report'>(await findMailText(context.db, 'report'), {
      clinic,
      study: row.study_id,
      phone: subject.head.location.phone,
      passwordNote: row.password === null ? '' : passwordNote,
    }),
    attachments: [{ fileName, contentType: 'application/pdf', bytes }],
    messageKey: createHash('sha256')
      .update(`delivery ${sendingKey(row)}`)
      .digest('hex'),
  })
  // The mail server has accepted the email, and no later status follows.
  if (sent.ok) return { move: { state: 'delivered' } }
  context.log('warning', 'mail.report-failed', { code: sent.code })
  if (sent.hasLeft === true) return { move: { state: 'uncertain', reason: releaseMessages.mailUncertain } }
  if (sent.isRefused === true) return { move: { state: 'failed', reason: releaseMessages.mailRefused } }
  return { move: { state: 'registered', reason: whyNoMail(context) }, isUnavailable: true }
}
