import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMigrate } from '#back-office/backup/migrate-command.ts'
import { timeoutCodeOf } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { toGraphqlError } from '#back-office/kernel/graphql/graphql-error.ts'
import { runMachineAccount } from '#back-office/results/machine-account-command.ts'
import type { BackOfficeOptions } from '#back-office/server.ts'
import { projectRoot } from '#scripts/project.ts'
import { type Engine, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { findPostgres } from '../../fixtures/postgres/postgres-server.ts'
import { aBooking } from '../booking/booking-desk.ts'

const [, postgres] = await findEngines()
const server = postgres === undefined || postgres.missing !== undefined ? null : await findPostgres()
const serverURL = server !== null && 'url' in server ? server.url : null

const migrate = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const lines: string[] = []
  const code = await runMigrate(args, { out: (line) => lines.push(line), err: (line) => lines.push(line) }, env)
  return { code, output: lines.join('\n') }
}

describe('the command migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-migrate-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['no arguments', [], /^Missing --data or --database\.\nUsage: /],
    ['a folder without a database', ['--data', folder], /has no database/],
    ['an unknown flag', ['--dta', folder], /Unknown option/],
    [
      'a role that is no name',
      ['--database', 'postgres://a@b/c', '--service-role', 'a; drop'],
      /^--service-role must be/,
    ],
    ['another kind of URL', ['--database', 'mysql://x'], /^--database must be a URL/],
    ['a password on the command line', ['--database', 'postgres://a:secret@b/c'], /must not contain a password/],
  ] as const)('with %s, names the problem and exits with code 2', async (_what, args, problem) => {
    const { code, output } = await migrate(args)
    expect(code).toBe(2)
    expect(output).toMatch(problem)
    expect(output).not.toContain('secret')
  })

  it('reports the variable whose file cannot be read', async () => {
    const { code, output } = await migrate([], { ATRIUM_MIGRATION_DATABASE_URL_FILE: join(folder, 'none') })
    expect([code, output.split('\n')[0]]).toEqual([
      2,
      'ATRIUM_MIGRATION_DATABASE_URL_FILE must name a file that this user can read.',
    ])
  })

  it('migrates the database of a data folder', async () => {
    await (await openDatabase({ kind: 'sqlite', path: join(folder, 'back-office.sqlite') })).close()
    expect(await migrate(['--data', folder])).toEqual({
      code: 0,
      output: expect.stringMatching(/^The database is up to date: it has \d+ migrations\.$/),
    })
    expect((await migrate(['--data', folder, '--service-role', 'atrium'])).code).toBe(2)
  })
})

const noServer = serverURL === null
describe.skipIf(noServer)('two roles on PostgreSQL', { timeout: 60_000 }, () => {
  const suffix = randomBytes(4).toString('hex')
  const [owner, service] = [`atrium_owner_${suffix}`, `atrium_service_${suffix}`]
  const root = serverURL ?? ''
  const name = `atrium_${suffix}`
  const adminURL = new URL(root === '' ? 'postgres://localhost' : root)
  adminURL.pathname = `/${name}`
  let office: RunningBackOffice
  /** The codes of the errors that the server logged. */
  const codes: string[] = []
  const urlOf = (role: string, parameters = ''): string => {
    const url = new URL(adminURL)
    url.username = role
    return `${url.href}${parameters}`
  }
  const runAs = async (url: string, statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
      return 'done'
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
    } finally {
      await client.end()
    }
  }
  /** Locks a table as a long transaction does. Returns the function that ends it. */
  const holdTable = async (table: string): Promise<() => Promise<void>> => {
    const holder = new pg.Client({ connectionString: adminURL.href })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin')
    await holder.query(`lock table "${table}" in access exclusive mode`)
    return async () => {
      await holder.query('rollback')
      await holder.end()
    }
  }
  const openAsService = () =>
    openDatabase({ kind: 'postgresql', url: urlOf(service) }).then(
      ({ close }) => close(),
      (error: Error) => error.message,
    )
  const engine = (parameters = ''): Engine => ({
    kind: 'postgresql',
    missing: undefined,
    create: () => Promise.reject(new Error('not used')),
    createShaped: async () => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-roles-'))
      return {
        dataFolder,
        source: { kind: 'postgresql', url: urlOf(service) },
        options: { kind: 'postgresql', url: urlOf(service, parameters) },
        remove: async () => rmSync(dataFolder, { recursive: true, force: true }),
      }
    },
  })

  beforeAll(async () => {
    // The statements of docs/server.md, with this test's role and database names.
    const names: Readonly<Record<string, string>> = {
      atrium_owner: owner,
      atrium_service: service,
      'database atrium': `database ${name}`,
    }
    const steps = readFileSync(join(projectRoot, 'docs/server.md'), 'utf8').split('<!-- steps: roles -->\n```sql\n')[1]
    const statements = (steps?.split('```')[0] ?? '').replaceAll(
      /atrium_owner|atrium_service|database atrium/g,
      (found) => names[found] ?? found,
    )
    expect(statements.trim().split(';\n').length).toBe(6)
    for (const statement of statements.trim().split('\n')) expect(await runAs(root, statement)).toBe('done')
  }, 60_000)
  afterAll(async () => {
    await office?.stop()
    await runAs(root, `drop database ${name} with (force)`)
    await runAs(root, `drop role ${owner}; drop role ${service}`)
  })

  it('the service refuses an empty database that it may not migrate, and leaves it empty', async () => {
    expect(await openAsService()).toMatch(
      /^The database lacks \d+ migrations, from 001-people-and-sessions on, and this database role may not make them\. Run the command "migrate" /,
    )
    expect((await migrate(['--database', urlOf(service)])).code).toBe(1)
    expect(await runAs(adminURL.href, 'select 1 from migration')).toBe('42P01')
  })

  it('the owner migrates with a URL from a variable or its file, and gives the service access', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'atrium-url-')), 'url')
    writeFileSync(file, `${urlOf(owner)}\n`)
    const theirs = { ATRIUM_DATABASE_URL: urlOf(service) }
    const first = await migrate([], { ...theirs, ATRIUM_MIGRATION_DATABASE_URL: urlOf(owner) })
    expect(first).toMatchObject({ code: 0 })
    const again = await migrate(['--service-role', service], { ...theirs, ATRIUM_MIGRATION_DATABASE_URL_FILE: file })
    expect(again).toEqual(first)
    expect(await openAsService()).toBeUndefined()
  })

  it('a role that does not exist gets no rights, and the message says that the database is up to date', async () => {
    const { code, output } = await migrate(['--service-role', `${service}_none`], {
      ATRIUM_MIGRATION_DATABASE_URL: urlOf(owner),
    })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The database is up to date, but \S+_none did not get its rights: .*does not exist\. /),
    ])
  })

  it('the service works: signs in, books, and closes', async () => {
    // Not the strict log: PostgreSQL's errors have a lowercase name, which the log withholds.
    const log: BackOfficeOptions['log'] = (level, _code, details) => {
      if (level === 'error') codes.push(details?.code ?? '')
    }
    office = await runBackOffice(engine('?lock_timeout=2000'), { log })
    const token = await office.signIn('admin')
    const booked = await office.call(
      'createBooking',
      { body: aBooking({ slotSelectionType: 'manual' }) as never },
      { token, key: 'roles-1' },
    )
    expect([booked.status, codes]).toEqual([200, []])
  })

  it.each([
    'create table later (id text)',
    'drop table audit',
    'alter table study add column later text',
    'alter table study disable trigger all',
    'truncate audit',
    'create function later() returns int language sql as $$ select 1 $$',
    "insert into migration (name, position) values ('999-later', 999)",
    'delete from migration',
    'create schema later',
  ])('the service cannot run: %s', async (statement) => {
    expect(await runAs(urlOf(service), statement)).toBe('42501')
  })

  it('the service refuses a database that lacks one migration, or that a newer version wrote', async () => {
    await runAs(adminURL.href, "update migration set name = '999-later' where name = '087-worklists'")
    expect(await openAsService()).toBe('The database was written by a newer version: it has the migration 999-later.')
    await runAs(adminURL.href, "delete from migration where name = '999-later'")
    expect(await openAsService()).toMatch(
      /^The database lacks the migration 087-worklists\. Migrations come after a backup: /,
    )
    await runAs(adminURL.href, "insert into migration (name, position) values ('087-worklists', 99)")
    expect(await openAsService()).toBeUndefined()
  })

  it('a call that waits too long for a lock changes nothing, is answered with 429, and succeeds when repeated', async () => {
    const token = await office.signIn('admin')
    const body = aBooking({ slotSelectionType: 'manual', utcStart: '2026-11-26T17:00:00Z' }) as never
    const book = () => office.call('createBooking', { body }, { token, key: 'roles-2' })
    const release = await holdTable('machine_time')
    const refused = await book()
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too-many-requests',
      '2',
    ])
    await release()
    expect((await book()).status).toBe(200)
    expect(codes).toEqual([])
  })

  it('a payment that waits too long has an unknown outcome, and is recorded once when repeated', async () => {
    const token = await office.signIn('admin')
    const body = aBooking({ slotSelectionType: 'manual', utcStart: '2026-11-27T17:00:00Z' }) as never
    const { studyID } = (await office.call('createBooking', { body }, { token, key: 'roles-3' })).body
    const payment = { paymentType: 'prepaid', amount: 100, memo: 'old system' }
    const pay = () =>
      office.call(
        'recordPayment',
        { params: { studyId: studyID }, body: { payment } as never },
        { token, key: 'pay-1' },
      )
    const release = await holdTable('transaction')
    const unknown = await pay()
    expect([unknown.status, unknown.body.code]).toEqual([500, 'unexpected'])
    // The log records the cause.
    expect(codes.splice(0)).toEqual(['55P03'])
    await release()
    expect([(await pay()).status, (await pay()).status]).toEqual([200, 200])
    const paid = await office.db.selectFrom('transaction').select('amount').where('study_id', '=', studyID).execute()
    expect(paid).toHaveLength(1)
  })

  it('a report over FHIR that waits too long can be sent again', async () => {
    const lines: string[] = []
    const say = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
    await runMachineAccount(['--name', 'North', '--database', urlOf(service)], say, {})
    const token = /^Token of North: (\S+)$/m.exec(lines.join('\n'))?.[1]
    const report = {
      resourceType: 'DiagnosticReport',
      identifier: [{ value: 'D-1' }],
      basedOn: [{ identifier: { value: 's-home-1' } }],
      status: 'final',
      code: {},
      subject: { reference: '#p' },
      contained: [{ resourceType: 'Patient', id: 'p', identifier: [{ value: 'm-000001' }], birthDate: '1980-02-03' }],
      issued: '2026-11-21T10:30:00Z',
      presentedForm: [{ contentType: 'application/pdf', data: 'JVBERi0=' }],
    }
    const sent = { body: JSON.stringify(report), contentType: 'application/fhir+json', ...(token && { token }) }
    const release = await holdTable('incoming_result')
    const refused = await office.send('POST', '/fhir/DiagnosticReport', sent)
    expect([refused.status, refused.body.resourceType]).toEqual([429, 'OperationOutcome'])
    await release()
    expect((await office.send('POST', '/fhir/DiagnosticReport', sent)).status).toBe(201)
  })

  it('a statement that takes too long ends', async () => {
    const { db, close } = await openDatabase({ kind: 'postgresql', url: urlOf(service, '?statement_timeout=1000') })
    const slow = db.selectNoFrom((row) => row.fn('pg_sleep', [row.val(5)]).as('slept')).execute()
    const code = await slow.then(() => undefined, timeoutCodeOf)
    await close()
    expect(code).toBe('57014')
  })
})

describe('a timeout of the database', () => {
  const timeout = (code: string) => Object.assign(new Error('canceling statement'), { code })

  it.each(['57014', '55P03', '25P03'])('with the code %s is recognised', (code) => {
    expect(timeoutCodeOf(timeout(code))).toBe(code)
  })

  it.each([timeout('40P01'), timeout('08006'), new Error('other'), null])('differs from any other error', (error) => {
    expect(timeoutCodeOf(error)).toBeUndefined()
  })

  it('is reported to GraphQL callers as a busy server, and logged', () => {
    const logged: unknown[] = []
    const error = { message: '', path: undefined, originalError: timeout('55P03') } as never
    const answer = toGraphqlError(error, { log: (...line) => logged.push(line) })
    expect(answer.extensions).toMatchObject({ code: 'too-many-requests' })
    expect(logged).toEqual([['warning', 'database.timed-out', { code: '55P03' }]])
  })
})
