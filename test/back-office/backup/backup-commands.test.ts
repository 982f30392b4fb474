import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageTable } from '#back-office/database/message-tables.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { makeBackupPlace, runCommand } from '#test/fixtures/backup/run-backup-command.ts'
import { startNode } from '#test/fixtures/child.ts'
import { howMany } from '#test/fixtures/deep.ts'
import { createRandom } from '#test/fixtures/random.ts'
import {
  type Engine,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
  testKeyHex,
} from '../../builders/back-office.ts'
import { aMember } from '../../builders/records.ts'

const killProgram = join(import.meta.dirname, '../../fixtures/backup/kill-at-step.ts')
const { place, keyFile } = makeBackupPlace(testKeyHex)
afterAll(() => rmSync(place, { recursive: true, force: true }))

const restoreSteps = ['copied', 'renewed', 'closed', 'set-aside', 'replaced']

let last = 0
/** Returns a new folder path for a backup of this test file. */
const aFolder = (): string => {
  last += 1
  return join(place, `folder-${last}`)
}

const open = (data: string) =>
  openDatabase({ kind: 'sqlite', path: join(data, 'back-office.sqlite'), keyHex: testKeyHex })

/** A planned message about a study of the small clinic. */
const aMessage: Omit<MessageTable, 'message_id' | 'occasion' | 'sequence' | 'due_at'> = {
  study_id: 's-home-1',
  kind: 'confirmation',
  channel: 'email',
  location_id: 'ca-bc-1',
  state: 'planned',
  attempts: 0,
  ...{ event_id: null, starts_at: null, claim: null, lease_until: null, recipient: null, failure: null },
  ...{ planned_at: 0, state_at: 0, by_user: null, decided_by: null, receipt: null, delivery: null, check_at: null },
}

/** Reads what distinguishes the states of a database: its members, its feed's epoch and its number of sessions. */
const readState = async (data: string) => {
  const { db, close } = await open(data)
  const members = await db.selectFrom('member').select('patient_id').orderBy('patient_id').execute()
  const { epoch } = await db.selectFrom('change_feed').select('epoch').executeTakeFirstOrThrow()
  const sessions = await db.selectFrom('session').select('user_id').execute()
  await close()
  return { members: members.map((row) => row.patient_id), epoch, sessions: sessions.length }
}

const [sqlite] = await findEngines()

describe('backups of a SQLite database', () => {
  let office: RunningBackOffice
  let data: string
  let backup: string
  const flags = (): string[] => ['--data', data, '--key-file', keyFile]

  beforeAll(async () => {
    office = await runBackOffice(sqlite as Engine)
    data = office.database.dataFolder
    await office.signIn('frontdesk')
    for (const [place, due_at] of [office.now(), office.now() + 30 * 86_400].entries()) {
      const message = { message_id: `message-${place}`, occasion: `o-${place}`, sequence: place + 1, due_at }
      await office.db
        .insertInto('message')
        .values({ ...aMessage, ...message })
        .execute()
    }
    backup = aFolder()
    expect(await runCommand('backup', [backup, ...flags()])).toMatchObject({ code: 0 })
  })
  afterAll(async () => await office.stop())

  it('are an encrypted snapshot with a manifest, even while the server writes to the database', async () => {
    const folder = aFolder()
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        await office.call(
          'readStudyDetailed',
          { params: { studyId: 's-home-1' } },
          { token: await office.signIn('hi') },
        )
        written += 1
      }
    })()
    const program = join(import.meta.dirname, '../../../back-office/back-office-cli.ts')
    const child = startNode(['--no-warnings', program, 'backup', folder, ...flags()])
    expect(await child.ended()).toBe(0)
    isOver = true
    await writing
    expect(written).toBeGreaterThan(0)
    expect(office.errors).toEqual([])
    const { serverID } = await office.db
      .selectFrom('server_identity')
      .select('server_id as serverID')
      .executeTakeFirstOrThrow()
    const done = await runCommand('verify-backup', [folder, '--key-file', keyFile])
    expect(done).toMatchObject({
      code: 0,
      summary: { command: 'verify-backup', ok: true, serverID, rows: { member: 2, study: 2 } },
    })
    expect(done.summary.migrations.length).toBeGreaterThan(30)
    expect(done.summary.audit.rows).toBe(done.summary.rows.audit)
    const files = readdirSync(folder)
    expect(files.sort()).toEqual([done.summary.file.name, 'manifest.json'])
    for (const file of files) {
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
      const content = readFileSync(join(folder, file)).toString('latin1')
      for (const plain of ['Silva', 'SQLite format 3', 'frontdesk@', testKeyHex]) expect(content).not.toContain(plain)
    }
  })

  it('never overwrite another backup or other files', async () => {
    expect(await runCommand('backup', [backup, ...flags()])).toMatchObject({
      code: 1,
      summary: { problem: 'not-empty' },
    })
    const folder = aFolder()
    mkdirSync(folder)
    writeFileSync(join(folder, 'letter.txt'), 'mine')
    expect(await runCommand('backup', [folder, ...flags()])).toMatchObject({
      code: 1,
      summary: { problem: 'not-empty' },
    })
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })

  it('can be made only of an encrypted database, and only with its key', async () => {
    const folder = aFolder()
    const problemOf = async (...args: readonly string[]) =>
      (await runCommand('backup', [folder, '--data', data, ...args])).summary.problem
    expect(await problemOf()).toBe('missing-key')
    expect(await problemOf('--key-file', join(place, 'none'))).toBe('key-unreadable')
    const otherKey = join(place, 'other-key')
    writeFileSync(otherKey, '5b'.repeat(32))
    expect(await problemOf('--key-file', otherKey)).toBe('wrong-key')
    expect(readdirSync(place)).not.toContain('none')
    expect(await runCommand('verify-backup', [backup, '--key-file', otherKey])).toMatchObject({
      code: 1,
      summary: { ok: false, problem: 'wrong-key' },
    })
    const plain = aFolder()
    await (await openDatabase({ kind: 'sqlite', path: join(plain, 'back-office.sqlite') })).close()
    const refused = await runCommand('backup', [folder, '--data', plain, '--key-file', keyFile])
    expect(refused).toMatchObject({ code: 1, summary: { problem: 'not-encrypted' } })
    expect(refused.err).toContain('Start the server once with --key-file')
    // The refusals leave at most an empty folder, which the next backup can use.
    expect(await runCommand('backup', [folder, ...flags()])).toMatchObject({ code: 0 })
  })

  it('reveal a single changed byte anywhere', { timeout: 120_000 }, async () => {
    const random = createRandom(21)
    const folder = aFolder()
    const [name = ''] = readdirSync(backup).filter((file) => file.endsWith('.sqlite'))
    const good = readFileSync(join(backup, name))
    for (let n = 0; n < howMany(100); n += 1) {
      cpSync(backup, folder, { recursive: true })
      const bad = Buffer.from(good)
      const at = Math.floor(random() * bad.length)
      bad[at] = (bad[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      writeFileSync(join(folder, name), bad)
      expect(await runCommand('verify-backup', [folder, '--key-file', keyFile])).toMatchObject({
        code: 1,
        summary: { problem: 'damaged' },
      })
    }
    const empty = aFolder()
    const into = ['--data', empty, '--key-file', keyFile]
    expect(await runCommand('restore', [folder, ...into])).toMatchObject({ code: 1, summary: { problem: 'damaged' } })
    writeFileSync(join(folder, name), good.subarray(0, good.length - 1))
    expect(await runCommand('restore', [folder, ...into])).toMatchObject({ code: 1, summary: { problem: 'damaged' } })
    writeFileSync(join(folder, 'manifest.json'), '{')
    expect(await runCommand('restore', [folder, ...into])).toMatchObject({
      summary: { problem: 'manifest-unreadable' },
    })
    rmSync(join(folder, 'manifest.json'))
    expect(await runCommand('restore', [folder, ...into])).toMatchObject({ summary: { problem: 'no-backup' } })
  })

  it('are refused by a running server, another server and an older program', async () => {
    const before = await readState(data)
    expect(await runCommand('restore', [backup, ...flags()])).toMatchObject({
      code: 1,
      summary: { problem: 'server-runs' },
    })
    expect(await readState(data)).toEqual(before)
    const other = await runBackOffice(sqlite as Engine)
    const otherData = other.database.dataFolder
    await other.db.updateTable('server_identity').set({ server_id: 'other' }).execute()
    const theirs = await readState(otherData)
    expect(await runCommand('restore', [backup, '--data', otherData, '--key-file', keyFile])).toMatchObject({
      code: 1,
      summary: { problem: 'other-server' },
    })
    expect(await readState(otherData)).toEqual(theirs)
    await other.stop()

    const later = aFolder()
    cpSync(data, later, { recursive: true, filter: (path) => !path.endsWith('.lock') })
    const { db, close } = await open(later)
    const added = { name: '999-later', position: 999 }
    await db
      .insertInto('migration' as never)
      .values(added as never)
      .execute()
    await close()
    const newer = aFolder()
    expect(await runCommand('backup', [newer, '--data', later, '--key-file', keyFile])).toMatchObject({ code: 0 })
    expect(await runCommand('restore', [newer, '--data', aFolder(), '--key-file', keyFile])).toMatchObject({
      code: 1,
      summary: { problem: 'newer-version' },
    })
  })

  it('report a full disk, and leave no partial backup', async (context) => {
    const small = aFolder()
    mkdirSync(small)
    const mount = (options: string): boolean =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', small]).status === 0
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || !mount('size=64k'))
      return context.skip('mounting a small disk takes Linux and root')
    try {
      const full = { code: 1, summary: { problem: 'disk-full' } }
      expect(await runCommand('backup', [join(small, 'a'), ...flags()])).toMatchObject(full)
      expect(await runCommand('restore', [backup, '--data', join(small, 'b'), '--key-file', keyFile])).toMatchObject(
        full,
      )
      spawnSync('umount', [small])
      // The disk has room for the bytes but too few inodes for the files, so it refuses a file midway.
      for (const inodes of [3, 4, 5]) {
        expect(mount(`size=64m,nr_inodes=${inodes}`)).toBe(true)
        const made = await runCommand('backup', [join(small, 'a'), ...flags()])
        if (made.code !== 0) {
          expect(made.summary.problem).toMatch(/^disk-full|not-writable$/)
          expect(readdirSync(join(small, 'a'))).toEqual([])
        }
        spawnSync('umount', [small])
      }
    } finally {
      spawnSync('umount', [small])
    }
  })

  it('are tested by a restore drill while the server runs, and the results are recorded', async () => {
    const before = await readState(data)
    const names = readdirSync(data).sort()
    const drill = (folder: string) => runCommand('verify-backup', [folder, '--drill', ...flags()])
    const done = await drill(backup)
    expect(done).toMatchObject({ code: 0, summary: { ok: true, rows: { member: 2 } } })
    expect(done.summary.seconds).toBeGreaterThan(0)
    const damaged = aFolder()
    cpSync(backup, damaged, { recursive: true })
    writeFileSync(join(damaged, done.summary.file.name), Buffer.alloc(8192, 7))
    expect(await drill(damaged)).toMatchObject({ code: 1, summary: { problem: 'damaged' } })
    expect(await readState(data)).toEqual(before)
    expect(readdirSync(data).sort()).toEqual(names)
    const runs = await office.db
      .selectFrom('backup_run')
      .select(['kind', 'problem'])
      .where('kind', '=', 'drill')
      .execute()
    expect(runs.map(({ problem }) => problem).sort()).toEqual(['damaged', null])
    const backups = await office.db.selectFrom('backup_run').select('problem').where('kind', '=', 'backup').execute()
    expect(backups.map(({ problem }) => problem)).toContain(null)
    expect(backups.map(({ problem }) => problem)).toContain('not-empty')
  })

  describe('when restored', () => {
    let made: string
    beforeAll(async () => {
      made = await makeServer()
    })

    /** Returns the data folder of a stopped server whose database has one more member than its backup. */
    const aServer = (): string => {
      const folder = aFolder()
      cpSync(made, folder, { recursive: true })
      return folder
    }

    const makeServer = async (): Promise<string> => {
      const folder = aFolder()
      expect(await runCommand('restore', [backup, '--data', folder, '--key-file', keyFile])).toMatchObject({ code: 0 })
      const { db, close } = await open(folder)
      const later = { patientID: 'm-000003', user_id: 'm-000003', atriumID: 'm-000003' }
      await addMember(db, aMember({ ...later, email: 'later@mail.example' }), 1_780_000_000)
      await close()
      return folder
    }

    it('bring back the data with a new epoch and no sessions, and keep the replaced database', async () => {
      const folder = aServer()
      const present = await readState(folder)
      const done = await runCommand('restore', [backup, '--data', folder, '--key-file', keyFile])
      expect(done).toMatchObject({ code: 0, summary: { ok: true } })
      const restored = await readState(folder)
      expect(restored).toMatchObject({ members: ['m-000001', 'm-000002'], sessions: 0 })
      expect(restored.epoch).not.toBe(present.epoch)
      expect(await readState(done.summary.setAside)).toEqual(present)
      expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])
      const { db, close } = await open(folder)
      const audit = await db.selectFrom('audit').select('action').orderBy('sequence', 'desc').executeTakeFirst()
      await close()
      expect(audit?.action).toBe(`database.restored ${done.summary.takenAt}`)
    })

    it('cause no resend of a message that may have been sent after the backup', async () => {
      const folder = aFolder()
      const aDayLater = (office.now() + 86_400) * 1000
      const done = await runCommand('restore', [backup, '--data', folder, '--key-file', keyFile], aDayLater)
      expect(done).toMatchObject({ code: 0, summary: { messagesHeld: 1 } })
      expect(done.out.join('\n')).toContain('1 message may have been sent')
      const { db, close } = await open(folder)
      const rows = await db
        .selectFrom('message')
        .select(['message_id', 'state', 'failure'])
        .orderBy('message_id')
        .execute()
      const lines = await db.selectFrom('study_log').select('content').where('study_id', '=', 's-home-1').execute()
      await close()
      expect(rows).toEqual([
        { message_id: 'message-0', state: 'uncertain', failure: 'restored' },
        { message_id: 'message-1', state: 'planned', failure: null },
      ])
      expect(lines.at(-1)?.content).toContain('may have arrived: a backup was restored')
    })

    it('replace a damaged database, which is kept unchanged', async () => {
      const folder = aServer()
      const damaged = Buffer.alloc(8192, 7)
      writeFileSync(join(folder, 'back-office.sqlite'), damaged)
      const done = await runCommand('restore', [backup, '--data', folder, '--key-file', keyFile])
      expect(done).toMatchObject({ code: 0 })
      expect(readFileSync(join(done.summary.setAside, 'back-office.sqlite')).equals(damaged)).toBe(true)
      expect((await readState(folder)).members).toEqual(['m-000001', 'm-000002'])
    })

    it.each(restoreSteps)('leave the old or the new database after a kill at the step "%s"', async (step) => {
      const folder = aServer()
      const present = await readState(folder)
      const child = startNode(['--no-warnings', killProgram, 'restore', backup, folder, testKeyHex, step])
      expect(await child.ended()).toBe('SIGKILL')
      const after = await readState(folder)
      if (step === 'replaced') expect(after).toMatchObject({ members: ['m-000001', 'm-000002'], sessions: 0 })
      else expect(after).toEqual(present)
      const again = await runCommand('restore', [backup, '--data', folder, '--key-file', keyFile])
      expect(again).toMatchObject({ code: 0 })
      expect((await readState(folder)).members).toEqual(['m-000001', 'm-000002'])
    })
  })

  it.each(['copied', 'named', 'described'])('leave no partial backup after a kill at the step "%s"', async (step) => {
    const folder = aFolder()
    const child = startNode(['--no-warnings', killProgram, 'backup', folder, data, testKeyHex, step])
    expect(await child.ended()).toBe('SIGKILL')
    expect(await runCommand('verify-backup', [folder, '--key-file', keyFile])).toMatchObject({
      summary: { problem: 'no-backup' },
    })
    expect(await runCommand('backup', [folder, ...flags()])).toMatchObject({ code: 0 })
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

describe('the backup commands', () => {
  it.each([
    ['no folder', 'backup', ['--data', place], /^Name one folder/],
    ['two folders', 'backup', ['a', 'b', '--data', place], /^Name one folder/],
    ['no data folder', 'restore', ['a'], /^Missing --data/],
    ['a tool for SQLite', 'backup', ['a', '--data', place, '--with', 'pgbackrest'], /^Only backups of PostgreSQL/],
    ['a time for SQLite', 'restore', ['a', '--data', place, '--at', '2026-01-01T00:00:00Z'], /^Only backups of Post/],
    ['an unknown tool', 'backup', ['a', '--database', 'postgres://h/d', '--with', 'cp'], /^--with is for the command/],
    [
      'a time for a backup',
      'backup',
      ['a', '--database', 'postgres://h/d', '--at', '2026-01-01T00:00:00Z'],
      /^Only backups/,
    ],
    ['a time without a zone', 'restore', ['a', '--cluster', 'b', '--at', '2026-01-01T00:00:00'], /^--at must be/],
    ['a password in the URL', 'backup', ['a', '--database', 'postgres://a:secret@h/d'], /must not contain a password/],
    ['a drill without a data folder', 'verify-backup', ['a', '--drill'], /^Missing --data/],
    ['a drill for a backup', 'backup', ['a', '--data', place, '--drill'], /^Only verify-backup/],
    ['an unknown flag', 'verify-backup', ['a', '--fast'], /--fast/],
  ] as const)('refuse arguments with %s', async (_what, command, args, message) => {
    const { code, err } = await runCommand(command, args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(err).toContain(`Usage: npm run back-office -- ${command}`)
  })

  it('refuse a folder without a database, and one without a backup', async () => {
    expect(await runCommand('backup', [aFolder(), '--data', place, '--key-file', keyFile])).toMatchObject({
      code: 1,
      summary: { problem: 'no-database' },
    })
    expect(await runCommand('verify-backup', [place, '--key-file', keyFile])).toMatchObject({
      code: 1,
      summary: { problem: 'no-backup' },
    })
  })
})
