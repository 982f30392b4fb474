import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'
import { messageChannelSchema, messageKindSchema } from './message-kinds.ts'
import { messageStateSchema } from './message-state.ts'
import { textDeliverySchema } from './text-delivery.ts'

/** A message of a study as staff see it. */
export const messageViewSchema = z.object({
  messageID: z.string(),
  kind: messageKindSchema,
  channel: messageChannelSchema,
  state: messageStateSchema,
  /** The delivery state of a sent text message; null for an email, and for a text message that was not sent. */
  delivery: textDeliverySchema.nullable(),
  /** When the message is due to be sent. */
  dueAt: instantSchema,
  /** When the message reached its state. */
  stateAt: instantSchema,
  /** The start of the message's appointment; null if it is about no appointment. */
  appointment: instantSchema.nullable(),
  /** The masked address of the last hand-over; null if the message was never handed over. */
  recipient: z.string().nullable(),
  /**
   * The code of the reason why the message failed, is uncertain, was withdrawn or is retried; null if there is none.
   */
  failure: z.string().nullable(),
  attempts: z.number().int(),
  /** The person who sent the message; null if the server sent it. */
  by: z.string().nullable(),
  /** The person who decided after a failure or an unknown result; null if there was no decision. */
  decidedBy: z.string().nullable(),
})
export type MessageView = z.infer<typeof messageViewSchema>

/**
 * `dismiss`: the member no longer needs the message, for example after a call. `bounced`: a sent email came back to the
 * clinic's mailbox. `opt-out`: the member asked for no more messages at this message's address. `opted-in`: a member
 * who opted out wants messages on this channel again.
 */
export const messageDecisions = ['arrived', 'send-again', 'dismiss', 'bounced', 'opt-out', 'opted-in'] as const
export type MessageDecision = (typeof messageDecisions)[number]

/**
 * Returns an address masked so that staff can still compare it with the member's: `a•••@mail.example`, or the last four
 * digits of a number.
 */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at > 0 ? `${address.slice(0, 1)}•••${address.slice(at)}` : `••• ${address.slice(-4)}`
}

/**
 * Returns whether a decision applies to a message, apart from its state. Only an email can bounce, because the gateway
 * reports the delivery of text messages. Only the address of a message that was handed over can be opted out. Only a
 * message that an opt-out withdrew can be sent after an opt-in.
 */
export const isDecisionFor = (
  decision: MessageDecision,
  { channel, failure, recipient }: Pick<MessageView, 'channel' | 'failure' | 'recipient'>,
): boolean => {
  if (decision === 'bounced') return channel === 'email'
  if (decision === 'opt-out') return recipient !== null
  return decision !== 'opted-in' || failure === 'opted-out'
}
