import { type CalendarCache, createCalendarCache } from './cache-calendar.ts'
import { type CatalogueCache, createCatalogueCache } from './cache-catalogue.ts'
import { createMemberCache, type MemberCache } from './cache-members.ts'
import { cacheMigrations } from './cache-migrations.ts'
import { createPeopleCache, type PeopleCache } from './cache-people.ts'
import { createSafetyCache, type SafetyCache } from './cache-safety.ts'
import { createSupportLineCache, type SupportLineCache } from './cache-support-line.ts'
import { createSyncState, type SyncState } from './cache-sync-state.ts'
import { openDatabaseFile } from './open-database-file.ts'

/** Copies of what the back office has. Losing it costs a refill and nothing else. */
export type WorkstationCache = {
  readonly catalogue: CatalogueCache
  readonly calendar: CalendarCache
  readonly members: MemberCache
  readonly people: PeopleCache
  readonly safety: SafetyCache
  readonly supportLine: SupportLineCache
  readonly sync: SyncState
  /** Runs several writes as one. */
  transact<Value>(work: () => Value): Value
  close(): void
}

/** Opens the cache file as it is; throws what {@link openDatabaseFile} throws. */
export const openWorkstationCache = (path: string, keyHex: string): WorkstationCache => {
  const db = openDatabaseFile({ path, keyHex, synchronous: 'NORMAL', migrations: cacheMigrations })
  try {
    return {
      catalogue: createCatalogueCache(db),
      calendar: createCalendarCache(db),
      members: createMemberCache(db),
      people: createPeopleCache(db),
      safety: createSafetyCache(db),
      supportLine: createSupportLineCache(db),
      sync: createSyncState(db),
      transact: (work) => db.transaction(work)(),
      close: () => db.close(),
    }
  } catch (thrown) {
    db.close()
    throw thrown
  }
}
