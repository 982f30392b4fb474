import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { AuditHeads } from './audit-heads.ts'
import { createChangeWriter, recordsPerBatch } from './change-writer.ts'
import { createLocationFeed } from './location-feed.ts'
import { createMembersCopy } from './members-copy.ts'
import type { RecordKeeper } from './record-keeper.ts'

export type CacheSync = {
  start(): void
  /**
   * From now on, reads the changes of this location at the short interval, and those of the location that was passed
   * before it. An open study may be at another location than the week or day beside it.
   */
  lookAt(locationID: LocationID): void
  /** Reads this location's changes at the next turn. */
  hurry(locationID: LocationID): void
  /**
   * Clears the times at which the locations were last read, so that every location is read again. Called after a
   * sign-in and after the cache was deleted.
   */
  restart(): void
  stop(): Promise<void>
}

type CacheSyncParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly log: Log
  readonly auditHeads: Pick<AuditHeads, 'keep' | 'report'>
  nowMs(): number
  /** 2 s and 60 s by default; tests set their own. */
  readonly viewedEveryMs?: number | undefined
  readonly othersEveryMs?: number | undefined
}

const idlePollMs = 250

/**
 * Creates the sync of the cache with the back office. The sync reads the `changes` feed of every location of the
 * signed-in user. It reads the locations on the screen every 2 s, and the other locations every minute. A location
 * without a cursor, or with a cursor that the back office does not know, is filled completely. Its old copy stays
 * readable during the fill.
 */
export const createCacheSync = (parts: CacheSyncParts): CacheSync => {
  const { calls, database, keeper, session, log, nowMs, viewedEveryMs = 2000, othersEveryMs = 60_000 } = parts
  const askedAt = new Map<LocationID, number>()
  /** The locations that are read at the short interval, the latest first. */
  let lookedAt: readonly LocationID[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<void> | null = null
  let stopped = false
  /** Whether the search index of some cached members may still follow the rules of another Atrium version. */
  let mayNeedIndex = true

  const isStopped = () => stopped
  const writeInBatches = createChangeWriter({ keeper, log, isStopped })
  const feed = createLocationFeed({ ...parts, writeInBatches, isStopped })
  const membersCopy = createMembersCopy({
    calls,
    database,
    session,
    log,
    writeInBatches,
    retryAfterMs: othersEveryMs,
    nowMs,
    shown: () => lookedAt[0] ?? null,
  })

  const isDue = (locationID: LocationID): boolean => {
    const last = askedAt.get(locationID)
    if (last === undefined) return true
    const isClose = lookedAt.includes(locationID) && session.gate() === 'signed-in'
    const passed = nowMs() - last
    // A clock that was set back must not stop the sync.
    return passed < 0 || passed >= (isClose ? viewedEveryMs : othersEveryMs)
  }

  /**
   * Returns the location to read next: a location on the screen if it is due, else the due location that was read
   * longest ago.
   */
  const pickDue = (): LocationID | null => {
    const user = session.user()
    if (user === null || session.token() === null) return null
    const due = database
      .withCache((cache) => cache.catalogue.activeLocationIDs())
      .filter((locationID) => isLocationAllowed(user, locationID) && isDue(locationID))
    const onScreen = lookedAt.find((locationID) => due.includes(locationID))
    if (onScreen !== undefined) return onScreen
    return due.sort((a, b) => (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0))[0] ?? null
  }

  const plan = (waitMs: number): void => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => {
      if (turn !== null) return
      turn = takeTurn().finally(() => {
        turn = null
        plan(hasWork() ? 0 : idlePollMs)
      })
    }, waitMs)
    timer.unref()
  }

  const complain = (thrown: unknown): void => {
    if (!stopped) log('error', 'cache.sync-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
  }

  /** Runs disk work; a temporary disk failure must end neither the sync nor the process. */
  const safely = <Value>(work: () => Value): Value | null => {
    try {
      return stopped ? null : work()
    } catch (thrown) {
      complain(thrown)
      return null
    }
  }

  const hasWork = (): boolean =>
    safely(() => mayNeedIndex || pickDue() !== null || membersCopy.next() !== null) ?? false

  const takeTurn = async (): Promise<void> => {
    try {
      mayNeedIndex =
        mayNeedIndex && safely(() => database.withCache((c) => c.members.indexMembers(recordsPerBatch))) === true
      const locationID = safely(pickDue)
      if (locationID !== null) {
        askedAt.set(locationID, nowMs())
        await feed.pull(locationID)
        return
      }
      const toCopy = safely(membersCopy.next)
      if (toCopy !== null) await membersCopy.copyPage(toCopy)
    } catch (thrown) {
      complain(thrown)
    }
  }

  return {
    start: () => plan(0),
    lookAt: (locationID) => {
      if (lookedAt[0] === locationID) return
      lookedAt = [locationID, ...lookedAt.slice(0, 1)]
      if (turn === null) plan(0)
    },
    hurry: (locationID) => {
      askedAt.delete(locationID)
      if (turn === null) plan(0)
    },
    restart: () => {
      askedAt.clear()
      membersCopy.restart()
      mayNeedIndex = true
      if (turn === null) plan(0)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
