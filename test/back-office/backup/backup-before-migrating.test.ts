import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { runMigrate } from '#back-office/backup/migrate-command.ts'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { migrate } from '#back-office/database/migrations/migrate.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { startBackOffice } from '#back-office/server.ts'
import { testKeyHex } from '#test/builders/back-office.ts'
import { makeBackupPlace, runCommand } from '#test/fixtures/backup/run-backup-command.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openAs } from '../database/schema-of-age.ts'

const { place, keyFile } = makeBackupPlace(testKeyHex)
afterAll(() => rmSync(place, { recursive: true, force: true }))

const older = migrations.slice(0, -3)
const olderNames = older.map(({ name }) => name)
const missing = migrations.slice(-3).map(({ name }) => name)

const makeOlder = async (source: DatabaseSource): Promise<void> => {
  const { db } = openAs(source, older)
  await migrate(db, source.kind, older)
  await db.destroy()
}

const readNames = async (source: DatabaseSource): Promise<readonly string[]> => {
  const { db } = openAs(source, migrations)
  const { rows } = await sql<{ name: string }>`select name from migration order by position`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name)
}

const runIt = async (args: readonly string[]) => {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const code = await runMigrate(args, { out: say, err: say }, {})
  return { code, said: lines.join('\n') }
}

const copiesIn = (data: string): readonly string[] =>
  readdirSync(data)
    .filter((name) => name.startsWith('before-migration-'))
    .map((name) => join(data, name))

describeOnEachDatabase('a database of an earlier schema', ({ newSource, kind }) => {
  const flagsOf = (source: DatabaseSource): readonly string[] =>
    source.kind === 'postgresql'
      ? ['--database', source.url]
      : ['--data', join(source.path, '..'), ...(source.keyHex === undefined ? [] : ['--key-file', keyFile])]

  it('is not migrated if no backup is made or the backup fails', async () => {
    const source = await newSource()
    await makeOlder(source)
    await expect(openDatabase(source)).rejects.toMatchObject({ code: 'MIGRATIONS_MISSING' })
    const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' })
    const asked: (readonly string[])[] = []
    const beforeMigrating = (names: readonly string[]) => {
      asked.push(names)
      return Promise.reject(full)
    }
    await expect(openDatabase(source, { beforeMigrating })).rejects.toBe(full)
    expect(asked).toEqual([missing])
    expect(await readNames(source)).toEqual(olderNames)
  })

  it('can be checked with a dry run, which lists the migrations and changes nothing', async () => {
    const source = await newSource()
    await makeOlder(source)
    const tried = await runIt(['--dry-run', ...flagsOf(source)])
    expect(tried).toMatchObject({ code: 0 })
    expect(tried.said.split('\n').slice(0, 3)).toEqual(missing.map((name) => `Would run: ${name}`))
    expect(tried.said).toMatch(/3 migrations were tried in \d+ s without an error\. Nothing was changed\.$/)
    expect(await readNames(source)).toEqual(olderNames)
    if (source.kind === 'sqlite') expect(readdirSync(join(source.path, '..')).join()).not.toContain('dry-run')
    const done = await runIt([...flagsOf(source), ...(kind === 'postgresql' ? ['--without-backup'] : [])])
    expect(done).toMatchObject({ code: 0 })
    expect(await readNames(source)).toEqual(migrations.map(({ name }) => name))
    expect(await runIt(['--dry-run', ...flagsOf(source)])).toEqual({ code: 0, said: 'No migration is missing.' })
  })

  // On SQLite, the server itself makes a backup and then migrates.
  if (kind === 'sqlite') return
  it('is migrated by the command only with a backup, or if IT confirms that it made one', async () => {
    const source = await newSource()
    await makeOlder(source)
    const refused = await runIt(flagsOf(source))
    expect(refused).toEqual({
      code: 1,
      said: expect.stringContaining('Migrations come after a backup. Give --backup DIR'),
    })
    expect((await runIt([...flagsOf(source), '--backup', place, '--without-backup'])).code).toBe(2)
    expect((await runIt([...flagsOf(source), '--backup', join(place, 'x')])).said).toContain('--key-file FILE')
    expect(await readNames(source)).toEqual(olderNames)
    expect((await runIt([...flagsOf(source), '--without-backup'])).code).toBe(0)
    expect(await readNames(source)).toEqual(migrations.map(({ name }) => name))
  })
})

describe('a server of a newer version over SQLite', () => {
  const start = (dataFolder: string, keyHex: string | undefined) =>
    startBackOffice({
      port: 0,
      dataFolder,
      database: { kind: 'sqlite', keyHex },
      environment: 'TEST',
      version: '0.0.0-test',
      log: () => {},
    })
  const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'atrium-older-'))

  it('makes a backup that can be checked, then migrates; a start without migrations makes none', async () => {
    const data = makeFolder()
    const source = { kind: 'sqlite', path: join(data, 'back-office.sqlite'), keyHex: testKeyHex } as const
    await makeOlder(source)
    for (let n = 0; n < 2; n += 1) await (await start(data, testKeyHex)).stop()
    const [copy = '', ...others] = copiesIn(data)
    expect(others).toEqual([])
    const checked = await runCommand('verify-backup', [copy, '--key-file', keyFile])
    expect(checked).toMatchObject({ code: 0, summary: { ok: true, migrations: olderNames } })
    expect(await readNames(source)).toEqual(migrations.map(({ name }) => name))
    rmSync(data, { recursive: true })
  })

  it('copies an unencrypted database unchanged', async () => {
    const data = makeFolder()
    await makeOlder({ kind: 'sqlite', path: join(data, 'back-office.sqlite') })
    await (await start(data, undefined)).stop()
    const [copy = ''] = copiesIn(data)
    const path = join(copy, 'back-office.sqlite')
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(await readNames({ kind: 'sqlite', path })).toEqual(olderNames)
    rmSync(data, { recursive: true })
  })

  it('does not migrate when the disk is too full for the backup', async (context) => {
    const data = makeFolder()
    mkdirSync(join(data, 'on'))
    const on = join(data, 'on')
    const mount = ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', on]
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('mount', mount).status !== 0)
      return context.skip('mounting a small disk takes Linux and root')
    try {
      const source = { kind: 'sqlite', path: join(on, 'back-office.sqlite'), keyHex: testKeyHex } as const
      await makeOlder(source)
      // SQLite itself needs a little free space to open the database.
      const { bavail, bsize } = statfsSync(on)
      writeFileSync(join(on, 'other'), Buffer.alloc(bavail * bsize - 300_000))
      await expect(start(on, testKeyHex)).rejects.toMatchObject({ code: 'disk-full' })
      rmSync(join(on, 'other'))
      expect(await readNames(source)).toEqual(olderNames)
    } finally {
      spawnSync('umount', [on])
      rmSync(data, { recursive: true })
    }
  })
})
