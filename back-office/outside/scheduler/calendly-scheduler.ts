import { z } from 'zod'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Scheduler, SchedulerEvent, SchedulerIDs, SchedulerReading } from './scheduler.ts'

type CalendlyOptions = {
  /** A personal access token with `scheduled_events:read`; never logged, and sent only to the service. */
  readonly token: string
  /** Base URL of the API; Calendly's public URL when absent. */
  readonly baseUrl?: string | undefined
  readonly timeoutMs?: number
}

const calendlyApi = 'https://api.calendly.com'
const timeoutMs = 10_000

const eventSchema = z.object({
  resource: z.object({ start_time: instantSchema, status: z.enum(['active', 'canceled']) }),
})
const inviteeSchema = z.object({
  resource: z.object({
    status: z.enum(['active', 'canceled']),
    rescheduled: z.boolean().default(false),
    /** API URL of the invitee record that a reschedule created. */
    new_invitee: z.string().max(300).nullable().default(null),
    email: z.string().max(320).nullable().default(null).catch(null),
  }),
})

type Asked<Value> = { readonly kind: 'known'; readonly value: Value } | Exclude<SchedulerReading, { kind: 'known' }>

/**
 * Creates a scheduler that reads Calendly's API, version 2 (developer.calendly.com, Get Event and Get Event Invitee):
 * `GET /scheduled_events/{uuid}` and `GET /scheduled_events/{uuid}/invitees/{uuid}` with a bearer token. Malformed and
 * unknown ids are `unknown`; a refused token, too many requests, a server error, a timeout and an unreadable answer are
 * `unavailable`.
 */
export const createCalendlyScheduler = (options: CalendlyOptions): Scheduler => {
  const base = (options.baseUrl ?? calendlyApi).replace(/\/+$/, '')

  const ask = async <Value>(path: string, schema: z.ZodType<Value>): Promise<Asked<Value>> => {
    try {
      const response = await fetch(`${base}${path}`, {
        headers: { authorization: `Bearer ${options.token}`, accept: 'application/json' },
        // A redirect must not send the token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      if (response.status === 404 || response.status === 400) return { kind: 'unknown' }
      if (!response.ok) return { kind: 'unavailable', code: `status-${response.status}` }
      const parsed = schema.safeParse(await response.json())
      return parsed.success
        ? { kind: 'known', value: parsed.data }
        : { kind: 'unavailable', code: 'answer-not-understood' }
    } catch (error) {
      return { kind: 'unavailable', code: error instanceof Error ? error.name : 'failed' }
    }
  }

  return {
    kind: 'calendly',
    readEvent: async (eventID, inviteeID) => {
      // The ids become part of a URL, so they must match the pattern.
      const ids = inviteeID === null ? [eventID] : [eventID, inviteeID]
      if (!ids.every((id) => schedulerIDPattern.test(id))) return { kind: 'unknown' }
      const path = `/scheduled_events/${eventID}`
      const [event, invitee] = await Promise.all([
        ask(path, eventSchema),
        inviteeID === null ? null : ask(`${path}/invitees/${inviteeID}`, inviteeSchema),
      ])
      if (event.kind !== 'known') return event
      if (invitee !== null && invitee.kind !== 'known') return invitee
      return { kind: 'known', event: toEvent(event.value.resource, invitee?.value.resource ?? null) }
    },
  }
}

const toEvent = (
  event: z.output<typeof eventSchema>['resource'],
  invitee: z.output<typeof inviteeSchema>['resource'] | null,
): SchedulerEvent => ({
  startTime: event.start_time,
  // When one invitee of several cancels, the event stays active for the others.
  status: invitee?.status === 'canceled' ? 'canceled' : event.status,
  movedTo: invitee?.rescheduled === true ? toIDs(invitee.new_invitee) : null,
  email: invitee?.email ?? null,
  // Calendly identifies the event type by a URL without the team's page, so the team is unknown.
  team: null,
})

/** Reads `https://api.calendly.com/scheduled_events/X/invitees/Y`; null for anything else. */
const toIDs = (address: string | null): SchedulerIDs | null => {
  const parts = /\/scheduled_events\/([^/]+)\/invitees\/([^/]+)$/.exec(address ?? '')
  const [, eventID = '', inviteeID = ''] = parts ?? []
  return schedulerIDPattern.test(eventID) && schedulerIDPattern.test(inviteeID) ? { eventID, inviteeID } : null
}
