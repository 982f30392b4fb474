import type { RouteAnswer } from '#contract/back-office.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'
import { messageReason, type StudyMessageKind } from '#domain/study/message-reasons.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { checkEmailConfirmed } from '../members/emails.ts'
import { describeMailFailure } from '../members/mail-failure.ts'
import { pressMessage } from '../messages/press.ts'
import { findMember } from '../repositories/members-repository.ts'
import { toStudy } from '../repositories/studies-repository.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
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
  | 'sms'
>

type Sent = RouteAnswer<'resendConfirmation'>

/** A message that staff may send a member about a study. */
type StudyMail = {
  /** The kind in the queue, which is also the kind of its text. */
  readonly name: 'confirmation' | 'feedback' | 'amplification'
  readonly action: StudyAction
  /** The refusal's text when the message could not be sent. */
  readonly failed: string
  readonly kind: StudyMessageKind
}

const confirmation: StudyMail = {
  name: 'confirmation',
  action: 'resend-confirmation',
  failed: studyMessages.confirmationFailed,
  kind: 'confirmation',
}

const feedbackReminder: StudyMail = {
  name: 'feedback',
  action: 'resend-feedback',
  failed: `${studyMessages.resendFailed}: ${studyMessages.feedbackFailed}.`,
  kind: 'feedback-reminder',
}

const amplification: StudyMail = {
  name: 'amplification',
  action: 'resend-feedback',
  failed: `${studyMessages.resendFailed}: ${studyMessages.amplificationFailed}.`,
  kind: 'amplification',
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
 * Sends a message to the study's member through the queue, which records it in the study's status and log. Throws 409
 * `act-not-allowed` with the text of `messageReason`, and as {@link checkEmailConfirmed} does; 503 `mail-failed`, also
 * if it is unknown whether an earlier call with the same key sent it.
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
  const pressed = await pressMessage(study, mail.name, context)
  switch (pressed.kind) {
    case 'sent':
      return { ok: true, email: member.email }
    case 'on-its-way':
      return { ok: true, email: member.email, onItsWay: pressed.messageID }
    case 'uncertain':
      throw new Refusal('mail-failed', describeMailFailure({ code: 'FAILED', hasLeft: true }, mail.failed))
    case 'failed':
      throw new Refusal('mail-failed', describeMailFailure(pressed.outcome, mail.failed))
    case 'withdrawn':
      throw new Refusal('act-not-allowed', backOfficeStudyWords.changedMeanwhile)
  }
}
