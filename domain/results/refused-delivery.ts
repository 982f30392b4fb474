import { z } from 'zod'
import { optionalLineOfText } from '../values/plain-text.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { resultChannels } from './incoming-report.ts'
import { resultIDSchema } from './incoming-result.ts'

/** Why a message of another system was not stored as a result. */
const refusalReasons = [
  // The transport.
  'too-large',
  'broken-frame',
  'connection-lost',
  // The form.
  'not-hl7',
  'encoding',
  'charset',
  'unreadable',
  'not-json',
  'media-type',
  // The content.
  'message-type',
  'no-control-id',
  'several-persons',
  'several-studies',
  'no-order',
  'no-status',
  'no-report',
  'several-files',
  'not-a-pdf',
  'fields',
  /** The server could not store the message, and asked the sender to send it again. */
  'not-stored',
  /** An entry for further messages, beyond those that are listed individually. */
  'many',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** How a person closed a refused message. */
export const refusalEnds = ['told', 'dismissed'] as const
export type RefusalEnd = (typeof refusalEnds)[number]

/** The facts about a refused message, without its content (decision 311). */
export const refusedMessageSchema = z.object({
  channel: z.enum(resultChannels),
  /** The sending application and facility, or the machine account; empty if it could not be read. */
  sender: optionalLineOfText(120),
  address: optionalLineOfText(60),
  /** MSH-10 or the identifier of the report; empty if it could not be read. */
  controlID: optionalLineOfText(200),
  reason: z.enum(refusalReasons),
  /** The element that was missing or wrong; empty if there is none. */
  detail: z.string().regex(/^[A-Za-z0-9.-]{0,80}$/),
})
export type RefusedMessage = z.infer<typeof refusedMessageSchema>

/** A refused message that waits for a person. */
export const refusedDeliverySchema = refusedMessageSchema.extend({
  refusalID: resultIDSchema,
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** The number of times that the message arrived. */
  copies: z.number().int().min(1),
})
export type RefusedDelivery = z.infer<typeof refusedDeliverySchema>

/**
 * The maximum number of open refused messages from one address. Further messages share one entry. @internal Tests reach
 * it.
 */
export const maxRefusalsOfAddress = 100
/** The maximum number of open refused messages from all addresses. Further messages share one entry. */
export const maxRefusals = 1000

type OpenCounts = { readonly ofAddress: number; readonly all: number }

/**
 * Returns the key under which refused messages share one entry: the sender and its control id or, without a control id,
 * the address, the sender and the reason. If a sender has no name, its address is used.
 */
export const refusalKey = ({ channel, sender, address, controlID, reason }: RefusedMessage): readonly string[] =>
  controlID === '' ? [channel, 'address', address, sender, reason] : [channel, 'id', sender || address, controlID]

/**
 * Returns the entry for a new refused message: the message itself or, if too many wait, a shared entry for its address
 * or for all addresses. So a faulty sender cannot fill the database (decision 311).
 */
export const boundRefusal = (refusal: RefusedMessage, open: OpenCounts): RefusedMessage => {
  if (open.ofAddress < maxRefusalsOfAddress && open.all < maxRefusals) return refusal
  const address = open.all < maxRefusals ? refusal.address : ''
  return { channel: refusal.channel, sender: '', address, controlID: '', reason: 'many', detail: '' }
}

/** The number of seconds for which a control id identifies the same message. Many senders restart their ids at 1. */
export const sameMessageSeconds = 86_400

/**
 * Returns the start, in epoch seconds, of the time in which the sender may have repeated a lost message; null if there
 * can be no repetition. A message that was stored since then with the same control id counts as the repetition. The
 * sender may reconnect before the server notices that the first connection was lost.
 */
export const repeatedSince = ({ channel, controlID, reason }: RefusedMessage, now: number): number | null =>
  channel === 'hl7' && controlID !== '' && (reason === 'connection-lost' || reason === 'broken-frame') ? now - 60 : null

/**
 * Returns whether a repetition reopens a closed entry: the sender still fails a day after a person closed the entry, or
 * the message had arrived in the meantime and was then refused again. Times are epoch seconds.
 */
export const opensAgain = (
  { state, closedAt }: { readonly state: 'open' | 'arrived' | RefusalEnd; readonly closedAt: number | null },
  now: number,
): boolean => state === 'arrived' || (state !== 'open' && now - (closedAt ?? 0) >= sameMessageSeconds)
