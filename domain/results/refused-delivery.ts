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
  /** The server could not store it, and asked the sender to send it again. */
  'not-stored',
  /** More messages than are listed one by one. */
  'many',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** How a person closed a refused message. */
export const refusalEnds = ['told', 'dismissed'] as const
export type RefusalEnd = (typeof refusalEnds)[number]

/** What is known of a refused message, without its content (decision 311). */
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
  /** How often it arrived. */
  copies: z.number().int().min(1),
})
export type RefusedDelivery = z.infer<typeof refusedDeliverySchema>

/** The most open refused messages of one address; those beyond are one entry. @internal Tests reach it. */
export const mostRefusalsOfAddress = 100
/** The most open refused messages of all addresses; those beyond are one entry. */
export const mostRefusals = 1000

type OpenCounts = { readonly ofAddress: number; readonly all: number }

/**
 * Returns what makes two refused messages one entry: the sender's control id; without one, the address and the reason. A
 * name that the sender does not have is replaced by its address.
 */
export const refusalKey = ({ channel, sender, address, controlID, reason }: RefusedMessage): readonly string[] =>
  controlID === '' ? [channel, 'address', address, sender, reason] : [channel, 'id', sender || address, controlID]

/**
 * Returns a refused message as it is listed for the first time: itself, or where too many wait, one entry for all
 * further ones of its address, or of all addresses. So a faulty sender cannot fill the database (decision 311).
 */
export const boundRefusal = (refusal: RefusedMessage, open: OpenCounts): RefusedMessage => {
  if (open.ofAddress < mostRefusalsOfAddress && open.all < mostRefusals) return refusal
  const address = open.all < mostRefusals ? refusal.address : ''
  return { channel: refusal.channel, sender: '', address, controlID: '', reason: 'many', detail: '' }
}

/** How long a control id means the same message; many senders begin again at 1. */
export const sameMessageSeconds = 86_400

/**
 * Returns since when a stored message with the control id of a lost one is its repetition, in epoch seconds; null if
 * there can be none. Its sender can connect again before the loss of the first connection is noticed.
 */
export const repeatedSince = ({ channel, controlID, reason }: RefusedMessage, now: number): number | null =>
  channel === 'hl7' && controlID !== '' && (reason === 'connection-lost' || reason === 'broken-frame') ? now - 60 : null

/**
 * Returns whether a repetition opens a closed entry again: a day after a person closed it, its sender still fails; and
 * one that had arrived meanwhile was refused again. Times in epoch seconds.
 */
export const opensAgain = (
  { state, closedAt }: { readonly state: 'open' | 'arrived' | RefusalEnd; readonly closedAt: number | null },
  now: number,
): boolean => state === 'arrived' || (state !== 'open' && now - (closedAt ?? 0) >= sameMessageSeconds)
