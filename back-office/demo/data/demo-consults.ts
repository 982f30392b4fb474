import { type Consulting, noConsulting } from '#domain/consult/consulting.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { SchedulerEventTable } from '../../database/tables.ts'
import type { DemoPage } from './demo-page.ts'
import type { SeededRandom } from './seeded-random.ts'

type Consult = {
  readonly requestedStatus: string
  readonly scheduledStatus?: string
  /** Time of the consult, in days from the day on which the demo is created. */
  readonly inDays?: number
  readonly isPreferred?: true
}

/**
 * Every consult status (study spec §4), and one requested and one scheduled status that Atrium does not know, because
 * older systems had more values.
 */
const consults: readonly Consult[] = [
  { requestedStatus: 'requested' },
  { requestedStatus: 'requested', scheduledStatus: 'booked', inDays: 2 },
  { requestedStatus: 'pending' },
  { requestedStatus: 'requested', scheduledStatus: 'complete', inDays: -3 },
  { requestedStatus: 'requested', scheduledStatus: 'booked', inDays: 9, isPreferred: true },
  { requestedStatus: 'requested', scheduledStatus: 'cancelled', inDays: 4 },
  { requestedStatus: 'requested', scheduledStatus: 'not complete', inDays: -2 },
  { requestedStatus: 'on hold' },
  { requestedStatus: 'requested', scheduledStatus: 'reschedule', inDays: 5 },
  { requestedStatus: 'requested', scheduledStatus: 'left a message' },
]

const day = 86_400

/**
 * Creates a consult for every third study, if that study has been read. The consults take the statuses in turn. Also
 * returns the scheduling service's events.
 */
export const createDemoConsult = (
  random: SeededRandom,
  { study, status, location, member, index, now }: DemoPage,
): { readonly consulting: Consulting; readonly events: readonly SchedulerEventTable[] } => {
  const team = /^\/calendly\/([a-z]+)$/.exec(location.calendlyUrl ?? '')?.[1]
  const consult = index % 3 === 0 ? consults[(index / 3) % consults.length] : undefined
  if (consult === undefined || status.read !== true || typeof status.readTime !== 'string') {
    return { consulting: noConsulting, events: [] }
  }
  const requestedAt = toEpochMs(status.readTime as Parameters<typeof toEpochMs>[0]) / 1000
  const requested: Consulting = {
    ...noConsulting,
    requestedStatus: consult.requestedStatus,
    requestedAt: toInstant(requestedAt * 1000),
    requestedBy: 'Dana Brook',
    scheduledStatus: consult.scheduledStatus ?? null,
  }
  if (consult.inDays === undefined || team === undefined) {
    // Without a team no consult can be scheduled.
    const isBooked = consult.inDays !== undefined && team === undefined
    return { consulting: isBooked ? { ...requested, scheduledStatus: null } : requested, events: [] }
  }
  const number = study.study_id.slice(2)
  const [eventID, inviteeID] = [`demo-event-${number}`, `demo-invitee-${number}`]
  const startsAt = now + consult.inDays * day + random.whole(8, 20) * 1800
  const scheduledAt = Math.max(requestedAt, Math.min(now, startsAt) - 3 * day)
  const isPast = consult.scheduledStatus === 'complete' || consult.scheduledStatus === 'not complete'
  return {
    consulting: {
      ...requested,
      scheduledAt: toInstant(Math.min(scheduledAt, now) * 1000),
      scheduledBy: 'Kit Lowell',
      eventID,
      inviteeID,
      consultTime: toInstant(startsAt * 1000),
      completedTime: isPast ? toInstant((startsAt + 1800) * 1000) : null,
      isPreferred: consult.isPreferred === true,
    },
    events: [
      {
        event_id: eventID,
        invitee_id: inviteeID,
        team,
        starts_at: startsAt,
        status: consult.scheduledStatus === 'cancelled' ? 'canceled' : 'active',
        name: `${member.firstname} ${member.lastname}`,
        email: member.email,
        created_at: Math.min(scheduledAt, now),
      },
    ],
  }
}
