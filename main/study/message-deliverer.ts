import { z } from 'zod'
import { isNotSent, mayBeDone } from '#contract/failures.ts'
import { messageIDSchema } from '#contract/messages/fields.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { type MemberMessage, memberMessages } from '#domain/queue/member-message.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { askAgain } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '../queue/deliverer.ts'
import type { SessionHolder } from '../session/session-service.ts'

/** The stored payload of an email to a member. */
const messagePayloadSchema = z.strictObject({
  message: z.enum(memberMessages),
  studyID: studyIDSchema,
  /** User id of the author: only their session may send it. */
  author: z.string(),
  /** The payment of a receipt. */
  transactionID: transactionIDSchema.optional(),
  /** The author's full name, for the status text while the job waits for them to sign in. */
  by: z.string(),
})
export type MessagePayload = z.infer<typeof messagePayloadSchema>

const routes = {
  invoice: 'emailInvoice',
  confirmation: 'resendConfirmation',
  'feedback-reminder': 'sendFeedbackReminder',
  amplification: 'sendFeedbackAmplification',
} as const satisfies Record<Exclude<MemberMessage, 'receipt'>, string>

const stuckAfterMs = 5 * 60_000
const unreadable = 'This job can no longer be read.'
const maybeSent = 'The connection was lost before the server answered. The member may have received the email.'
const onItsWay = 'The server is still sending it.'
const notSent = 'The server could not send it. The study’s messages show why.'
const maybeReceived = 'The mail server did not answer. The member may have received the email.'

type MessageDelivererParts = {
  readonly calls: Pick<StaffCalls, 'callExactly'>
  readonly session: Pick<SessionHolder, 'user' | 'token'>
  /** Called when the server has sent the email: the study's status and log have changed. */
  onSent(studyID: MessagePayload['studyID']): void
}

/**
 * Returns the idempotency key of an attempt. Each attempt has a new key, because the server stores a refusal under its
 * key and would repeat it. A new attempt begins only when nothing was sent, or when staff choose to send again. A
 * status query uses the key that the attempt was sent under.
 */
const keyOf = ({ jobID, attempt, receipt }: ClaimedJob): string =>
  receipt ?? (attempt <= 1 ? jobID : `${jobID}-${attempt}`)

const afterFailure = ({ code, message }: Failure): DeliveryOutcome => {
  if (!isNotSent('rest', code)) return { kind: 'failed', reason: message }
  // A busy server is reachable.
  return { kind: 'retry', reason: message, ...(code !== 'too-many-requests' && { isOutOfReach: true }) }
}

/** The prefix of the receipt of a message that the server is still sending; the message's id follows it. */
const onItsWayMark = 'message '

const sentSchema = z.object({ onItsWay: messageIDSchema.optional() })

/**
 * Creates the deliverer of emails to members, through the server. Every attempt has one idempotency key: the server
 * sends the email once, and a repeated call returns the result. The call is made only in the author's session.
 */
export const createMessageDeliverer = ({ calls, session, onSent }: MessageDelivererParts): Deliverer => {
  const ask = async (job: ClaimedJob, { message, studyID, transactionID }: MessagePayload): Promise<Reply<unknown>> => {
    const key = { idempotencyKey: keyOf(job) }
    if (message !== 'receipt') return await calls.callExactly(routes[message], { params: { studyId: studyID } }, key)
    if (transactionID === undefined) return fail('not-found', unreadable)
    return await calls.callExactly('emailReceipt', { params: { studyId: studyID, transactionID } }, key)
  }

  const waitsFor = (payload: MessagePayload): string | null =>
    session.user()?.user_id === payload.author && session.token() !== null
      ? null
      : `Waiting for ${payload.by || 'the person who sent it'} to sign in on this computer.`

  /**
   * Sends under the attempt's key and repeats the call once when the answer was lost. Returns null when the server may
   * have sent the email but did not confirm it.
   */
  const send = async (job: ClaimedJob, payload: MessagePayload): Promise<DeliveryOutcome | null> => {
    const { reply, wasUnknown: mayBeSent } = await askAgain(() => ask(job, payload))
    if (reply.ok) {
      onSent(payload.studyID)
      const { onItsWay: messageID } = sentSchema.parse(reply.value)
      return messageID === undefined
        ? { kind: 'delivered' }
        : { kind: 'handed-over', receipt: `${onItsWayMark}${messageID}` }
    }
    // If the second call was not made, it is still unknown whether the first call arrived.
    if (mayBeDone('rest', mayBeSent, reply.failure)) return null
    return afterFailure(reply.failure)
  }

  /** Reads the state of a message that the server had not yet sent when it answered. */
  const readState = async (messageID: string, { studyID }: MessagePayload): Promise<DeliveryOutcome | StillOpen> => {
    const reply = await calls.callExactly('readMessages', { params: { studyId: studyID } })
    if (!reply.ok) return { kind: 'still', reason: reply.failure.message, progress: null }
    const found = reply.value.find((message) => message.messageID === messageID)
    if (found?.state === 'sent') {
      onSent(studyID)
      return { kind: 'delivered' }
    }
    if (found === undefined || found.state === 'failed' || found.state === 'withdrawn') {
      return { kind: 'failed', reason: notSent }
    }
    if (found.state === 'uncertain') return { kind: 'uncertain', reason: maybeReceived }
    return { kind: 'still', reason: onItsWay, progress: null }
  }

  /** Repeats the call for an email that the server may have sent: under the same key the server sends it only once. */
  const findOut = async (job: ClaimedJob): Promise<DeliveryOutcome | StillOpen> => {
    const payload = messagePayloadSchema.safeParse(job.payload)
    if (!payload.success) return { kind: 'failed', reason: unreadable }
    const reason = waitsFor(payload.data)
    if (reason !== null) return { kind: 'still', reason, progress: null }
    const receipt = job.receipt ?? ''
    if (receipt.startsWith(onItsWayMark)) return await readState(receipt.slice(onItsWayMark.length), payload.data)
    const outcome = await send(job, payload.data)
    return outcome !== null && outcome.kind !== 'retry' ? outcome : { kind: 'still', reason: maybeSent, progress: null }
  }

  return {
    stuckAfterMs,
    send: async (job) => {
      const payload = messagePayloadSchema.safeParse(job.payload)
      if (!payload.success) return { kind: 'failed', reason: unreadable }
      const reason = waitsFor(payload.data)
      if (reason !== null) return { kind: 'retry', reason, isOutOfReach: true }
      return (await send(job, payload.data)) ?? { kind: 'handed-over', receipt: keyOf(job) }
    },
    reconcile: findOut,
    watch: findOut,
    cancel: async (job) => (job.receipt === null ? { kind: 'cancelled' } : { kind: 'too-late', reason: maybeSent }),
    settle: async (_job, settlement) => {
      switch (settlement) {
        case 'delivered':
          return { kind: 'delivered' }
        case 'not-delivered':
          return { kind: 'failed', reason: 'Staff found that it did not arrive.' }
        case 'send-again':
          return { kind: 'retry', reason: '' }
      }
    },
  }
}
