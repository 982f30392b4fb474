import { z } from 'zod'
import { auditHeadSchema } from '#domain/audit/audit-head.ts'
import { addMinutes, type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { AuditHeads } from './audit-heads.ts'
import type { ChangeWriter } from './change-writer.ts'
import { type Collected, nothingCollected } from './collected.ts'
import type { RecordKeeper } from './record-keeper.ts'
import { unsyncedDays } from './unsynced-days.ts'

/** The cache's window around today (decisions §4, the changes feed). */
const windowDaysBack = 7
const windowDaysAhead = 60
/**
 * A location whose fill is older is filled again: the window now includes new days, and for these the feed reports only
 * changes.
 */
const refillAfterMs = 24 * 3_600_000
/** Maximum number of pages of one location before the other locations get their turn. */
const maxPages = 500

const pageSchema = z.object({
  cursor: z.string(),
  more: z.boolean(),
  asOf: instantSchema,
  changes: z.array(z.unknown()),
  // A head that this version cannot read does not stop the feed.
  auditHead: auditHeadSchema.nullable().optional().catch(null),
  reset: z.boolean().optional(),
})

/**
 * Creates the reader of the `changes` feed: it follows one location from its cursor, or fills the location completely.
 */
export const createLocationFeed = (parts: {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: Pick<RecordKeeper, 'publish'>
  readonly log: Log
  readonly auditHeads: Pick<AuditHeads, 'keep' | 'report'>
  readonly writeInBatches: ChangeWriter
  nowMs(): number
  isStopped(): boolean
}): { pull(locationID: LocationID): Promise<void> } => {
  const { calls, database, keeper, log, auditHeads, writeInBatches, nowMs, isStopped } = parts

  const pull = async (locationID: LocationID): Promise<void> => {
    const state = database.withCache((cache) => cache.sync.read(locationID))
    const isOld = state.filledAt === null || nowMs() - toEpochMs(state.filledAt) > refillAfterMs
    let cursor = isOld ? null : state.cursor
    let fillBegan: Instant | null = null
    let isFirst = true
    const collected = nothingCollected()
    for (let page = 0; page < maxPages && !isStopped(); page += 1) {
      const query = cursor === null ? { locationID } : { locationID, cursor }
      const reply = await calls.callUnchecked('readChanges', { query })
      if (!reply.ok) break
      const parsed = pageSchema.safeParse(reply.value)
      if (!parsed.success) {
        log('error', 'cache.page-not-understood')
        break
      }
      const { more, asOf, changes, reset, auditHead } = parsed.data
      if (auditHead) auditHeads.keep(auditHead)
      if ((isFirst && cursor === null) || reset === true) {
        database.withCache((cache) => cache.sync.beginFill(locationID, asOf))
        fillBegan = asOf
      }
      isFirst = false
      if (!(await writeInBatches(changes, collected))) break
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
    keeper.publish(collected)
    if (!isStopped()) await auditHeads.report()
  }

  const endFill = (locationID: LocationID, cursor: string, began: Instant, asOf: Instant, collected: Collected) => {
    const dayMinutes = 24 * 60
    const coveredFrom = addMinutes(asOf, -windowDaysBack * dayMinutes)
    const coveredTo = addMinutes(began, windowDaysAhead * dayMinutes)
    const longAgo = toInstant(nowMs() - unsyncedDays * dayMinutes * 60_000)
    database.withCache((cache) => {
      const removed = cache.sync.endFill(locationID, { cursor, asOf, coveredFrom, coveredTo })
      cache.sync.forgetLocationsUnheardSince(longAgo)
      cache.sync.forgetMembersUntouchedSince(longAgo)
      log('info', 'cache.filled', { locationID, ...removed, studies: cache.calendar.countStudies() })
    })
    // After a complete fill, thousands of single events would push other events out of the event stream's memory. The
    // events of the changed days are published in their place.
    collected.studies.clear()
    collected.members.clear()
  }

  return { pull }
}
