import { schedulerIDPattern } from './scheduling-url.ts'

export type SchedulerMessage =
  /** A consult was booked, or moved to another time. */
  | { readonly kind: 'scheduled'; readonly eventID: string; readonly inviteeID: string }
  | { readonly kind: 'cancelled'; readonly eventID: string; readonly inviteeID: string }
  /** An event without effect: a page was viewed, a time chosen. */
  | { readonly kind: 'other' }
  /** Not from the scheduler's page, or not understood: it is ignored. */
  | { readonly kind: 'refused' }

/**
 * Returns the meaning of a message that the window received. Only messages from the scheduler's frame count: the caller
 * checks the sending window, and this function checks the origin. Ids are the last parts of the service's addresses.
 */
export const parseSchedulerMessage = (data: unknown, origin: string, expectedOrigin: string): SchedulerMessage => {
  if (origin !== expectedOrigin || !isRecord(data) || typeof data.event !== 'string') return { kind: 'refused' }
  if (!data.event.startsWith('calendly.')) return { kind: 'refused' }
  const isScheduled = data.event === 'calendly.event_scheduled'
  if (!isScheduled && data.event !== 'calendly.event_canceled') return { kind: 'other' }
  const payload = isRecord(data.payload) ? data.payload : {}
  const eventID = lastPart(payload.event)
  const inviteeID = lastPart(payload.invitee)
  if (eventID === null || inviteeID === null) return { kind: 'refused' }
  return { kind: isScheduled ? 'scheduled' : 'cancelled', eventID, inviteeID }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const lastPart = (named: unknown): string | null => {
  if (!isRecord(named) || typeof named.uri !== 'string' || named.uri.length > 300) return null
  const part = named.uri.split('/').at(-1) ?? ''
  return schedulerIDPattern.test(part) ? part : null
}
