import { createHash } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'
import { fillMailText, type MailText } from '#domain/settings/mail-texts.ts'
import { messageReason, type StudyMessageKind } from '#domain/study/message-reasons.ts'
import type { StatusFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { checkEmailConfirmed } from '../members/emails.ts'
import { describeMailFailure } from '../members/mail-failure.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { changeStudy, parseStatus, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { addressLines, contactLine, type MailPlace, memberMailWords } from './member-mail-words.ts'
import { backOfficeStudyWords } from './study-words.ts'

type MailContext = Pick<
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
  | 'preferredConsultUsers'
  | 'setAuditSubject'
>

type Sent = RouteAnswer<'resendConfirmation'>

/** A message that staff may send a member about a study. */
type StudyMail = {
  /** The kind of its text, and a part of its message id. */
  readonly name: 'confirmation' | 'feedback' | 'amplification'
  readonly action: StudyAction
  /** The study's flag for the sent message. */
  readonly flag: StatusFlag
  /** The activity log's line for the sent message. */
  readonly note: string
  /** The refusal's text when the message could not be sent. */
  readonly failed: string
  readonly kind: StudyMessageKind
  readonly write: (text: MailText, study: StudyRow, member: Member, place: MailPlace) => MailText
}

const namesIn = (member: Member, place: MailPlace) => ({
  member: fullName(member),
  clinic: place.address.name,
  contact: contactLine(place),
})

const confirmation: StudyMail = {
  name: 'confirmation',
  action: 'resend-confirmation',
  flag: 'bookingConfirmationEmailSent',
  note: memberMailWords.confirmationLogged,
  failed: studyMessages.confirmationFailed,
  kind: 'confirmation',
  write: (text, study, member, place) => {
    if (study.starts_at === null) throw new Error('a confirmation needs an appointment')
    return fillMailText<'confirmation'>(text, {
      ...namesIn(member, place),
      when: formatInstant(toInstant(study.starts_at * 1000), place.timezone),
      address: addressLines(place),
    })
  },
}

const feedbackReminder: StudyMail = {
  name: 'feedback',
  action: 'resend-feedback',
  flag: 'feedbackRequestSent',
  note: memberMailWords.feedbackLogged,
  failed: `${studyMessages.resendFailed}: ${studyMessages.feedbackFailed}.`,
  kind: 'feedback-reminder',
  write: (text, _study, member, place) => fillMailText<'feedback'>(text, namesIn(member, place)),
}

const amplification: StudyMail = {
  name: 'amplification',
  action: 'resend-feedback',
  flag: 'feedbackAmplificationRequestSent',
  note: memberMailWords.amplificationLogged,
  failed: `${studyMessages.resendFailed}: ${studyMessages.amplificationFailed}.`,
  kind: 'amplification',
  write: (text, _study, member, place) => fillMailText<'amplification'>(text, namesIn(member, place)),
}

/** Sends the confirmation of a study's appointment (study spec §7). Throws like {@link sendMail}. */
export const resendConfirmation = (studyID: string, context: MailContext): Promise<Sent> =>
  sendMail(confirmation, studyID, context)

/** Asks the member for feedback again. Throws like {@link sendMail}. */
export const sendFeedbackReminder = (studyID: string, context: MailContext): Promise<Sent> =>
  sendMail(feedbackReminder, studyID, context)

/** Asks the member to share their feedback in a public review. Throws like {@link sendMail}. */
export const sendFeedbackAmplification = (studyID: string, context: MailContext): Promise<Sent> =>
  sendMail(amplification, studyID, context)

/**
 * Sends a message to the study's member and records it in the study's status and log. The message id is derived from
 * the idempotency key, so that mail servers recognise a repeat after a crash. Throws 409 `act-not-allowed` with the
 * text of `messageReason`, and as {@link checkEmailConfirmed} does; 503 `mail-failed`.
 */
const sendMail = async (mail: StudyMail, studyID: string, context: MailContext): Promise<Sent> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  checkStudyAction(context, study, mail.action)
  const member = await findMember(context.db, study.patient_id)
  if (member === undefined) throw new Refusal('not-found', backOfficeStudyWords.memberGone)
  const reason = messageReason(mail.kind, toStudy(study), member, toInstant(context.now * 1000))
  if (reason !== null) throw new Refusal('act-not-allowed', reason)
  await checkEmailConfirmed(context.db, study, member)
  const place = await locationOf(context.db, study)
  const sent = await context.mailer.send({
    to: member.email,
    ...mail.write(await findMailText(context.db, mail.name), study, member, place),
    attachments: [],
    messageKey: createHash('sha256')
      .update(`${mail.name} ${studyID} ${context.idempotencyKey ?? context.newId()}`)
      .digest('hex'),
  })
  if (!sent.ok) {
    context.log('warning', 'mail.failed', { code: sent.code })
    throw new Refusal('mail-failed', describeMailFailure(sent, mail.failed))
  }
  await recordSent(mail, studyID, context)
  return { ok: true, email: member.email }
}

const recordSent = (mail: StudyMail, studyID: string, context: MailContext): Promise<void> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    const status = writeFlags(parseStatus(study), { [mail.flag]: true }, context)
    const changed = await changeStudy(db, study, { status: JSON.stringify(status) })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [mail.note], context)
  })
