import type { Instant } from '#domain/values/instant.ts'

/** An event and who was invited to it, as the scheduling service names them. */
export type SchedulerIDs = { readonly eventID: string; readonly inviteeID: string }

export type SchedulerEvent = {
  readonly startTime: Instant
  readonly status: 'active' | 'canceled'
  /** Where the invitee was moved to: the service keeps the old event as cancelled and makes a new one. */
  readonly movedTo: SchedulerIDs | null
  /** The invitee's address; null where nobody of the event was asked for, or the service does not say. */
  readonly email: string | null
  /** Whose event it is, as a location's scheduling address ends; null where the service names no team. */
  readonly team: string | null
}

export type SchedulerReading =
  | { readonly kind: 'known'; readonly event: SchedulerEvent }
  /** The service knows no such event, or that invitee is not of it. */
  | { readonly kind: 'unknown' }
  /** Nobody can be asked now; `code` is the reason's kind, never the service's words. */
  | { readonly kind: 'unavailable'; readonly code: string }

/** The scheduling service that consults are booked with. Nothing here throws, and every question ends within its deadline. */
export type Scheduler = {
  /** Which it is: the real one, the demo's stand-in, or none. */
  readonly kind: 'calendly' | 'stand-in' | 'none'
  /** How an event stands; with an invitee, how it stands for that one. */
  readEvent(eventID: string, inviteeID: string | null): Promise<SchedulerReading>
}

/** In production without a token: nothing can be asked. */
export const noScheduler: Scheduler = {
  kind: 'none',
  readEvent: async () => ({ kind: 'unavailable', code: 'no-token' }),
}

const failureSwitch = 'ATRIUM_SCHEDULER'

/** The service can be away. Set to `down` the switch makes it so, for exercises and tests, like the CRM's. */
export const isSchedulerDown = (): boolean => process.env[failureSwitch] === 'down'
