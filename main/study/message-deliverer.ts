import { z } from 'zod'
import { isNotSent, mayBeDone } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { type MemberMessage, memberMessages } from '#domain/queue/member-message.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { askAgain } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '../queue/deliverer.ts'
import type { SessionHolder } from '../session/session-service.ts'

/** What is written down with an e-mail to a member. */
const messagePayloadSchema = z.strictObject({
  message: z.enum(memberMessages),
  studyID: studyIDSchema,
  /** User id: only their session may send it. */
  author: z.string(),
  /** Their full name, for the words of who has to sign in. */
  by: z.string(),
})
export type MessagePayload = z.infer<typeof messagePayloadSchema>

const routes = {
  invoice: 'emailInvoice',
  confirmation: 'resendConfirmation',
  'feedback-reminder': 'sendFeedbackReminder',
  amplification: 'sendFeedbackAmplification',
} as const satisfies Record<MemberMessage, string>

const stuckAfterMs = 5 * 60_000
const unreadable = 'This job could not be read any more.'
const maybeSent = 'The connection broke before the server answered. The member may have received the e-mail.'

type MessageDelivererParts = {
  readonly calls: Pick<StaffCalls, 'callExactly'>
  readonly session: Pick<SessionHolder, 'user' | 'token'>
  /** The server has sent it: the study's status and log have changed. */
  onSent(studyID: MessagePayload['studyID']): void
}

/**
 * The key of an attempt. A new one begins only after an answer that nothing was sent: the server keeps a refusal under its key,
 * and would repeat it to every later try. Asking what became of an attempt uses the key that it was sent under.
 */
const keyOf = ({ jobID, attempt, receipt }: ClaimedJob): string =>
  receipt ?? (attempt <= 1 ? jobID : `${jobID}-${attempt}`)

const afterFailure = ({ code, message }: Failure): DeliveryOutcome => {
  if (!isNotSent('rest', code)) return { kind: 'failed', reason: message }
  // A server that is busy is within reach.
  return { kind: 'retry', reason: message, ...(code !== 'too-many-requests' && { isOutOfReach: true }) }
}

/**
 * Sends e-mails to members through the server. Every attempt has one idempotency key, so the server sends it once, and asking
 * again tells what became of it. Only the session of the person who asked for it sends it.
 */
export const createMessageDeliverer = ({ calls, session, onSent }: MessageDelivererParts): Deliverer => {
  const ask = async (job: ClaimedJob, { message, studyID }: MessagePayload): Promise<Reply<unknown>> =>
    await calls.callExactly(routes[message], { params: { studyId: studyID } }, { idempotencyKey: keyOf(job) })

  const waitsFor = (payload: MessagePayload): string | null =>
    session.user()?.user_id === payload.author && session.token() !== null
      ? null
      : `Waits until ${payload.by || 'the person who asked for it'} signs in at this workstation.`

  /** Asks under the attempt's key; a lost answer is asked for once more. Null: the server may have sent it. */
  const send = async (job: ClaimedJob, payload: MessagePayload): Promise<DeliveryOutcome | null> => {
    const { reply, wasUnknown: mayBeSent } = await askAgain(() => ask(job, payload))
    if (reply.ok) {
      onSent(payload.studyID)
      return { kind: 'delivered' }
    }
    // That the second call was not made does not say whether the first arrived.
    if (mayBeDone('rest', mayBeSent, reply.failure)) return null
    return afterFailure(reply.failure)
  }

  /** Asks again about one that the server may have sent: under the same key it is sent once. */
  const findOut = async (job: ClaimedJob): Promise<DeliveryOutcome | StillOpen> => {
    const payload = messagePayloadSchema.safeParse(job.payload)
    if (!payload.success) return { kind: 'failed', reason: unreadable }
    const reason = waitsFor(payload.data)
    if (reason !== null) return { kind: 'still', reason, progress: null }
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
