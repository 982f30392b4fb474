import type { QueuedMessage } from '#contract/queue/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { emailNotConfirmed } from '#domain/members/email-confirmation.ts'
import { fullName } from '#domain/members/member.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { type MemberMessage, memberMessageTitles } from '#domain/queue/member-message.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { messageReason } from '#domain/study/message-reasons.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import { toJobFor } from '../queue/jobs-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { MessagePayload } from './message-deliverer.ts'

export type MessageSender = {
  /**
   * Records an email to a study's member; the queue sends it. A repeated key does not send a second email. Failures:
   * `insufficient-permissions`, `invoice-suppressed`, `act-not-allowed` with its reason, `email-not-confirmed` with
   * `details.emailToConfirm`, `offline`, `job-not-movable` when it cannot be recorded.
   */
  send(
    message: Exclude<MemberMessage, 'receipt'>,
    studyID: StudyID,
    idempotencyKey: string,
  ): Promise<Reply<QueuedMessage>>
  /** Records an email with the receipt of one payment. Fails as `send` does for an invoice. */
  sendReceipt(studyID: StudyID, transactionID: TransactionID, idempotencyKey: string): Promise<Reply<QueuedMessage>>
}

type MessageSenderParts = {
  readonly reader: StudyReader
  readonly queue: JobQueue
  readonly session: Pick<SessionHolder, 'user'>
  now(): Instant
  /** How long a send can be undone before it is handed over, in milliseconds. */
  readonly undoMs: number
}

const noJob = "The email couldn't be saved on this computer, so nothing was sent. Try again."
const noAddress = 'This member has no email address.'

/** Creates the sender that adds emails to members to the workstation's queue. */
export const createMessageSender = (parts: MessageSenderParts): MessageSender => {
  const { reader, queue, session, now, undoMs } = parts
  const add = async (
    message: MemberMessage,
    studyID: StudyID,
    idempotencyKey: string,
    about: Pick<MessagePayload, 'transactionID'> = {},
  ): Promise<Reply<QueuedMessage>> => {
    const read = await reader.readFresh(studyID)
    if (!read.ok) return read
    const { study, member, emailToConfirm } = read.value
    if (message === 'invoice' || message === 'receipt') {
      // Checked now, because the queue sends the email later, when no screen would show a refusal by the back office.
      if (!mayMoveMoney(session.user()?.roles ?? [])) return fail('insufficient-permissions', moneyForbiddenReason)
      const { invoiceAvailable, customerEmailAvailable } = study.status
      const isSuppressed = invoiceAvailable === false || customerEmailAvailable === false
      if (isSuppressed) return fail('invoice-suppressed', `${paymentMessages.invoiceSuppressed}.`)
      if (member.email.trim() === '') return fail('invoice-suppressed', noAddress)
    } else {
      const reason = messageReason(message, study, member, now())
      if (reason !== null) return fail('act-not-allowed', reason)
    }
    if (emailToConfirm !== null) {
      return fail('email-not-confirmed', emailNotConfirmed(emailToConfirm), { emailToConfirm })
    }
    const user = session.user()
    const [by, author] = [user?.fullname ?? '', user?.user_id ?? '']
    const job = queue.add({
      jobID: idempotencyKey,
      kind: 'message',
      title: memberMessageTitles[message],
      member: { name: fullName(member), dob: member.dob },
      studyID,
      locationID: study.locationID,
      recipient: member.email,
      by,
      author,
      payload: { message, studyID, author, by, ...about } satisfies MessagePayload,
      content: null,
      holdMs: undoMs,
    })
    if (!job.ok) return job.failure.code === 'idempotency-key-reused' ? job : fail('job-not-movable', noJob)
    return ok({ email: member.email, job: toJobFor(user, job.value) })
  }
  return {
    send: async (message, studyID, idempotencyKey) => await add(message, studyID, idempotencyKey),
    sendReceipt: async (studyID, transactionID, idempotencyKey) =>
      await add('receipt', studyID, idempotencyKey, { transactionID }),
  }
}
