import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { compareVersions, releaseVersionSchema } from '#domain/update/release-version.ts'
import { openEncryptedDatabase, readEncryptedDatabase } from '#runtime/encrypted-database.ts'
import type { Log } from '#runtime/log.ts'
import { deleteDatabaseFiles, readFileForm } from '#runtime/open-database-file.ts'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { replaceFile } from '#runtime/replace-file.ts'
import { digestOfJournal, hasNoNewWork } from '../journal/journal-digest.ts'

const copySchema = z.object({
  /** The number of migrations of each copied file; null for a file that did not exist. */
  journal: z.number().int().positive(),
  cache: z.number().int().positive().nullable(),
  /** The version that last migrated the copied journal: the oldest version known to open it. */
  version: releaseVersionSchema.nullable(),
  /** The digest of the journal's work directly after the migration; null until then. */
  digest: z.object({ passing: z.array(z.string()).readonly(), lasting: z.string() }).nullable(),
  /** The SHA-256, in hex, of each copied file. A copy that a power failure damaged must not replace a sound file. */
  hashes: z.record(z.string(), z.string()),
})
type Copy = z.infer<typeof copySchema>

const ofUpdates = "name like 'update.%'"
const busyTimeoutMs = 5000

/** Moves everything from a database's write-ahead log into its file, so that a copy of this one file is complete. */
const emptyWriteAheadLog = (path: string, keyHex: string): void => {
  const db = openEncryptedDatabase({ path, keyHex, synchronous: 'FULL', busyTimeoutMs })
  try {
    const [result] = db.pragma('wal_checkpoint(truncate)') as readonly { readonly busy: number }[]
    if (result?.busy !== 0) throw new Error('Another connection still uses the write-ahead log')
  } finally {
    db.close()
  }
}

/** Copies a file and flushes the copy to disk. */
const copyAndFlush = (from: string, to: string): void => {
  copyFileSync(from, to)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Returns the SHA-256 of a file, in hex. */
const hashOf = (path: string): string => {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(2 ** 20)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

/**
 * Copies `from`, one of the saved files, to a path beside `to`, the file that it will replace. Throws if `from` is
 * damaged.
 */
const stageRestoredCopy = (from: string, to: string, hash: string | undefined): string => {
  const staged = `${to}.restored`
  deleteDatabaseFiles(staged)
  copyAndFlush(from, staged)
  if (hashOf(staged) !== hash) throw new Error('The copy from before the update is damaged')
  return staged
}

/** Replaces the update rows in `to` with those in `from`, which inform the server and the user about the update. */
const copyUpdateRows = (from: string, to: string, keyHex: string): void => {
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

const listOf = (place: string): string => join(place, 'copy.json')

/** Returns the copy in a folder; null if there is none, or if it is not complete. */
const read = (place: string): Copy | null => {
  try {
    return copySchema.parse(JSON.parse(readFileSync(listOf(place), 'utf8')))
  } catch {
    return null
  }
}

/** Numbers of migrations that this program knows. */
type Known = { readonly journal: number; readonly cache: number }

type CopyBeforeUpdate = {
  /** Copies both files if this program will migrate the journal. Must run before either file is opened. */
  keep(): void
  /**
   * Completes the copy once both files are migrated. Removes an older copy that can no longer be restored because work
   * was added since.
   */
  settle(): void
  /**
   * Replaces the journal and cache that a newer version migrated with the copy. Returns false, and leaves the journal
   * unchanged, if there is no copy, if this program cannot open it, or if work was added after the update.
   */
  restore(): boolean
  /** Returns whether a version can open the journal as it is, or by restoring the copy. */
  isReadableBy(version: string): boolean
  /** Removes the copy of the cache and keeps the copy of the journal. */
  forgetCache(): void
}

/**
 * Creates the keeper of the one copy of `journal.db` and `cache.db` that is made before a new version of Atrium
 * migrates them. An older version restores the copy, so that a release can be rolled back (decision 258). The copy is
 * encrypted under the same key. If the program is killed at any point, its next start completes the remaining steps.
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
  /** The copy while the migrations run, without its digest. No work can be added before the migrations end. */
  const begun = join(folder, 'before-update.new')
  const isUnchangedSince = ({ digest }: Copy): boolean =>
    digest !== null && readEncryptedDatabase(journal, keyHex, (db) => hasNoNewWork(db, digest))
  const remove = (place: string): void => rmSync(place, { recursive: true, force: true })
  /** Copies a database into the unfinished copy; returns the hash of the file. */
  const copyTo = (path: string, name: string): string => {
    emptyWriteAheadLog(path, keyHex)
    copyAndFlush(path, join(begun, name))
    return hashOf(join(begun, name))
  }
  const warn = (thrown: unknown): void =>
    log('warning', 'database.copy-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })

  const keep = (): void => {
    const before = readFileForm(journal, keyHex)
    // A new or damaged journal has form 0 or no form. A journal with this program's form or a newer one is not
    // migrated.
    if (before === null || before.form === 0 || before.form >= known.journal) return
    try {
      remove(begun)
      makePrivateFolder(begun)
      const hashes: Record<string, string> = { 'journal.db': copyTo(journal, 'journal.db') }
      const cacheForm = readFileForm(cache, keyHex)?.form ?? 0
      if (cacheForm > 0) hashes['cache.db'] = copyTo(cache, 'cache.db')
      const copy: Copy = {
        journal: before.form,
        cache: cacheForm > 0 ? cacheForm : null,
        version: releaseVersionSchema.safeParse(before.writtenBy).data ?? null,
        digest: null,
        hashes,
      }
      replaceFile(listOf(begun), JSON.stringify(copy))
    } catch (thrown) {
      // The update continues without a copy. A later release that rolls the update back will not be installed at this
      // workstation.
      warn(thrown)
      remove(begun)
    }
  }

  const settle = (): void => {
    try {
      const made = read(begun)
      if (made !== null) {
        const digest = readEncryptedDatabase(journal, keyHex, digestOfJournal)
        replaceFile(listOf(begun), JSON.stringify({ ...made, digest } satisfies Copy))
        remove(copies)
        renameSync(begun, copies)
        return
      }
      const kept = read(copies)
      if (kept !== null && isUnchangedSince(kept)) return
    } catch (thrown) {
      warn(thrown)
    }
    remove(begun)
    remove(copies)
  }

  const restore = (): boolean => {
    try {
      const copy = read(copies)
      if (copy === null || copy.journal > known.journal || !isUnchangedSince(copy)) return false
      const newJournal = stageRestoredCopy(join(copies, 'journal.db'), journal, copy.hashes['journal.db'])
      copyUpdateRows(journal, newJournal, keyHex)
      emptyWriteAheadLog(journal, keyHex)
      // The write-ahead log is empty. A log that was left behind would be applied to the restored file.
      for (const suffix of ['-wal', '-shm']) rmSync(journal + suffix, { force: true })
      renameSync(newJournal, journal)
      restoreCache(copy)
      return true
    } catch (thrown) {
      warn(thrown)
      return false
    }
  }
  /** Restores the cache once the journal is restored. Without it, the older program fills a new one from the server. */
  const restoreCache = (copy: Copy): void => {
    try {
      const isKnown = copy.cache !== null && copy.cache <= known.cache && existsSync(join(copies, 'cache.db'))
      const newCache = isKnown ? stageRestoredCopy(join(copies, 'cache.db'), cache, copy.hashes['cache.db']) : null
      deleteDatabaseFiles(cache)
      if (newCache !== null) renameSync(newCache, cache)
      remove(copies)
    } catch (thrown) {
      warn(thrown)
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
        return isUnchangedSince(copy)
      } catch (thrown) {
        warn(thrown)
        return false
      }
    },
    forgetCache: () => rmSync(join(copies, 'cache.db'), { force: true }),
  }
}
