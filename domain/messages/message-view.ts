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
  /** What is known of a sent text message; null for an email, and for a text message that was not sent. */
  delivery: textDeliverySchema.nullable(),
  /** When it is to leave. */
  dueAt: instantSchema,
  /** When it reached its state. */
  stateAt: instantSchema,
  /** The start of the appointment that it is about; null for none. */
  appointment: instantSchema.nullable(),
  /** The masked address of the last hand-over; null if it was never handed over. */
  recipient: z.string().nullable(),
  /** The code of why it failed, is uncertain, was withdrawn or is retried; null for none. */
  failure: z.string().nullable(),
  attempts: z.number().int(),
  /** The person who sent it; null for the server. */
  by: z.string().nullable(),
  /** The person who decided after a failure or an unknown result; null for none. */
  decidedBy: z.string().nullable(),
})
export type MessageView = z.infer<typeof messageViewSchema>

/**
 * `dismiss`: the member needs no message about it any more, for example after a call. `bounced`: an email that was sent
 * came back to the clinic's mailbox. `opt-out`: the member asked for no more messages at the address of this one.
 * `opted-in`: a member who opted out wants messages on this channel again.
 */
export const messageDecisions = ['arrived', 'send-again', 'dismiss', 'bounced', 'opt-out', 'opted-in'] as const
export type MessageDecision = (typeof messageDecisions)[number]

/**
 * Returns an address of which staff recognise only enough to compare it with the member's: `a•••@mail.example`, or the
 * last four digits of a number.
 */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at > 0 ? `${address.slice(0, 1)}•••${address.slice(at)}` : `••• ${address.slice(-4)}`
}

/**
 * Returns whether a decision is possible about a message besides what its state allows: only an email comes back,
 * because the gateway reports what became of a text message; only the address of a message that was handed over can be
 * silenced; and only a message that an opt-out withdrew can follow its end.
 */
export const isDecisionFor = (
  decision: MessageDecision,
  { channel, failure, recipient }: Pick<MessageView, 'channel' | 'failure' | 'recipient'>,
): boolean => {
  if (decision === 'bounced') return channel === 'email'
  if (decision === 'opt-out') return recipient !== null
  return decision !== 'opted-in' || failure === 'opted-out'
}
