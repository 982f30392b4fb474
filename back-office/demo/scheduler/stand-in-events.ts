import { createHash } from 'node:crypto'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction, isUniqueViolation } from '../../database/database.ts'
import type { SchedulerEventTable } from '../../database/tables.ts'
import type { SchedulerEvent, SchedulerIDs } from '../../outside/scheduler/scheduler.ts'

export type StandInEvent = Readonly<SchedulerEventTable>

/** Of an event that nobody can read afterwards: how a booking that is made and not saved is shown. */
const unreadable = 'unreadable-'

export const isUnreadable = (eventID: string): boolean => eventID.startsWith(unreadable)

/** Ids that follow from what was asked for, so that a form sent twice makes one event. */
const toIDs = (seed: string, isReadable: boolean): SchedulerIDs => {
  const hash = (what: string): string => createHash('sha256').update(`${what} ${seed}`).digest('hex').slice(0, 32)
  return { eventID: `${isReadable ? '' : unreadable}${hash('event')}`, inviteeID: hash('invitee') }
}

/** Where an event was moved to; a move makes a new event, whose id follows from the old one's. */
const movedIDs = (eventID: string, isReadable: boolean): SchedulerIDs => toIDs(`moved ${eventID}`, isReadable)

export const findEvent = async (db: Database, eventID: string): Promise<StandInEvent | undefined> =>
  db.selectFrom('scheduler_event').selectAll().where('event_id', '=', eventID).executeTakeFirst()

export const findEventOfInvitee = async (db: Database, inviteeID: string): Promise<StandInEvent | undefined> =>
  db.selectFrom('scheduler_event').selectAll().where('invitee_id', '=', inviteeID).executeTakeFirst()

/** Starts (epoch seconds) at which a team has somebody. */
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

/** An event as the service tells of it. */
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
  /** Epoch seconds, one of the times the team offers. */
  readonly startsAt: number
  readonly name: string
  readonly email: string
  readonly now: number
  /** Whether the event can be read afterwards. */
  readonly isReadable: boolean
}

/** Books a time; undefined where somebody else has it. The same person asking for it again is given the same event. */
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
    // Without the person, so that of two who want one time at once the ids agree and one of them fails.
    const seed = `${wanted.team} ${wanted.startsAt} ${attempts}`
    return add(inner, rowOf(toIDs(seed, wanted.isReadable)))
  })
}

/** Moves an event to another time of its team: the old one is cancelled, a new one made. Undefined where that is taken. */
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

/** Tells who has a time and how often it was given before, in one transaction; two who are at it at once do not both get it. */
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
    // Both made ids of the same seed; the other was first.
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
