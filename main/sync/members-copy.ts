import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { ChangeWriter } from './change-writer.ts'
import { nothingCollected } from './collected.ts'
import { unsyncedDays } from './unsynced-days.ts'

/** Copies every member of one location, so that a search finds them without the back office. */
type MembersCopy = {
  /**
   * Returns the location whose members are still to be copied; null if there is none, and for a while after a page
   * failed.
   */
  next(): LocationID | null
  copyPage(locationID: LocationID): Promise<void>
  /** Clears the last failure, so that the next page starts at once. */
  restart(): void
}

export const createMembersCopy = (parts: {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  readonly log: Log
  readonly writeInBatches: ChangeWriter
  /** Wait in milliseconds after a page failed. */
  readonly retryAfterMs: number
  nowMs(): number
  /** Returns the location on the screen. */
  shown(): LocationID | null
}): MembersCopy => {
  const { calls, database, session, log, writeInBatches, retryAfterMs, nowMs, shown } = parts
  /** Time of the last failure to copy a page, in epoch milliseconds; null when the next page need not wait. */
  let copyFailedAt: number | null = null

  /**
   * Returns the location for which this workstation copies every member: the user's home location, or else the location
   * on the screen.
   */
  const homeLocation = (): LocationID | null => {
    const user = session.user()
    const own = user?.homeLocation ?? null
    return own !== null && user !== null && isLocationAllowed(user, own) ? own : shown()
  }

  /**
   * Returns the location whose members have not all been copied since its feed was last filled. Returns null if there
   * is none, and for a while after a page failed.
   */
  const locationToCopy = (): LocationID | null => {
    const locationID = session.token() === null ? null : homeLocation()
    if (locationID === null) return null
    const sinceFailure = copyFailedAt === null ? null : nowMs() - copyFailedAt
    if (sinceFailure !== null && sinceFailure >= 0 && sinceFailure < retryAfterMs) return null
    const { filledAt, membersCopiedAt } = database.withCache((cache) => cache.sync.read(locationID))
    return filledAt === null || filledAt === membersCopiedAt ? null : locationID
  }

  /**
   * Copies one page of the members who have a study of any date at a location. After each complete fill, all members
   * are copied once; the feed delivers later changes. Feeds that are due are read between two pages. An interrupted
   * copy continues after its last page.
   */
  const copyMembersPage = async (locationID: LocationID): Promise<void> => {
    const { filledAt, membersCopy } = database.withCache((cache) => cache.sync.read(locationID))
    if (filledAt === null) return
    const { began, after } = membersCopy ?? { began: Math.floor(nowMs() / 1000), after: null }
    const query = after === null ? { locationID } : { locationID, after }
    // The copy counts as failed until the page is written.
    copyFailedAt = nowMs()
    const reply = await calls.call('readMembersOfLocation', { query })
    if (!reply.ok) return
    const { members, next } = reply.value
    const changes = members.map((member) => ({ kind: 'member', id: member.patientID, value: member }))
    // The copied members are not published: thousands of single events would only push other events out of the event
    // stream's memory.
    if (!(await writeInBatches(changes, nothingCollected()))) return
    const ids = members.map((member) => member.patientID)
    database.withCache((cache) => {
      if (membersCopy === null) cache.sync.beginMembersCopy(locationID, began)
      cache.sync.keepMembersPage(locationID, ids, { began, after: next ?? after })
      if (next !== null) return
      cache.sync.endMembersCopy(locationID, filledAt, began)
      cache.sync.forgetPlacesCopiedBefore(toInstant(nowMs() - unsyncedDays * 86_400_000))
      log('info', 'cache.members-copied', { locationID, members: cache.members.countMembers() })
    })
    copyFailedAt = null
  }

  return {
    next: locationToCopy,
    copyPage: copyMembersPage,
    restart: () => {
      copyFailedAt = null
    },
  }
}
