import type { Instant } from '#domain/values/instant.ts'

/** The scheduling service's ids of an event and its invitee. */
export type SchedulerIDs = { readonly eventID: string; readonly inviteeID: string }

export type SchedulerEvent = {
  readonly startTime: Instant
  readonly status: 'active' | 'canceled'
  /** The event to which the invitee was moved: the service cancels the old event and makes a new one. */
  readonly movedTo: SchedulerIDs | null
  /** The invitee's email address; null when the call named no invitee, or the service does not return the address. */
  readonly email: string | null
  /** The event's team, spelled as in a location's scheduling URL; null when the service names none. */
  readonly team: string | null
}

export type SchedulerReading =
  | { readonly kind: 'known'; readonly event: SchedulerEvent }
  /** The service has no such event, or the invitee does not belong to it. */
  | { readonly kind: 'unknown' }
  /** The service gave no usable answer; `code` is the kind of reason, never the service's text. */
  | { readonly kind: 'unavailable'; readonly code: string }

/** The scheduling service where consults are booked. No method throws, and every call ends within its deadline. */
export type Scheduler = {
  /** The kind of service: the real one, the demo's stand-in, or none. */
  readonly kind: 'calendly' | 'stand-in' | 'none'
  /** Reads an event's status; with an invitee, the status for that invitee. */
  readEvent(eventID: string, inviteeID: string | null): Promise<SchedulerReading>
}

/** The scheduler in production when no token is given: every call returns `unavailable`. */
export const noScheduler: Scheduler = {
  kind: 'none',
  readEvent: async () => ({ kind: 'unavailable', code: 'no-token' }),
}

const failureSwitch = 'ATRIUM_SCHEDULER'

/**
 * Returns whether the environment variable ATRIUM_SCHEDULER is `down`, which simulates an unreachable scheduling
 * service for training and tests.
 */
export const isSchedulerDown = (): boolean => process.env[failureSwitch] === 'down'
