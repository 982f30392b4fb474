import { createHash } from 'node:crypto'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction, isUniqueViolation } from '../../database/database.ts'
import type { SchedulerEventTable } from '../../database/tables.ts'
import type { SchedulerEvent, SchedulerIDs } from '../../outside/scheduler/scheduler.ts'

export type StandInEvent = Readonly<SchedulerEventTable>

/**
 * Id prefix of an event that cannot be read afterwards, to demonstrate a consult that is booked at the service but not
 * saved in Atrium.
 */
const unreadable = 'unreadable-'

export const isUnreadable = (eventID: string): boolean => eventID.startsWith(unreadable)

/** Derives ids from the request, so that a form sent twice makes one event. */
const toIDs = (seed: string, isReadable: boolean): SchedulerIDs => {
  const hash = (what: string): string => createHash('sha256').update(`${what} ${seed}`).digest('hex').slice(0, 32)
  return { eventID: `${isReadable ? '' : unreadable}${hash('event')}`, inviteeID: hash('invitee') }
}

/** Returns the ids of the event that a move creates; they are derived from the old event's id. */
const movedIDs = (eventID: string, isReadable: boolean): SchedulerIDs => toIDs(`moved ${eventID}`, isReadable)

export const findEvent = async (db: Database, eventID: string): Promise<StandInEvent | undefined> =>
  db.selectFrom('scheduler_event').selectAll().where('event_id', '=', eventID).executeTakeFirst()

export const findEventOfInvitee = async (db: Database, inviteeID: string): Promise<StandInEvent | undefined> =>
  db.selectFrom('scheduler_event').selectAll().where('invitee_id', '=', inviteeID).executeTakeFirst()

/** Returns the starts (epoch seconds) at which a team is booked. */
export const findTakenTimes = async (db: Database, team: string, from: number): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('scheduler_event')
    .select('starts_at')
    .where('team', '=', team)
    .where('status', '=', 'active')
    .where('starts_at', '>=', from)
    .execute()
  return new Set(rows.map(({ starts_at }) => starts_at))
}

/** Returns an event in the service's form. */
export const toSchedulerEvent = async (db: Database, row: StandInEvent): Promise<SchedulerEvent> => {
  const moved = row.status === 'canceled' ? await findMoved(db, row.event_id) : undefined
  return {
    startTime: toInstant(row.starts_at * 1000),
    status: row.status,
    movedTo: moved === undefined ? null : { eventID: moved.event_id, inviteeID: moved.invitee_id },
    email: row.email,
    team: row.team,
  }
}

const findMoved = async (db: Database, eventID: string): Promise<StandInEvent | undefined> =>
  (await findEvent(db, movedIDs(eventID, true).eventID)) ?? (await findEvent(db, movedIDs(eventID, false).eventID))

type NewEvent = {
  readonly team: string
  /** Epoch seconds, one of the offered times. */
  readonly startsAt: number
  readonly name: string
  readonly email: string
  readonly now: number
  /** Whether the event can be read afterwards. */
  readonly isReadable: boolean
}

/**
 * Books a time. Returns undefined when another invitee has it; a repetition by the same invitee returns the same event.
 */
export const bookEvent = async (db: Database, wanted: NewEvent): Promise<StandInEvent | undefined> => {
  const rowOf = (ids: SchedulerIDs): StandInEvent => ({
    event_id: ids.eventID,
    invitee_id: ids.inviteeID,
    team: wanted.team,
    starts_at: wanted.startsAt,
    status: 'active',
    name: wanted.name,
    email: wanted.email,
    created_at: wanted.now,
  })
  return addInTurn(db, wanted.team, wanted.startsAt, async (inner, holder, attempts) => {
    if (holder !== undefined) {
      const isSame = holder.email === wanted.email && holder.name === wanted.name
      return isSame && isUnreadable(holder.event_id) !== wanted.isReadable ? holder : undefined
    }
    // The seed omits the invitee, so that two concurrent bookings of one time get the same ids and one of them
    // fails.
    const seed = `${wanted.team} ${wanted.startsAt} ${attempts}`
    return add(inner, rowOf(toIDs(seed, wanted.isReadable)))
  })
}

/**
 * Moves an event to another time of its team: the old event is cancelled, a new one is made. Returns undefined when the
 * time is taken, or when the event was cancelled or already moved to a different time. A repetition returns the same
 * new event.
 */
export const moveEvent = async (
  db: Database,
  event: StandInEvent,
  startsAt: number,
  options: { readonly now: number; readonly isReadable: boolean },
): Promise<StandInEvent | undefined> =>
  addInTurn(db, event.team, startsAt, async (inner, holder) => {
    const made = await findMoved(inner, event.event_id)
    if (made !== undefined) return made.starts_at === startsAt ? made : undefined
    if (holder !== undefined || event.status !== 'active') return undefined
    const ids = movedIDs(event.event_id, options.isReadable)
    await cancelEvent(inner, event.event_id)
    return add(inner, {
      ...event,
      event_id: ids.eventID,
      invitee_id: ids.inviteeID,
      starts_at: startsAt,
      created_at: options.now,
    })
  })

export const cancelEvent = async (db: Database, eventID: string): Promise<void> => {
  await db.updateTable('scheduler_event').set({ status: 'canceled' }).where('event_id', '=', eventID).execute()
}

const add = async (db: Database, row: StandInEvent): Promise<StandInEvent> => {
  await db.insertInto('scheduler_event').values(row).execute()
  return row
}

/**
 * Finds the holder of a time and how often the time was booked before, and runs `work` in the same transaction. Equal
 * ids let only one of two concurrent bookings get the time. On PostgreSQL, a booking and a concurrent move can still
 * both get the time.
 */
const addInTurn = async (
  db: Database,
  team: string,
  startsAt: number,
  work: (db: Database, holder: StandInEvent | undefined, attempts: number) => Promise<StandInEvent | undefined>,
): Promise<StandInEvent | undefined> => {
  try {
    return await inTransaction(db, async (inner) => {
      const rows = await inner
        .selectFrom('scheduler_event')
        .selectAll()
        .where('team', '=', team)
        .where('starts_at', '=', startsAt)
        .execute()
      const holder = rows.find(({ status }) => status === 'active')
      return work(inner, holder, rows.length)
    })
  } catch (error) {
    // A concurrent call made the same ids from the same seed and was first.
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
