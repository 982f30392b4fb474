import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { type FileMigration, NewerDatabaseError, openDatabaseFile } from '#runtime/open-database-file.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'
import { aLocation, aMember } from '#test/builders/records.ts'
import { createFakePlatform, createMemoryVault } from '#test/fakes/fake-platform.ts'

const plantedName = 'Ottoline-Quixada'

const openAt = async (folder: string, vault: SecretVault) => {
  const platform = createFakePlatform({ folder, vault })
  const { log, nowMs } = platform
  const database = await openWorkstationDatabase({ folder, vault, log, nowMs })
  return { database, codes: () => platform.lines.map((line) => line.code) }
}

const fill = (database: WorkstationDatabase): void => {
  database.withCache((cache) => {
    cache.catalogue.putLocation(aLocation())
    for (let n = 0; n < 200; n += 1) {
      cache.members.putMember(aMember({ patientID: `m-${n}`, firstname: plantedName }), 1)
    }
  })
  database.journal.drafts.save('u-1', 'd-1', { content: JSON.stringify({ note: plantedName }), savedAt: 1 })
}

const countLocations = (database: WorkstationDatabase): number =>
  database.withCache((cache) => cache.catalogue.locations().length)

/** Overwrites everything after the first page of a file, or the second half of a file smaller than two pages. */
const spoil = (path: string): void => {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, Math.min(4096, Math.floor(bytes.length / 2)))
  writeFileSync(path, bytes)
}

describe('workstation database', () => {
  let folder: string
  let vault: SecretVault
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-database-'))
    vault = createMemoryVault()
    const { database } = await openAt(folder, vault)
    fill(database)
    database.close()
  })

  it('keeps both files over a restart', async () => {
    const { database, codes } = await openAt(folder, vault)
    expect(countLocations(database)).toBe(1)
    expect(database.journal.drafts.read('u-1', 'd-1')?.content).toContain(plantedName)
    expect(database.journalSetAside).toBeNull()
    expect(codes()).toEqual([])
    database.close()
  })

  it('has nothing readable on disk, open or closed', async () => {
    const { database } = await openAt(folder, vault)
    fill(database)
    const scan = () =>
      readdirSync(folder).filter((file) => {
        const bytes = readFileSync(join(folder, file))
        return bytes.includes(plantedName) || bytes.includes('SQLite format 3') || bytes.includes('Harbour Street')
      })
    expect(readdirSync(folder)).toContain('cache.db-wal')
    expect(scan()).toEqual([])
    database.close()
    expect(scan()).toEqual([])
  })

  it('rebuilds the cache and sets the journal aside if the key differs', async () => {
    const { database, codes } = await openAt(folder, createMemoryVault())
    expect(countLocations(database)).toBe(0)
    expect(database.journal.drafts.read('u-1', 'd-1')).toBeNull()
    expect(codes()).toEqual(['database.journal-set-aside', 'database.cache-rebuilt'])
    expect(readdirSync(folder)).toContain(database.journalSetAside)
    database.close()
  })

  it.each([0, 1, 100, 4096, 5000])('rebuilds a cache cut to %i bytes and keeps the journal', async (bytes) => {
    truncateSync(join(folder, 'cache.db'), bytes)
    const { database } = await openAt(folder, vault)
    expect(countLocations(database)).toBe(0)
    fill(database)
    expect(countLocations(database)).toBe(1)
    expect(database.journal.drafts.read('u-1', 'd-1')).not.toBeNull()
    database.close()
  })

  it('rebuilds a cache whose damaged pages are found at the first read', async () => {
    spoil(join(folder, 'cache.db'))
    const { database, codes } = await openAt(folder, vault)
    expect(database.withCache((cache) => cache.members.search('ottoline', 500).length)).toBe(0)
    expect(codes()).toContain('database.cache-rebuilt')
    expect(database.journal.drafts.read('u-1', 'd-1')).not.toBeNull()
    database.close()
  })

  it('moves a damaged journal aside with all its bytes and logs it', async () => {
    const path = join(folder, 'journal.db')
    spoil(path)
    const bytes = readFileSync(path)
    const { database, codes } = await openAt(folder, vault)
    expect(codes()).toContain('database.journal-set-aside')
    expect(readFileSync(join(folder, database.journalSetAside ?? '')).equals(bytes)).toBe(true)
    database.journal.drafts.save('u-1', 'd-2', { content: '1', savedAt: 1 })
    expect(database.journal.drafts.read('u-1', 'd-2')).not.toBeNull()
    expect(countLocations(database)).toBe(1)
    database.close()
  })

  it('deletes the cache at any moment, keeps the journal and continues to work', async () => {
    const { database } = await openAt(folder, vault)
    database.deleteCache()
    expect(countLocations(database)).toBe(0)
    fill(database)
    expect(countLocations(database)).toBe(1)
    expect(database.journal.drafts.read('u-1', 'd-1')).not.toBeNull()
    database.close()
  })

  describe('with files of a later version', () => {
    const later = (migrations: readonly FileMigration[]): readonly FileMigration[] => [
      ...migrations,
      { name: 'later', sql: 'create table later (text); create table later_still (text)' },
    ]

    /** Opens one of the two files as a later version would, and migrates it to that version's schema. */
    const openLater = async (file: 'journal' | 'cache', version?: string): Promise<Database> =>
      openDatabaseFile({
        path: join(folder, `${file}.db`),
        keyHex: (await vault.read('workstation-database-key')) ?? '',
        synchronous: 'FULL',
        migrations: later(file === 'journal' ? journalMigrations : cacheMigrations),
        version,
      })
    const draftOf = (db: Database) => db.prepare('select content from draft').pluck().get()

    /** Returns the bytes of the files, without those that SQLite makes when it only reads: `-shm` and an empty log. */
    const bytesOf = (at: string): Record<string, string> =>
      Object.fromEntries(
        readdirSync(at)
          .filter((file) => !file.endsWith('-shm'))
          .map((file) => [file, readFileSync(join(at, file)).toString('base64')] as const)
          .filter(([, bytes]) => bytes !== ''),
      )

    it('does not open if the journal is of a later version, and changes no file', async () => {
      const db = await openLater('journal', '12.3.45')
      db.prepare('insert into later values (?)').run('its own')
      db.close()
      const before = bytesOf(folder)
      const known = journalMigrations.length
      const platform = createFakePlatform({ folder, vault })
      const { log, nowMs } = platform
      const opening = openWorkstationDatabase({ folder, vault, log, nowMs, version: '1.0.0' })
      await expect(opening).rejects.toThrow('this version of Atrium supports')
      await expect(opening).rejects.toMatchObject({ found: known + 1, known, writtenBy: '12.3.45' })
      const data = { found: known + 1, known, version: '12.3.45' }
      expect(platform.lines).toEqual([{ level: 'error', code: 'database.journal-newer', data }])
      expect(bytesOf(folder)).toEqual(before)
    })

    it('lets the later version continue where it stopped', async () => {
      ;(await openLater('journal')).close()
      for (let time = 0; time < 3; time += 1) await expect(openAt(folder, vault)).rejects.toThrow(NewerDatabaseError)
      const db = await openLater('journal')
      expect(draftOf(db)).toContain(plantedName)
      db.prepare('insert into later values (?)').run('more')
      db.close()
    })

    it('keeps work that the later version had not yet moved out of its write-ahead log', async () => {
      const db = await openLater('journal')
      db.prepare('insert into later values (?)').run('its own')
      // Simulates a killed process: copies the database and its write-ahead log, but not the shared-memory file.
      const killed = mkdtempSync(join(tmpdir(), 'atrium-killed-'))
      for (const file of ['journal.db', 'journal.db-wal']) copyFileSync(join(folder, file), join(killed, file))
      db.close()
      expect(statSync(join(killed, 'journal.db-wal')).size).toBeGreaterThan(0)
      const before = bytesOf(killed)
      await expect(openAt(killed, vault)).rejects.toThrow(NewerDatabaseError)
      expect(bytesOf(killed)).toEqual(before)
      folder = killed
      const again = await openLater('journal')
      expect([draftOf(again), again.prepare('select text from later').pluck().all()]).toEqual([
        expect.stringContaining(plantedName),
        ['its own'],
      ])
      again.close()
    })

    it('finds the version that migrated a file, not one that only opened it', async () => {
      const fresh = mkdtempSync(join(tmpdir(), 'atrium-database-'))
      const { log, nowMs } = createFakePlatform({ folder: fresh, vault })
      for (const version of ['1.20.3', '1.20.4']) {
        ;(await openWorkstationDatabase({ folder: fresh, vault, log, nowMs, version })).close()
      }
      const keyHex = (await vault.read('workstation-database-key')) ?? ''
      const older = journalMigrations.slice(0, -1)
      const path = join(fresh, 'journal.db')
      expect(() => openDatabaseFile({ path, keyHex, synchronous: 'FULL', migrations: older })).toThrow(
        expect.objectContaining({ writtenBy: '1.20.3' }),
      )
    })

    it.each(['next', '2148.0.0', '1.1000.0', '10000.0.0'])(
      'names no version if the file was migrated by %s, which is no release’s version',
      async (version) => {
        ;(await openLater('journal', version)).close()
        await expect(openAt(folder, vault)).rejects.toMatchObject({ writtenBy: null })
      },
    )

    it.each(['0.0.1', '2026.1.0', '2099.999.999'])(
      'names %s, like every version that a release can have',
      async (version) => {
        expect(releaseVersionSchema.parse(version)).toBe(version)
        ;(await openLater('journal', version)).close()
        await expect(openAt(folder, vault)).rejects.toMatchObject({ writtenBy: version })
      },
    )

    it('replaces a cache of a later version with an empty one and keeps the journal', async () => {
      ;(await openLater('cache')).close()
      const { database, codes } = await openAt(folder, vault)
      expect(codes()).toEqual(['database.cache-newer'])
      expect(countLocations(database)).toBe(0)
      fill(database)
      expect(database.journal.drafts.read('u-1', 'd-1')?.content).toContain(plantedName)
      database.close()
      expect(readdirSync(folder).filter((file) => file.includes('quarantined'))).toEqual([])
      // The later version migrates the older cache to its own schema.
      const db = await openLater('cache')
      expect(db.prepare('select count(*) from location').pluck().get()).toBe(1)
      db.close()
    })
  })
})
