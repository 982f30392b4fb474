import type { Database } from '../../database/database.ts'
import type { Scheduler } from '../../outside/scheduler/scheduler.ts'
import { findEvent, isUnreadable, toSchedulerEvent } from './stand-in-events.ts'

/** Creates the scheduling service's stand-in, which reads the events of its own pages. */
export const createStandInScheduler = (db: Database): Scheduler => ({
  kind: 'stand-in',
  readEvent: async (eventID, inviteeID) => {
    if (isUnreadable(eventID)) return { kind: 'unavailable', code: 'exercise' }
    const row = await findEvent(db, eventID)
    if (row === undefined || (inviteeID !== null && row.invitee_id !== inviteeID)) return { kind: 'unknown' }
    return { kind: 'known', event: await toSchedulerEvent(db, row) }
  },
})
