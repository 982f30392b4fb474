import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFirstAdministrator } from '#back-office/accounts/first-administrator.ts'
import { initialise } from '#back-office/accounts/init.ts'
import { recover } from '#back-office/accounts/recover.ts'
import { setUp } from '#back-office/accounts/set-up.ts'
import { type Database, inTransaction } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { type BackOffice, startBackOffice } from '#back-office/server.ts'
import { passwordWords } from '#domain/accounts/password-words.ts'
import { type EmptyDatabase, findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { isDeep } from '../../fixtures/deep.ts'

const password = 'right horse battery'
const day = 86_400_000
const form = {
  organisation: 'Harbour Imaging',
  firstname: 'Ana',
  lastname: 'Silva',
  email: 'ana@clinic.example',
  password,
}

/**
 * Returns whether a connection to this PostgreSQL database waits for a lock. Inside a transaction, PostgreSQL would
 * repeat the first result.
 */
const isLockAwaited = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the first start on ${engine.kind}`, () => {
    let database: EmptyDatabase
    let folder: string
    let nowMs: number
    const servers: BackOffice[] = []
    beforeEach(async () => {
      nowMs = Date.UTC(2026, 10, 21, 17)
      database = await engine.createShaped()
      folder = mkdtempSync(join(tmpdir(), 'atrium-init-'))
      writeFileSync(join(folder, 'password'), `${password}\n`)
      writeFileSync(join(folder, 'key'), '5a'.repeat(32))
    })
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop()
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    const command = async (
      run: typeof initialise,
      ...more: string[]
    ): Promise<{ readonly code: number; readonly output: string }> => {
      const where =
        database.options.kind === 'postgresql'
          ? ['--data', database.dataFolder, '--database', database.options.url]
          : ['--data', database.dataFolder, '--key-file', join(folder, 'key')]
      const output: string[] = []
      const say = { out: (line: string) => output.push(line), err: (line: string) => output.push(line) }
      const code = await run([...where, ...more], say as never, {}, nowMs)
      return { code, output: output.join('\n') }
    }
    const init = (...more: string[]) => command(initialise, ...more)
    const withAdministrator = ['--organisation', 'Harbour Imaging', '--email', 'ana@clinic.example', '--password-file']
    const createAdministrator = (email = 'ana@clinic.example') =>
      init(...withAdministrator, join(folder, 'password'), '--email', email)
    const printCode = async (): Promise<string> => {
      const { code, output } = await init()
      expect(code).toBe(0)
      return /^Setup code: ([0-9A-Z-]{14})$/m.exec(output)?.[1] ?? ''
    }
    const start = async (): Promise<BackOffice> => {
      const server = await startBackOffice({
        port: 0,
        dataFolder: database.dataFolder,
        database: database.options,
        environment: 'PRODUCTION',
        version: '0.0.0-test',
        now: () => nowMs,
        log: createStrictLog(() => undefined),
      })
      servers.push(server)
      return server
    }
    const post = async ({ url }: BackOffice, path: string, body: object) => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
      return { status: answer.status, body: (await answer.json()) as any }
    }
    const readAddresses = async (): Promise<readonly string[]> => {
      const opened = await openDatabase(database.source)
      const rows = await opened.db.selectFrom('user').select('email').execute()
      await opened.close()
      return rows.map(({ email }) => email)
    }
    const needsSetup = async ({ url }: BackOffice): Promise<boolean> =>
      ((await (await fetch(`${url}/health`)).json()) as { needsSetup: boolean }).needsSetup

    it('creates the first administrator by command, once', async () => {
      expect(await createAdministrator()).toMatchObject({ code: 0 })
      expect(await createAdministrator()).toMatchObject({
        code: 1,
        output: expect.stringContaining('already has an administrator'),
      })
      expect(await init()).toMatchObject({ code: 1 })
      const server = await start()
      expect(await needsSetup(server)).toBe(false)
      const signedIn = await post(server, '/login', { email: 'ana@clinic.example', password })
      expect(signedIn.body.user).toMatchObject({ roles: ['admin'], allowedLocations: 'all' })
      expect((await post(server, '/setup', { code: '7K2M-9QXT-4B8D', ...form })).body.code).toBe('already-set-up')
    })

    it('issues a code that works once to an administrator who lost the password, and audits the code', async () => {
      expect(await createAdministrator()).toMatchObject({ code: 0 })
      expect(await command(recover)).toMatchObject({ code: 2 })
      expect(await command(recover, '--email', 'ben@clinic.example')).toMatchObject({ code: 1 })
      const server = await start()
      const { code, output } = await command(recover, '--email', 'Ana@clinic.example')
      expect(code).toBe(0)
      const [, printed = ''] = /^Recovery code: ([0-9A-Z-]{24})$/m.exec(output) ?? []
      const accept = (next: string) => post(server, '/invitation', { code: printed, password: next })
      const signIn = (typed: string) => post(server, '/login', { email: 'ana@clinic.example', password: typed })
      expect((await signIn(password)).status).toBe(200)
      expect((await accept('seven green teapots')).status).toBe(200)
      expect((await accept('nine green teapots')).body.code).toBe('code-not-valid')
      expect((await signIn(password)).status).toBe(401)
      expect((await signIn('seven green teapots')).status).toBe(200)
      const opened = await openDatabase(database.source)
      const rows = await opened.db
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', 'account.recovered%')
        .execute()
      await opened.close()
      expect(rows).toHaveLength(1)
    })

    it('refuses a database password on the command line, and an invalid URL in a --database-file', async () => {
      const url = 'postgres://atrium:secret@host/atrium'
      expect(await init('--database', url)).toMatchObject({
        code: 2,
        output: expect.stringContaining('--database must not contain a password'),
      })
      expect((await init('--database', url)).output).not.toContain('secret')
      writeFileSync(join(folder, 'url'), 'mysql://host/atrium\n')
      if (engine.kind === 'postgresql') return
      expect(await init('--database-file', join(folder, 'url'))).toMatchObject({
        code: 2,
        output: expect.stringContaining('--database must be a URL'),
      })
    })

    it('refuses wrong flags with exit code 2, and a weak password with exit code 1', async () => {
      writeFileSync(join(folder, 'weak'), 'password123')
      expect(await init('--email', 'ana@clinic.example')).toMatchObject({ code: 2 })
      expect(await init('--email', 'nobody', '--organisation', 'X')).toMatchObject({ code: 2 })
      expect(await init(...withAdministrator, join(folder, 'missing'))).toMatchObject({ code: 2 })
      expect(await init(...withAdministrator, join(folder, 'weak'))).toMatchObject({
        code: 1,
        output: expect.stringContaining(passwordWords.common),
      })
      expect(await createAdministrator()).toMatchObject({ code: 0 })
    })

    it('creates only one administrator when two commands and a screen send different addresses at the same time', async () => {
      const code = await printCode()
      const server = await start()
      const isCreated = await Promise.all([
        createAdministrator('bo@clinic.example').then((ended) => ended.code === 0),
        createAdministrator('cy@clinic.example').then((ended) => ended.code === 0),
        post(server, '/setup', { code, ...form }).then(({ status }) => status === 200),
      ])
      expect(isCreated.filter(Boolean)).toHaveLength(1)
      expect(await readAddresses()).toHaveLength(1)
    })

    it.each(['command', 'screen'])('makes a second creation by %s wait, and then refuses it', async (way) => {
      const code = await printCode()
      const server = await start()
      const opened = await openDatabase(database.source)
      let isOver = false
      let second: Promise<boolean> = Promise.resolve(false)
      await inTransaction(opened.db, async (db) => {
        const first = { userID: 'u-first', passwordHash: 'x', now: nowMs / 1000, ...form, email: 'bo@clinic.example' }
        await createFirstAdministrator(db, first)
        second =
          way === 'command'
            ? createAdministrator().then((ended) => ended.code === 0)
            : post(server, '/setup', { code, ...form }).then(({ status }) => status === 200)
        void second.finally(() => {
          isOver = true
        })
        // SQLite lets a second writer begin only after the first has committed, so there is no wait to see.
        if (engine.kind === 'sqlite') return
        await vi.waitFor(async () => expect(isOver || (await isLockAwaited(opened.db))).toBe(true), {
          timeout: 10_000,
        })
      })
      await opened.close()
      expect(await second).toBe(false)
      expect(await readAddresses()).toEqual(['bo@clinic.example'])
    })

    it('accepts a printed code once, even from two concurrent requests', async () => {
      const code = await printCode()
      const server = await start()
      expect(await needsSetup(server)).toBe(true)
      expect((await post(server, '/setup', { code, ...form, password: 'password123' })).body.details.fields).toEqual({
        password: passwordWords.common,
      })
      expect((await post(server, '/setup', { code: '7K2M-9QXT-4B8D', ...form })).body.code).toBe('code-not-valid')
      const answers = await Promise.all([
        post(server, '/setup', { code, ...form }),
        post(server, '/setup', { code, ...form, email: 'bo@clinic.example' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await needsSetup(server)).toBe(false)
      expect((await post(server, '/setup', { code, ...form })).body.code).toBe('already-set-up')
    })

    it('refuses a code that is a day old or was replaced', async () => {
      const old = await printCode()
      const code = await printCode()
      const server = await start()
      expect((await post(server, '/setup', { code: old, ...form })).body.code).toBe('code-not-valid')
      nowMs += day + 1000
      expect((await post(server, '/setup', { code, ...form })).body.code).toBe('code-not-valid')
    })

    it('makes a code void after ten guesses, and accepts only ten requests per minute from one IP address', {
      timeout: isDeep ? 900_000 : 120_000,
    }, async () => {
      const code = await printCode()
      const opened = await openDatabase(database.source)
      const context = { db: opened.db, newId: () => 'x', now: nowMs / 1000, setAuditSubject: () => undefined }
      const guess = async (at: number): Promise<string> => {
        const guessed = String(at).padStart(12, '0')
        return setUp({ code: guessed, ...form }, context).then(
          () => 'in',
          (refusal: { code: string }) => refusal.code,
        )
      }
      const guesses = isDeep ? 100_000 : 1000
      const answers = new Set<string>()
      for (let at = 0; at < guesses; at += 50) {
        for (const answer of await Promise.all(Array.from({ length: 50 }, (_, more) => guess(at + more))))
          answers.add(answer)
      }
      expect([...answers]).toEqual(['code-not-valid'])
      await expect(setUp({ code, ...form }, context)).rejects.toMatchObject({ code: 'code-not-valid' })
      await opened.close()
      const server = await start()
      const statuses: number[] = []
      for (let at = 0; at < 12; at += 1)
        statuses.push((await post(server, '/setup', { code: '7K2M-9QXT-4B8D', ...form })).status)
      expect(statuses).toEqual([...Array(10).fill(409), 429, 429])
      expect(await needsSetup(server)).toBe(true)
    })
  })
}

it('the recovery command refuses a missing database or key file, and creates neither', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-recover-'))
  const output: string[] = []
  const say = { out: (line: string) => output.push(line), err: (line: string) => output.push(line) }
  const keyFile = join(folder, 'no.key')
  const flags = ['--data', folder, '--email', 'ana@clinic.example']
  expect(await recover(flags, say, {})).toBe(2)
  expect(output.join()).toContain(`The folder ${folder} has no database.`)
  writeFileSync(join(folder, 'back-office.sqlite'), '')
  expect(await recover([...flags, '--key-file', keyFile], say, {})).toBe(2)
  expect(output.join()).toContain(`The key file ${keyFile} does not exist.`)
  expect(readdirSync(folder)).toEqual(['back-office.sqlite'])
})
