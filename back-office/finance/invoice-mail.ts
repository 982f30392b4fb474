import type { RouteAnswer } from '#contract/back-office.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { fillMailText, type MailText } from '#domain/settings/mail-texts.ts'
import { type Language, standardLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { checkEmailConfirmed } from '../members/emails.ts'
import { describeMailFailure } from '../members/mail-failure.ts'
import { pressMessage } from '../messages/press.ts'
import { makeInvoice } from '../payments/read-payments.ts'
import { stampRoom } from '../printing/paper-head.ts'
import { drawOnPaper, type PaperRequest } from '../printing/paper-maker.ts'
import { stampStudyPdf } from '../printing/stamp-study-pdf.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { parseStatus, type StudyRow } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { invoiceMailWords } from './invoice-mail-words.ts'

/** What drawing and sending an invoice or receipt needs. */
export type InvoiceMailContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'idempotencyKey'
  | 'kind'
  | 'log'
  | 'mailer'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'sms'
  | 'supportPhone'
>

/** An invoice or a receipt to draw. */
type MoneyPaper = Extract<PaperRequest, { readonly kind: 'invoice' | 'receipt' }>

/**
 * Draws an invoice or receipt and stamps the member's identity on every page (study spec §1). Throws 404 without a
 * member.
 */
export const drawStamped = async (
  study: StudyRow,
  paper: MoneyPaper,
  context: Pick<InvoiceMailContext, 'db' | 'pdf'>,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> => {
  const member = await findMember(context.db, study.patient_id)
  if (member === undefined) throw noSuchStudy()
  const { bytes } = await drawOnPaper({ ...paper, headRoom: stampRoom(study.sku_id) })
  const { studyID } = paper.kind === 'invoice' ? paper.invoice : paper.receipt.invoice
  const about = { member, study: { studyID, skuID: study.sku_id } }
  const { language } = member
  return stampStudyPdf(bytes, about, { encryptWith: null, language, shouldHideHIContent: false }, context)
}

/** Returns a study's invoice as a stamped PDF. Throws 404 and 403 like every call about a study. */
export const readInvoicePdf = async (
  studyID: string,
  context: InvoiceMailContext,
): Promise<RouteAnswer<'readInvoicePdf'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const invoice = await makeInvoice(context.db, study, context)
  const { bytes, pages } = await drawStamped(study, { kind: 'invoice', invoice }, context)
  return { base64: Buffer.from(bytes).toString('base64'), pages }
}

/**
 * Sends the invoice with its stamped PDF to the member through the queue of messages, which writes the study's log.
 * Throws as {@link checkEmailConfirmed} does; 409 `invoice-suppressed` when the invoice or the customer's email is
 * suppressed, or when the member has no email address; 503 `mail-failed`, also if it is unknown whether an earlier call
 * with the same key sent it.
 */
export const emailInvoice = async (
  studyID: string,
  context: InvoiceMailContext,
): Promise<RouteAnswer<'emailInvoice'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const invoice = await makeInvoice(context.db, study, context)
  return mailMoneyPaper(study, { kind: 'invoice', invoice }, context)
}

/** Returns the texts of the email in a language, and the name of its file. */
const mailOf = async (
  db: Database,
  paper: MoneyPaper,
  language: Language,
): Promise<MailText & { readonly fileName: string }> => {
  const invoice = paper.kind === 'invoice' ? paper.invoice : paper.receipt.invoice
  const { member, location, appointment, timezone } = invoice
  const number = paper.kind === 'invoice' ? invoice.invoiceNumber : paper.receipt.receiptNumber
  const common = {
    member: member.name,
    number,
    clinic: location.name,
    contact: [formatPhone(location.phone), location.email].filter((line) => line !== '').join(', '),
  }
  const text = await findMailText(db, paper.kind, language)
  const filled =
    paper.kind === 'receipt'
      ? fillMailText<'receipt'>(text, common)
      : fillMailText<'invoice'>(text, {
          ...common,
          appointment: appointment === null ? '' : formatsIn(language).instant(appointment, timezone as ZoneId),
        })
  return { ...filled, fileName: `${number}.pdf` }
}

/** Emails an invoice or receipt to the member with its stamped PDF. Throws as {@link emailInvoice} does. */
export const mailMoneyPaper = async (
  study: StudyRow,
  paper: MoneyPaper,
  context: InvoiceMailContext,
): Promise<RouteAnswer<'emailInvoice'>> => {
  const invoice = paper.kind === 'invoice' ? paper.invoice : paper.receipt.invoice
  const mayMail = invoice.isAvailable && parseStatus(study).customerEmailAvailable !== false
  if (!mayMail) throw suppressed(`${paymentMessages.invoiceSuppressed}.`)
  const { email } = invoice.member
  if (email === '') throw suppressed(invoiceMailWords.noAddress)
  const member = await findMember(context.db, study.patient_id)
  const language = member?.language ?? standardLanguage
  if (member !== undefined) await checkEmailConfirmed(context.db, study, member)
  const { bytes } = await drawStamped(study, paper, context)
  const pressed = await pressMessage(study, paper.kind, context, {
    ...(await mailOf(context.db, paper, language)),
    contentType: 'application/pdf',
    bytes,
  })
  switch (pressed.kind) {
    case 'sent':
      return { ok: true, email }
    case 'on-its-way':
      return { ok: true, email, onItsWay: pressed.messageID }
    case 'uncertain':
      throw new Refusal(
        'mail-failed',
        describeMailFailure({ code: 'FAILED', hasLeft: true }, paymentMessages.emailError),
      )
    case 'failed':
      throw new Refusal('mail-failed', describeMailFailure(pressed.outcome, paymentMessages.emailError))
    case 'withdrawn':
      throw suppressed(`${paymentMessages.invoiceSuppressed}.`)
  }
}

/** Returns the refusal of a paper that the study suppresses. */
export const suppressed = (message: string): Refusal => new Refusal('invoice-suppressed', message)
