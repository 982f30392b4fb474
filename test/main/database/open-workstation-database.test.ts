import { mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
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

/** Overwrites the middle of a file, leaving its first page as it was. */
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

  it('keeps both files over a restart when nothing happened to them', async () => {
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

  it('rebuilds the cache and sets the journal aside when the key is another', async () => {
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

  it('rebuilds a cache whose pages are spoiled when they are first read', async () => {
    spoil(join(folder, 'cache.db'))
    const { database, codes } = await openAt(folder, vault)
    expect(database.withCache((cache) => cache.members.search('ottoline', 500).length)).toBe(0)
    expect(codes()).toContain('database.cache-rebuilt')
    expect(database.journal.drafts.read('u-1', 'd-1')).not.toBeNull()
    database.close()
  })

  it('moves a spoiled journal aside with all its bytes and says so', async () => {
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

  it('deletes the cache at any moment, leaves the journal alone and works on', async () => {
    const { database } = await openAt(folder, vault)
    database.deleteCache()
    expect(countLocations(database)).toBe(0)
    fill(database)
    expect(countLocations(database)).toBe(1)
    expect(database.journal.drafts.read('u-1', 'd-1')).not.toBeNull()
    database.close()
  })

  it('refuses to open files of a later version, and leaves them as they are', async () => {
    const { openDatabaseFile } = await import('#runtime/open-database-file.ts')
    const keyHex = (await vault.read('workstation-database-key')) ?? ''
    const later = Array.from({ length: 9 }, (_, n) => ({
      name: `${n}`,
      sql: `create table if not exists later_${n} (a)`,
    }))
    openDatabaseFile({ path: join(folder, 'journal.db'), keyHex, synchronous: 'FULL', migrations: later }).close()
    await expect(openAt(folder, vault)).rejects.toThrow('this Atrium knows')
    expect(readdirSync(folder).filter((file) => file.includes('aside'))).toEqual([])
  })
})
