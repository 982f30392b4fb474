import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { compareVersions, releaseVersionSchema } from '#domain/update/release-version.ts'
import { openEncryptedDatabase, readEncryptedDatabase } from '#runtime/encrypted-database.ts'
import type { Log } from '#runtime/log.ts'
import { deleteDatabaseFiles, readFileForm } from '#runtime/open-database-file.ts'
import { replaceFile } from '#runtime/replace-file.ts'
import { digestOfJournal } from '../journal/journal-digest.ts'

const copySchema = z.object({
  /** The number of migrations of each copied file; null for a file that did not exist. */
  journal: z.number().int().positive(),
  cache: z.number().int().positive().nullable(),
  /** The version that migrated the copied journal last: the oldest one that is known to open it. */
  version: releaseVersionSchema.nullable(),
  /** The digest of the journal's work directly after its migration. */
  digest: z.string(),
})
type Copy = z.infer<typeof copySchema>

const ofUpdates = "name like 'update.%'"
const busyTimeoutMs = 5000

/** Moves everything from a file's write-ahead log into the file, so that copying the one file copies all. */
const emptyLogOf = (path: string, keyHex: string): void => {
  const db = openEncryptedDatabase({ path, keyHex, synchronous: 'FULL', busyTimeoutMs })
  try {
    const [result] = db.pragma('wal_checkpoint(truncate)') as readonly { readonly busy: number }[]
    if (result?.busy !== 0) throw new Error('Another connection keeps the write-ahead log')
  } finally {
    db.close()
  }
}

/** Replaces the rows about updates in `to` by those in `from`, which tell the server and the user what happened. */
const takeOverRecord = (from: string, to: string, keyHex: string): void => {
  const rows = readEncryptedDatabase(from, keyHex, (db) =>
    db.prepare<[], [string, string]>(`select name, value from setting where ${ofUpdates}`).raw(true).all(),
  )
  const db = openEncryptedDatabase({ path: to, keyHex, synchronous: 'FULL', busyTimeoutMs })
  try {
    const put = db.prepare('insert or replace into setting (name, value) values (?, ?)')
    db.transaction(() => {
      db.exec(`delete from setting where ${ofUpdates}`)
      for (const row of rows) put.run(...row)
    })()
  } finally {
    db.close()
  }
}

/** Numbers of migrations that this program knows. */
type Known = { readonly journal: number; readonly cache: number }

type CopyBeforeUpdate = {
  /** Copies both files if this program will migrate the journal. Call it before either is opened. */
  keep(): void
  /**
   * Completes the copy once both files are migrated. Removes an older copy that cannot be restored any more, because
   * work was added since.
   */
  settle(): void
  /**
   * Puts the copy in the place of a journal and a cache that a newer version migrated. Returns false if there is no
   * copy, if this program cannot open it, or if work was added after the update; the journal then stays as it is.
   */
  restore(): boolean
  /** Returns whether a version can open the journal as it is, or after it restored the copy. */
  isReadableBy(version: string): boolean
  /** Removes the copy of the cache only. */
  forgetCache(): void
}

/**
 * Creates the keeper of the one copy of `journal.db` and `cache.db` that is made before a new version of Atrium
 * migrates them. An older version restores it, so that a release can be taken back (decision 258). The copy is
 * encrypted under the same key. After a kill at any point, the next start does what is left.
 */
export const createCopyBeforeUpdate = (parts: {
  readonly folder: string
  readonly keyHex: string
  readonly known: Known
  readonly log: Log
}): CopyBeforeUpdate => {
  const { folder, keyHex, known, log } = parts
  const [journal, cache] = [join(folder, 'journal.db'), join(folder, 'cache.db')]
  const copies = join(folder, 'before-update')
  /** A copy without its digest: the migrations have not ended. No work can be added before they have. */
  const begun = join(folder, 'before-update.new')
  const listOf = (place: string): string => join(place, 'copy.json')

  const digestNow = (): string => readEncryptedDatabase(journal, keyHex, digestOfJournal)
  const read = (place: string): Copy | null => {
    try {
      return copySchema.parse(JSON.parse(readFileSync(listOf(place), 'utf8')))
    } catch {
      return null
    }
  }
  const remove = (place: string): void => rmSync(place, { recursive: true, force: true })
  const copyTo = (place: string, path: string, name: string): void => {
    emptyLogOf(path, keyHex)
    copyFileSync(path, join(place, name))
  }
  const warn = (thrown: unknown): void =>
    log('warning', 'database.copy-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })

  const keep = (): void => {
    const before = readFileForm(journal, keyHex)
    // A new or damaged journal has form 0 or none. A current or newer one is not migrated.
    if (before === null || before.form === 0 || before.form >= known.journal) return
    try {
      remove(begun)
      mkdirSync(begun, { mode: 0o700 })
      copyTo(begun, journal, 'journal.db')
      const cacheForm = readFileForm(cache, keyHex)?.form ?? 0
      if (cacheForm > 0) copyTo(begun, cache, 'cache.db')
      const copy: Copy = {
        journal: before.form,
        cache: cacheForm > 0 ? cacheForm : null,
        version: releaseVersionSchema.safeParse(before.writtenBy).data ?? null,
        digest: '',
      }
      replaceFile(listOf(begun), JSON.stringify(copy))
    } catch (thrown) {
      // The update goes on without a copy. A release that takes it back is then held back at this workstation.
      warn(thrown)
      remove(begun)
    }
  }

  const settle = (): void => {
    try {
      const made = read(begun)
      if (made !== null) {
        replaceFile(listOf(begun), JSON.stringify({ ...made, digest: digestNow() }))
        remove(copies)
        renameSync(begun, copies)
        return
      }
      const kept = read(copies)
      if (kept !== null && kept.digest === digestNow()) return
    } catch (thrown) {
      warn(thrown)
    }
    remove(begun)
    remove(copies)
  }

  const restore = (): boolean => {
    try {
      const copy = read(copies)
      if (copy === null || copy.journal > known.journal || copy.digest !== digestNow()) return false
      const [newJournal, newCache] = [`${journal}.restored`, `${cache}.restored`]
      deleteDatabaseFiles(newJournal)
      copyFileSync(join(copies, 'journal.db'), newJournal)
      takeOverRecord(journal, newJournal, keyHex)
      deleteDatabaseFiles(cache)
      if (copy.cache !== null && copy.cache <= known.cache && existsSync(join(copies, 'cache.db'))) {
        copyFileSync(join(copies, 'cache.db'), newCache)
        renameSync(newCache, cache)
      }
      emptyLogOf(journal, keyHex)
      // The log is empty. One that stayed would be applied to the restored file.
      for (const suffix of ['-wal', '-shm']) rmSync(journal + suffix, { force: true })
      renameSync(newJournal, journal)
      remove(copies)
      return true
    } catch (thrown) {
      warn(thrown)
      return false
    }
  }

  return {
    keep,
    settle,
    restore,
    isReadableBy: (version) => {
      try {
        const writtenBy = readFileForm(journal, keyHex)?.writtenBy ?? null
        if (writtenBy === null || compareVersions(version, writtenBy) >= 0) return true
        const copy = read(copies)
        if (copy === null || (copy.version !== null && compareVersions(version, copy.version) < 0)) return false
        return copy.digest === digestNow()
      } catch (thrown) {
        warn(thrown)
        return false
      }
    },
    forgetCache: () => rmSync(join(copies, 'cache.db'), { force: true }),
  }
}
