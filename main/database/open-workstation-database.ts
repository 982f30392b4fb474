import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseFileState } from '#domain/support/support-bundle.ts'
import { readOrMakeKey } from '#runtime/database-key.ts'
import type { Log } from '#runtime/log.ts'
import { deleteDatabaseFiles, isDamage, NewerDatabaseError, setDatabaseAside } from '#runtime/open-database-file.ts'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'
import { cacheMigrations } from '../cache/cache-migrations.ts'
import { openWorkstationCache, type WorkstationCache } from '../cache/workstation-cache.ts'
import { journalMigrations } from '../journal/journal-migrations.ts'
import { openWorkstationJournal, type WorkstationJournal } from '../journal/workstation-journal.ts'
import { type CheckedDatabase, checkFiles } from './check-files.ts'
import { createCopyBeforeUpdate } from './copy-before-update.ts'

export type WorkstationDatabase = {
  readonly journal: WorkstationJournal
  /** The file that a damaged journal was moved to at this start; null when it was sound. */
  readonly journalSetAside: string | null
  /**
   * Runs `work` on the cache. If the file is damaged, it is quarantined and rebuilt empty, and `work` runs once more.
   * The caller must not keep the cache after `work`: a deletion replaces it.
   */
  withCache<Value>(work: (cache: WorkstationCache) => Value): Value
  /**
   * Replaces the cache with an empty one. Can be called at any time; throws the system's error when the file cannot be
   * removed.
   */
  deleteCache(): void
  /** Returns the size of the cache on disk in bytes. */
  cacheSizeBytes(): number
  /** Checks the pages and the schema of both files, within `limitMs`. Never rejects. */
  check(limitMs: number): Promise<{ readonly cache: DatabaseFileState; readonly journal: DatabaseFileState }>
  /**
   * Returns whether a version of Atrium could open the journal, as it is or by restoring the copy from before an
   * update.
   */
  isReadableBy(version: string): boolean
  close(): void
}

type WorkstationDatabaseParts = {
  /** Created when missing. */
  readonly folder: string
  readonly vault: SecretVault
  readonly log: Log
  /**
   * This program's version. It is written to the files so that an older program can report which version wrote them.
   */
  readonly version?: string
  nowMs(): number
}

/** The name of the key of both files in the vault. */
export const keyName = 'workstation-database-key'
const cacheFile = 'cache.db'
export const journalFile = 'journal.db'

/**
 * Opens this workstation's two encrypted files (architecture §4). An unreadable cache is quarantined and rebuilt; one
 * of a later version is deleted and rebuilt. An unreadable journal is moved aside, never deleted, and logged as an
 * error. Rejects when the vault or the folder cannot be used. When the journal is of a later version, the copy from
 * before the update is restored. If that is not possible, rejects with {@link NewerDatabaseError}: then neither file
 * was changed.
 */
export const openWorkstationDatabase = async (parts: WorkstationDatabaseParts): Promise<WorkstationDatabase> => {
  const { folder, vault, log, version, nowMs } = parts
  makePrivateFolder(folder)
  const keyHex = await readOrMakeKey(vault, keyName, log)
  const cachePath = join(folder, cacheFile)
  const journalPath = join(folder, journalFile)
  let journalSetAside: string | null = null
  const known = { journal: journalMigrations.length, cache: cacheMigrations.length }
  const copy = createCopyBeforeUpdate({ folder, keyHex, known, log })

  const openCache = (): WorkstationCache => {
    try {
      return openWorkstationCache(cachePath, keyHex, version)
    } catch (thrown) {
      if (thrown instanceof NewerDatabaseError) {
        deleteDatabaseFiles(cachePath)
        log('warning', 'database.cache-newer', { found: thrown.found, known: thrown.known })
        return openWorkstationCache(cachePath, keyHex, version)
      }
      if (!isDamage(thrown)) throw thrown
      return rebuildCache()
    }
  }
  const rebuildCache = (): WorkstationCache => {
    // One quarantined copy is enough for an investigation; keeping all would fill the disk.
    const aside = `${cachePath}.quarantined`
    deleteDatabaseFiles(aside)
    setDatabaseAside(cachePath, aside)
    log('warning', 'database.cache-rebuilt')
    return openWorkstationCache(cachePath, keyHex, version)
  }
  const openJournal = (): WorkstationJournal => {
    try {
      return openWorkstationJournal(journalPath, keyHex, version)
    } catch (thrown) {
      if (thrown instanceof NewerDatabaseError) {
        const { found, known, writtenBy } = thrown
        const data = { found, known, version: writtenBy ?? undefined }
        if (copy.restore()) {
          log('warning', 'database.journal-restored', data)
          return openWorkstationJournal(journalPath, keyHex, version)
        }
        log('error', 'database.journal-newer', data)
      }
      if (!isDamage(thrown)) throw thrown
      journalSetAside = `journal-set-aside-${nowMs()}.db`
      setDatabaseAside(journalPath, join(folder, journalSetAside))
      log('error', 'database.journal-set-aside', { file: journalSetAside })
      return openWorkstationJournal(journalPath, keyHex, version)
    }
  }

  copy.keep()
  const journal = openJournal()
  let cache: WorkstationCache
  try {
    cache = openCache()
  } catch (thrown) {
    journal.close()
    throw thrown
  }
  copy.settle()

  return {
    journal,
    journalSetAside,
    withCache: (work) => {
      try {
        return work(cache)
      } catch (thrown) {
        if (!isDamage(thrown)) throw thrown
        cache.close()
        cache = rebuildCache()
        return work(cache)
      }
    },
    deleteCache: () => {
      cache.close()
      try {
        deleteDatabaseFiles(cachePath)
      } finally {
        // The deletion fails if, for example, a virus scanner locks the file for a moment. The old cache must then be
        // open again.
        cache = openCache()
      }
      copy.forgetCache()
      log('info', 'database.cache-deleted')
    },
    isReadableBy: copy.isReadableBy,
    cacheSizeBytes: () =>
      ['', '-wal'].reduce((sum, suffix) => {
        const path = cachePath + suffix
        return sum + (existsSync(path) ? statSync(path).size : 0)
      }, 0),
    check: async (limitMs) => {
      const [ofCache, ofJournal] = await checkFiles(
        [cachePath, journalPath].map((path) => ({ path, keyHex })),
        limitMs,
      )
      const state = (checked: CheckedDatabase | undefined, known: number): DatabaseFileState => ({
        ...(checked ?? { migrations: null, integrity: 'not-checked' }),
        known,
      })
      return { cache: state(ofCache, known.cache), journal: state(ofJournal, known.journal) }
    },
    close: () => {
      cache.close()
      journal.close()
    },
  }
}
