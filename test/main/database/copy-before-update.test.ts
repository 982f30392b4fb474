import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { createCopyBeforeUpdate } from '#main/database/copy-before-update.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { NewerDatabaseError, openDatabaseFile } from '#runtime/open-database-file.ts'
import { aLocation } from '#test/builders/records.ts'
import { createFakePlatform, createMemoryVault, type LogLine } from '#test/fakes/fake-platform.ts'
import { aJob } from '#test/main/queue/queue-world/queue-desk.ts'

/** The migrations that each later version adds to both files. */
const later = [
  { name: 'later', sql: `create table later (text); alter table draft add column more text not null default 'x'` },
  { name: 'still later', sql: 'create table still_later (text)' },
]
const noTime = { nowMs: 0, steadyMs: 0 }
const laterCache = [{ name: 'later', sql: 'create table later (text)' }]

describe('the copy from before an update', () => {
  const vault = createMemoryVault()
  let folder: string
  let keyHex: string
  let lines: readonly LogLine[]
  const pathOf = (name: string): string => join(folder, name)
  const codes = (): readonly string[] => lines.map(({ code }) => code)

  /** Opens the files as the current version, 1.0.0. */
  const open = async (): Promise<WorkstationDatabase> => {
    const platform = createFakePlatform({ folder, vault })
    lines = platform.lines
    const { log, nowMs } = platform
    return await openWorkstationDatabase({ folder, vault, log, nowMs, version: '1.0.0' })
  }
  const copyOf = (steps: number) =>
    createCopyBeforeUpdate({
      folder,
      keyHex,
      known: { journal: journalMigrations.length + steps, cache: cacheMigrations.length + steps },
      log: () => undefined,
    })
  const openFiles = (steps: number): { journal: Database; cache: Database } => {
    const shared = { keyHex, synchronous: 'FULL', version: `1.${steps}.0` } as const
    return {
      journal: openDatabaseFile({
        ...shared,
        path: pathOf('journal.db'),
        migrations: [...journalMigrations, ...later.slice(0, steps)],
      }),
      cache: openDatabaseFile({ ...shared, path: pathOf('cache.db'), migrations: [...cacheMigrations, ...laterCache] }),
    }
  }
  /**
   * Starts a later version with `steps` more migrations. `work` changes the journal as a user of that version would.
   */
  const runLater = (steps: number, work: (journal: Database) => void = () => undefined): void => {
    const copy = copyOf(steps)
    copy.keep()
    const { journal, cache } = openFiles(steps)
    copy.settle()
    cache.exec('delete from location')
    work(journal)
    journal.close()
    cache.close()
  }
  const locations = (database: WorkstationDatabase): number =>
    database.withCache((cache) => cache.catalogue.locations().length)
  const addDraft = (journal: Database): unknown =>
    journal.prepare(`insert into draft (author, draft_id, content, saved_at) values ('u-1', 'd-2', '{}', 2)`).run()
  const setting = (journal: Database, name: string, value: string): unknown =>
    journal.prepare('insert or replace into setting (name, value) values (?, ?)').run(name, value)
  const expectRestored = async (): Promise<void> => {
    const database = await open()
    expect(codes()).toEqual(['database.journal-restored'])
    expect(database.journal.drafts.read('u-1', 'd-1')?.content).toBe('typed')
    expect(locations(database)).toBe(1)
    database.close()
    expect(readdirSync(folder).sort()).toEqual(['cache.db', 'journal.db'])
  }
  const expectRefused = async (): Promise<void> => {
    await expect(open()).rejects.toThrow(NewerDatabaseError)
    expect(codes()).toEqual(['database.journal-newer'])
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-copy-'))
    const database = await open()
    database.withCache((cache) => cache.catalogue.putLocation(aLocation()))
    database.journal.drafts.save('u-1', 'd-1', { content: 'typed', savedAt: 1 })
    database.journal.settings.write('update.server', '1.0.0')
    database.journal.settings.write('printer.label', 'old')
    database.close()
    keyHex = (await vault.read('workstation-database-key')) ?? ''
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('is not made by a start that migrates nothing', async () => {
    ;(await open()).close()
    expect(existsSync(pathOf('before-update'))).toBe(false)
  })

  it('is restored by the older version if no work was added, and is made again by the next update', async () => {
    runLater(1)
    expect(existsSync(pathOf('before-update/copy.json'))).toBe(true)
    await expectRestored()
    runLater(1)
    await expectRestored()
  })

  it('is restored with its own settings, except the record of updates, which stays the newer one', async () => {
    runLater(1, (journal) => {
      setting(journal, 'update.server', '1.1.0')
      setting(journal, 'update.pending', '{}')
      setting(journal, 'printer.label', 'new')
    })
    const { settings } = (await open()).journal
    expect(['update.server', 'update.pending', 'printer.label'].map(settings.read)).toEqual(['1.1.0', '{}', 'old'])
  })

  it.each<[what: string, work: (journal: Database) => void]>([
    ['a form was added', addDraft],
    ['a form was changed', (journal) => journal.exec(`update draft set content = 'more'`)],
    ['a value was stored that only the newer version knows', (journal) => journal.exec(`update draft set more = 'y'`)],
    ['a row was added to a new table', (journal) => journal.exec(`insert into later values ('a')`)],
  ])('is not restored if %s, and the journal stays as it is', async (_what, work) => {
    runLater(1, work)
    const rows = () => {
      const { journal, cache } = openFiles(1)
      const found = ['draft', 'later', 'setting'].map((table) => journal.prepare(`select * from ${table}`).all())
      journal.close()
      cache.close()
      return found
    }
    const before = rows()
    await expectRefused()
    expect(rows()).toEqual(before)
  })

  /** Adds a job that waits, one that was delivered, and a booking. */
  const addWork = async (): Promise<void> => {
    const { journal, close } = await open()
    for (const jobID of ['waits', 'sent']) journal.jobs.add(aJob({ jobID, content: Buffer.alloc(9) }), noTime)
    close()
    const files = openFiles(0)
    files.journal.exec(`update job set state = 'delivered' where job_id = 'sent';
      insert into booking_attempt (idempotency_key, author, kind, request, state, begun_at)
        values ('k-1', 'u-1', 'book', '{}', 'done', 1)`)
    for (const file of Object.values(files)) file.close()
  }

  it.each<[what: string, isRestored: boolean, work: (journal: Database) => void]>([
    ['an old form was forgotten', true, (journal) => journal.exec('delete from draft')],
    ['the next check of a job was planned', true, (journal) => journal.exec('update job set due_at = 99')],
    [
      'a job that had ended was swept',
      true,
      (journal) => journal.exec(`delete from job where job_id = 'sent'; delete from job_content where job_id = 'sent'`),
    ],
    ['a job that waited was swept', false, (journal) => journal.exec(`delete from job where job_id = 'waits'`)],
    ['a job that waited was sent', false, (journal) => journal.exec(`update job set state = 'delivered'`)],
    ['a booking was removed', false, (journal) => journal.exec('delete from booking_attempt')],
  ])('is restored if the only change after the update is that %s: %s', async (_what, isRestored, work) => {
    await addWork()
    runLater(1, work)
    if (!isRestored) return await expectRefused()
    const { journal, close } = await open()
    expect(codes()).toEqual(['database.journal-restored'])
    expect([journal.drafts.read('u-1', 'd-1')?.content, journal.jobs.read('waits')?.state]).toEqual(['typed', 'queued'])
    close()
  })

  it.each(['journal.db', 'cache.db'])('does not restore a %s whose copy is damaged', async (name) => {
    runLater(1)
    writeFileSync(pathOf(`before-update/${name}`), 'half')
    if (name === 'journal.db') {
      await expect(open()).rejects.toThrow(NewerDatabaseError)
      expect(codes()).toEqual(['database.copy-failed', 'database.journal-newer'])
      return
    }
    const database = await open()
    expect(codes()).toEqual(['database.copy-failed', 'database.journal-restored', 'database.cache-newer'])
    expect([database.journal.drafts.read('u-1', 'd-1')?.content, locations(database)]).toEqual(['typed', 0])
    database.close()
  })

  it('is removed at the next start of the newer version if work was added', () => {
    runLater(1, addDraft)
    expect(existsSync(pathOf('before-update'))).toBe(true)
    runLater(1)
    expect(existsSync(pathOf('before-update'))).toBe(false)
  })

  it('is from before the last migration only: a version two migrations back does not restore it', async () => {
    runLater(1)
    runLater(2)
    await expectRefused()
    expect(copyOf(1).restore()).toBe(true)
    await expectRefused()
  })

  it('contains no cache after a user has deleted the cache', async () => {
    runLater(1)
    copyOf(1).forgetCache()
    const database = await open()
    expect(codes()).toEqual(['database.journal-restored'])
    expect(locations(database)).toBe(0)
    database.close()
  })

  it('is not made from a damaged journal', async () => {
    writeFileSync(pathOf('journal.db'), 'not a database')
    copyOf(1).keep()
    expect(readdirSync(folder).filter((name) => name.startsWith('before'))).toEqual([])
  })

  it.each<[version: string, isReadable: boolean, work?: (journal: Database) => void]>([
    ['0.9.0', false],
    ['1.0.0', true],
    ['1.0.9', true],
    ['1.1.0', true],
    ['1.0.0', false, addDraft],
    ['1.0.9', false, addDraft],
    ['1.1.0', true, addDraft],
    ['2.0.0', true, addDraft],
  ])('reports whether version %s could open the journal of 1.1.0: %s', (version, isReadable, work) => {
    runLater(1, work)
    expect(copyOf(1).isReadableBy(version)).toBe(isReadable)
  })

  describe('after a kill', () => {
    it('is made again if it was not complete', async () => {
      mkdirSync(pathOf('before-update.new'))
      writeFileSync(pathOf('before-update.new/journal.db'), 'half')
      runLater(1)
      await expectRestored()
    })

    it('is completed by the next start if the kill came just after the newer version had migrated the files', async () => {
      copyOf(1).keep()
      const { journal, cache } = openFiles(1)
      journal.close()
      cache.close()
      await expectRefused()
      runLater(1)
      await expectRestored()
    })

    it('is restored by the next start, whichever files the killed restore had already replaced', async () => {
      runLater(1)
      const copied = `${folder}-copied`
      cpSync(folder, copied, { recursive: true })
      await expectRestored()
      const restored = `${folder}-restored`
      for (const leave of [
        () => copyFileSync(join(restored, 'cache.db'), pathOf('cache.db')),
        () => rmSync(pathOf('cache.db')),
        () => writeFileSync(pathOf('journal.db.restored'), 'half'),
        () => writeFileSync(pathOf('cache.db.restored'), 'half'),
        () => copyFileSync(join(restored, 'journal.db'), pathOf('journal.db.restored')),
      ]) {
        if (!existsSync(restored)) renameSync(folder, restored)
        rmSync(folder, { recursive: true, force: true })
        cpSync(copied, folder, { recursive: true })
        leave()
        await expectRestored()
      }
      for (const each of [copied, restored]) rmSync(each, { recursive: true, force: true })
    })
  })
})
