import { createHash } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import { decideSend } from '#domain/release/delivery-rules.ts'
import { isSameAddress } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { statusOf } from '../kernel/status-of-code.ts'
import { openStudyPaper, type PaperSubject } from '../printing/study-paper-subject.ts'
import { type DeliveryRow, findDelivery, itemOf, toDelivery } from '../repositories/deliveries-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { asAuthor, findVisibleStudy } from '../study-access/visible-study.ts'
import { judgeSend } from './deliveries-judge.ts'
import { type DeliveryMove, moveDelivery, noSuchDelivery } from './deliveries-move.ts'
import { findOut, inTurnOf, isInterrupted } from './deliveries-recovery.ts'
import { registerForCall } from './deliveries-register.ts'
import { type ChosenItem, readItemPdf } from './item.ts'
import { reportMailWords } from './mail-text.ts'
import { stampStudyPdf } from './stamp.ts'

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

/** What leaves. */
export type Parcel = { readonly bytes: Uint8Array; readonly pages: number; readonly subject: PaperSubject }
/** How it went: the delivery's new state, and whether whoever asked is to try again later. */
type Sent = { readonly move: DeliveryMove; readonly isUnavailable?: true }

export const sendFax = (studyID: string, body: Body, context: DeliveriesSendContext): Promise<Answer> =>
  send(studyID, 'fax', body, context)

export const sendReportEmail = (studyID: string, body: Body, context: DeliveriesSendContext): Promise<Answer> =>
  send(studyID, 'email', body, context)

/**
 * Sends a delivery, or one that it registers first. One that is on its way, there, cancelled or uncertain is answered as it
 * stands; what another run left half sent is found out about before anything else. What may not leave any more, judged anew, is
 * `failed` with the reason. 503 `delivery-unavailable` where nothing has left and it may be tried again; 403 and 404 where it
 * would leave by a ticket whose author has not the rights for it any more.
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
  checkNamed(registered, channel, body)
  context.setAuditSubject({ what: registered.delivery_id })
  const row = await inTurnOf(registered.delivery_id, context, () => carryOut(registered, body, context))
  // Who registered and sent in one has heard of no password yet.
  return { delivery: toDelivery(row), ...(named === undefined && { password: row.password }) }
}

/** Answers as {@link send} did, with the password that is never kept with an answer. */
export const renewSent = async (kept: unknown, context: Pick<HandlerContext, 'db'>): Promise<Answer> => {
  const answer = kept as Answer
  const row = await findDelivery(context.db, answer.delivery.studyID, answer.delivery.deliveryID)
  if (row === undefined) throw noSuchDelivery()
  return { delivery: answer.delivery, ...(row.request_key !== null && { password: row.password }) }
}

const checkSender = ({ loggedinUser }: Body, context: Pick<HandlerContext, 'caller'>): void => {
  const named = loggedinUser?.user_id
  if (named !== undefined && named !== requireCaller(context).userID) {
    throw new Refusal('insufficient-permissions', 'Somebody else is signed in by now.')
  }
}

/** The delivery is what was allowed; a call that names another recipient for it is about something else. */
const checkNamed = (row: DeliveryRow, channel: 'fax' | 'email', { practitioner }: Body): void => {
  const typed = channel === 'fax' ? practitioner.faxNumber : practitioner.emailAddress
  const isSame =
    row.channel === channel &&
    row.practitioner_id === practitioner.practitionerID &&
    (typed === undefined || isSameAddress(channel, typed, row.address))
  if (!isSame) throw new Refusal('stale', releaseMessages.addressChanged)
}

const carryOut = async (registered: DeliveryRow, body: Body, context: DeliveriesSendContext): Promise<DeliveryRow> => {
  let row = await readAgain(registered, context)
  if (decideSend(row.state, isInterrupted(row, context)).kind === 'find-out') {
    row = await findOut(row, context)
    // Nobody can say yet: it is asked about again later, and nothing goes out meanwhile.
    if (row.state === 'sending') throw unavailable(row)
  }
  if (decideSend(row.state, false).kind !== 'send') return row
  // To hear how it stands a ticket is enough; for it to leave, its author must still be allowed to.
  const acting = asAuthor(context)
  await findVisibleStudy(context.db, row.study_id, acting)
  const parcel = await pack(row, body, acting)
  if ('refusal' in parcel) {
    const { refusal } = parcel
    return moveDelivery(row, (current) => (mayBegin(current) ? { state: 'failed', reason: refusal } : null), context)
  }
  const begun = await moveDelivery(row, (current) => toSending(current, context), context)
  // Another process was quicker.
  if (begun.state !== 'sending' || begun.sender_run !== context.run.id) return begun
  const { move, isUnavailable } = await (begun.channel === 'fax'
    ? faxOut(begun, parcel, context)
    : mailOut(begun, parcel, context))
  const ended = await moveDelivery(
    begun,
    // What is known of a sending is written over what was guessed of it, and never over another one.
    ({ state, sending }) =>
      sending === begun.sending && (state === 'sending' || state === 'uncertain')
        ? { pages: parcel.pages, ...move }
        : null,
    context,
  )
  if (isUnavailable === true && ended.state === 'registered') throw unavailable(ended)
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

export const unavailable = ({ channel }: Pick<DeliveryRow, 'channel'>): Refusal =>
  new Refusal(
    'delivery-unavailable',
    channel === 'fax' ? releaseMessages.carrierUnavailable : releaseMessages.mailUnavailable,
  )

/** Judges a delivery once more and makes its file; a refusal in words where it may not leave as it was allowed. */
export const pack = async (
  row: DeliveryRow,
  { memberDetails }: Pick<Body, 'memberDetails'>,
  context: DeliveriesSendContext,
): Promise<Parcel | { readonly refusal: string }> => {
  try {
    const subject = await openStudyPaper(row.study_id, null, context)
    const { channel, mode, practitioner_id: practitionerID, practice_location_id: practiceLocationID, address } = row
    const item = itemOf(row)
    const { chosen } = await judgeSend(
      { channel, mode, item, practitionerID, practiceLocationID, address, memberDetails },
      subject,
      context,
    )
    if (isNewer(chosen, row)) return { refusal: releaseMessages.reportChanged }
    const { bytes } = await readItemPdf(item, subject, context)
    const options = { encryptWith: row.password, shouldHideHIContent: row.hides_hi_content === 1 }
    return { ...(await stampStudyPdf(bytes, subject, options, context)), subject }
  } catch (error) {
    if (error instanceof Refusal && statusOf(error.code) < 500) return { refusal: error.message }
    throw error
  }
}

/** Whether something else would leave than was allowed: another version of the same paper or document. */
const isNewer = ({ title, readingVersion }: ChosenItem, row: Pick<DeliveryRow, 'title' | 'reading_version'>): boolean =>
  title !== row.title || (row.reading_version !== null && readingVersion !== row.reading_version)

/** The key of one sending at the carrier: the same however often it is asked for. */
const sendingKey = ({ delivery_id, sending }: Pick<DeliveryRow, 'delivery_id' | 'sending'>): string =>
  `${delivery_id}-${sending}`

const faxOut = async (
  row: DeliveryRow,
  { bytes, pages }: Parcel,
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
      return { move: { state: 'registered', reason: releaseMessages.carrierUnavailable }, isUnavailable: true }
    case 'unknown': {
      const found = await context.fax.find(key)
      // That it is not there yet does not say that it will not come.
      return found.kind === 'found'
        ? { move: { state: 'handed-over', receipt: found.receipt } }
        : { move: { state: 'uncertain', reason: releaseMessages.carrierSilent } }
    }
  }
}

const mailOut = async (
  row: DeliveryRow,
  { bytes, subject }: Parcel,
  context: Pick<HandlerContext, 'db' | 'log' | 'mailer'>,
): Promise<Sent> => {
  const location = await findLocation(context.db, subject.row.location_id)
  const clinic = location?.address.name ?? subject.head.location.name
  const sent = await context.mailer.send({
    to: row.address,
    ...reportMailWords({
      clinic,
      studyID: row.study_id,
      phone: subject.head.location.phone,
      isLocked: row.password !== null,
    }),
    attachments: [{ fileName: `${row.study_id} report.pdf`, contentType: 'application/pdf', bytes }],
    messageKey: createHash('sha256')
      .update(`delivery ${sendingKey(row)}`)
      .digest('hex'),
  })
  // The mail server has it: nothing more will ever be known of an e-mail.
  if (sent.ok) return { move: { state: 'delivered' } }
  context.log('warning', 'mail.report-failed', { code: sent.code })
  if (sent.hasLeft === true) return { move: { state: 'uncertain', reason: releaseMessages.mailUncertain } }
  if (sent.isRefused === true) return { move: { state: 'failed', reason: releaseMessages.mailRefused } }
  return { move: { state: 'registered', reason: releaseMessages.mailUnavailable }, isUnavailable: true }
}
