import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { cacheMigrations } from './cache-migrations.ts'
import { type CalendarCache, createCalendarCache } from './calendar-cache.ts'
import { type CatalogueCache, createCatalogueCache } from './catalogue-cache.ts'
import { createMemberCache, type MemberCache } from './member-cache.ts'
import { createPeopleCache, type PeopleCache } from './people-cache.ts'
import { createPharmacyCache, type PharmacyCache } from './pharmacy-cache.ts'
import { createSafetyCache, type SafetyCache } from './safety-cache.ts'
import { createSyncState, type SyncState } from './sync-state.ts'
import { createWordCache, type WordCache } from './word-cache.ts'

/**
 * Copies of the back office's records. A lost cache must be filled again, and each user must sign in online once before
 * signing in offline again.
 */
export type WorkstationCache = {
  readonly catalogue: CatalogueCache
  readonly calendar: CalendarCache
  readonly members: MemberCache
  readonly people: PeopleCache
  readonly pharmacies: PharmacyCache
  readonly safety: SafetyCache
  readonly supportLine: WordCache
  readonly lockMinutes: WordCache
  readonly sync: SyncState
  /** Runs several writes in one transaction. */
  transact<Value>(work: () => Value): Value
  close(): void
}

/** Opens the cache file; throws what {@link openDatabaseFile} throws. */
export const openWorkstationCache = (path: string, keyHex: string, version?: string): WorkstationCache => {
  const db = openDatabaseFile({ path, keyHex, synchronous: 'NORMAL', migrations: cacheMigrations, version })
  try {
    return {
      catalogue: createCatalogueCache(db),
      calendar: createCalendarCache(db),
      members: createMemberCache(db),
      people: createPeopleCache(db),
      pharmacies: createPharmacyCache(createWordCache(db, 'pharmacies')),
      safety: createSafetyCache(db),
      supportLine: createWordCache(db, 'support-phone'),
      lockMinutes: createWordCache(db, 'lock-minutes'),
      sync: createSyncState(db),
      transact: (work) => db.transaction(work)(),
      close: () => db.close(),
    }
  } catch (thrown) {
    db.close()
    throw thrown
  }
}
