import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { type Change, changeSchema } from '#contract/locations/routes.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { addMinutes, type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { type Collected, nothingCollected, type RecordKeeper } from './record-keeper.ts'

export type CacheSync = {
  start(): void
  /**
   * This location is on the screen now: it is followed closely from here on, and with it the one looked at before. A study
   * may be open that is at another location than the week or the day beside it.
   */
  lookAt(locationID: LocationID): void
  /** Asks for this location's changes at the next turn. */
  hurry(locationID: LocationID): void
  /** Forgets when each location was asked last, after a sign-in or when the cache has been deleted. */
  restart(): void
  stop(): Promise<void>
}

type CacheSyncParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly log: Log
  nowMs(): number
  /** 2 s and 60 s unless a test says otherwise. */
  readonly lookedAtEveryMs?: number | undefined
  readonly othersEveryMs?: number | undefined
}

/** The cache's window around today (decisions §4, the changes feed). */
const windowDaysBack = 7
const windowDaysAhead = 60
/** A fill this old is made anew: days have come into the window that the feed never had a reason to mention. */
const refillAfterMs = 24 * 3_600_000
/**
 * Members whom nothing in the cache names are kept this long after they were looked at, locations so long after they were
 * followed: what a visitor with a wider list left behind does not stay on the disk for good.
 */
const strangerDays = 7
/** Records checked and written in one turn: some 2 ms of work, 4 where each brings a long record of safety answers. */
const recordsATurn = 40
/** Pages of one location taken in one go, before the others have theirs. */
const mostPages = 500
const turnMs = 250

const pageSchema = z.object({
  cursor: z.string(),
  more: z.boolean(),
  asOf: instantSchema,
  changes: z.array(z.unknown()),
  reset: z.boolean().optional(),
})

/**
 * Keeps the cache in step with the back office: for every location of the signed-in person it follows the `changes` feed,
 * those on the screen every 2 s, the others every minute. A location without a cursor, or whose cursor the back office
 * does not know, is filled from nothing; what it had stays readable meanwhile.
 */
export const createCacheSync = (parts: CacheSyncParts): CacheSync => {
  const { calls, database, keeper, session, log, nowMs, lookedAtEveryMs = 2000, othersEveryMs = 60_000 } = parts
  const askedAt = new Map<LocationID, number>()
  /** The latest first. */
  let lookedAt: readonly LocationID[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<void> | null = null
  let stopped = false
  /** When a page of the members could not be copied; the next attempt waits. Epoch milliseconds. */
  let copyFailedAt: number | null = null
  /** Members in the copy may be indexed by an earlier version's rules. */
  let mayNeedIndex = true

  const isDue = (locationID: LocationID): boolean => {
    const last = askedAt.get(locationID)
    if (last === undefined) return true
    const isClose = lookedAt.includes(locationID) && session.gate() === 'signed-in'
    const passed = nowMs() - last
    // A clock that was set back must not stop the following.
    return passed < 0 || passed >= (isClose ? lookedAtEveryMs : othersEveryMs)
  }

  /** The location most in need: one on the screen first, then whoever waits longest. */
  const pickDue = (): LocationID | null => {
    const user = session.user()
    if (user === null || session.token() === null) return null
    const due = database
      .withCache((cache) => cache.catalogue.activeLocationIDs())
      .filter((locationID) => isLocationAllowed(user, locationID) && isDue(locationID))
    const isOnScreen = lookedAt.find((locationID) => due.includes(locationID))
    if (isOnScreen !== undefined) return isOnScreen
    return due.sort((a, b) => (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0))[0] ?? null
  }

  const writeInTurns = async (changes: readonly unknown[], collected: Collected): Promise<boolean> => {
    for (let start = 0; start < changes.length && !stopped; start += recordsATurn) {
      const parsed: Change[] = []
      for (const change of changes.slice(start, start + recordsATurn)) {
        const result = changeSchema.safeParse(change)
        if (!result.success) {
          log('error', 'cache.change-not-understood', { issues: result.error.issues.length })
          return false
        }
        parsed.push(result.data)
      }
      keeper.apply(parsed, collected)
      await nextTurn()
    }
    return !stopped
  }

  const pull = async (locationID: LocationID): Promise<void> => {
    const state = database.withCache((cache) => cache.sync.read(locationID))
    const isOld = state.filledAt === null || nowMs() - toEpochMs(state.filledAt) > refillAfterMs
    let cursor = isOld ? null : state.cursor
    let fillBegan: Instant | null = null
    let isFirst = true
    const collected = nothingCollected()
    for (let page = 0; page < mostPages && !stopped; page += 1) {
      const query = cursor === null ? { locationID } : { locationID, cursor }
      const reply = await calls.callUnchecked('readChanges', { query })
      if (!reply.ok) break
      const parsed = pageSchema.safeParse(reply.value)
      if (!parsed.success) {
        log('error', 'cache.page-not-understood')
        break
      }
      const { more, asOf, changes, reset } = parsed.data
      if ((isFirst && cursor === null) || reset === true) {
        database.withCache((cache) => cache.sync.beginFill(locationID))
        fillBegan = asOf
      }
      isFirst = false
      if (!(await writeInTurns(changes, collected))) break
      cursor = parsed.data.cursor
      if (fillBegan === null) {
        const reached = cursor
        database.withCache((cache) => cache.sync.advance(locationID, reached, asOf))
      } else if (!more) {
        endFill(locationID, cursor, fillBegan, asOf, collected)
        fillBegan = null
      }
      if (!more) break
    }
    keeper.tell(collected)
  }

  /** The location whose members are all copied: the person's own, else the one on the screen. */
  const homeLocation = (): LocationID | null => {
    const user = session.user()
    const own = user?.homeLocation ?? null
    return own !== null && user !== null && isLocationAllowed(user, own) ? own : (lookedAt[0] ?? null)
  }

  /** The location whose members are still to be copied for its last fill. */
  const locationToCopy = (): LocationID | null => {
    const locationID = session.token() === null ? null : homeLocation()
    if (locationID === null) return null
    const sinceFailure = copyFailedAt === null ? null : nowMs() - copyFailedAt
    if (sinceFailure !== null && sinceFailure >= 0 && sinceFailure < othersEveryMs) return null
    const { filledAt, membersCopiedAt } = database.withCache((cache) => cache.sync.read(locationID))
    return filledAt === null || filledAt === membersCopiedAt ? null : locationID
  }

  /**
   * Copies a page of the members with a study at a location, at any time: all of them once for each fill, as the feed brings
   * what changes afterwards. Between two pages the feeds have their turn. A copy that broke off goes on after its last page.
   */
  const copyMembersPage = async (locationID: LocationID): Promise<void> => {
    const { filledAt, membersCopy } = database.withCache((cache) => cache.sync.read(locationID))
    if (filledAt === null) return
    const { began, after } = membersCopy ?? { began: Math.floor(nowMs() / 1000), after: null }
    const query = after === null ? { locationID } : { locationID, after }
    // Until the page is written.
    copyFailedAt = nowMs()
    const reply = await calls.call('readMembersOfLocation', { query })
    if (!reply.ok) return
    const { members, next } = reply.value
    const changes = members.map((member) => ({ kind: 'member', id: member.patientID, value: member }))
    // Not told one by one: thousands of single notices would only push other events out of the windows' memory.
    if (!(await writeInTurns(changes, nothingCollected()))) return
    const ids = members.map((member) => member.patientID)
    database.withCache((cache) => {
      if (membersCopy === null) cache.sync.beginMembersCopy(locationID, began)
      cache.sync.keepMembersPage(locationID, ids, { began, after: next ?? after })
      if (next !== null) return
      cache.sync.endMembersCopy(locationID, filledAt, began)
      cache.sync.forgetPlacesCopiedBefore(toInstant(nowMs() - strangerDays * 86_400_000))
      log('info', 'cache.members-copied', { locationID, members: cache.members.countMembers() })
    })
    copyFailedAt = null
  }

  const endFill = (locationID: LocationID, cursor: string, began: Instant, asOf: Instant, collected: Collected) => {
    const dayMinutes = 24 * 60
    const coveredFrom = addMinutes(asOf, -windowDaysBack * dayMinutes)
    const coveredTo = addMinutes(began, windowDaysAhead * dayMinutes)
    const longAgo = toInstant(nowMs() - strangerDays * dayMinutes * 60_000)
    database.withCache((cache) => {
      const removed = cache.sync.endFill(locationID, { cursor, asOf, coveredFrom, coveredTo })
      cache.sync.forgetLocationsUnheardSince(longAgo)
      cache.sync.forgetMembersUntouchedSince(longAgo)
      log('info', 'cache.filled', { locationID, ...removed, studies: cache.calendar.countStudies() })
    })
    // A screen that shows this location has been reading past the cache so far. Thousands of single notices would only
    // push other events out of the windows' memory; changed days cover them.
    collected.studies.clear()
    collected.members.clear()
  }

  const plan = (waitMs: number): void => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => {
      if (turn !== null) return
      turn = takeTurn().finally(() => {
        turn = null
        plan(hasWork() ? 0 : turnMs)
      })
    }, waitMs)
    timer.unref()
  }

  const complain = (thrown: unknown): void => {
    if (!stopped) log('error', 'cache.sync-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
  }

  /** A disk that fails for once must neither end the following nor the process. */
  const safely = <Value>(work: () => Value): Value | null => {
    try {
      return stopped ? null : work()
    } catch (thrown) {
      complain(thrown)
      return null
    }
  }

  const hasWork = (): boolean => safely(() => mayNeedIndex || pickDue() !== null || locationToCopy() !== null) ?? false

  const takeTurn = async (): Promise<void> => {
    try {
      mayNeedIndex =
        mayNeedIndex && safely(() => database.withCache((cache) => cache.members.indexMembers(recordsATurn))) === true
      const locationID = safely(pickDue)
      if (locationID !== null) {
        askedAt.set(locationID, nowMs())
        await pull(locationID)
        return
      }
      const toCopy = safely(locationToCopy)
      if (toCopy !== null) await copyMembersPage(toCopy)
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
      copyFailedAt = null
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
