import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { createCallMeter } from '#back-office/watching/call-meter.ts'
import { createReadSigns } from '#back-office/watching/read-signs.ts'
import { findAlerts } from '#domain/watching/alert-rules.ts'
import { type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { goodInputs } from '#test/contract/back-office-bad-input.ts'
import { isQuick } from '#test/fixtures/deep.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { createOwnCluster, type OwnCluster, runAsPostgres } from '#test/fixtures/postgres/own-cluster.ts'
import { findPrograms } from '#test/fixtures/postgres/postgres-server.ts'

const programs = findPrograms()
const reason = isQuick ? 'a quick run uses no PostgreSQL' : 'reason' in programs ? programs.reason : undefined

describe.skipIf(reason !== undefined)('a replica of PostgreSQL that lags', { timeout: 180_000 }, () => {
  let cluster: OwnCluster
  let office: RunningBackOffice
  let standby: string
  let standbyURL: string
  const query = async (statement: string, url = cluster.url): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const countMembers = async (url: string): Promise<number> =>
    Number((await query('select count(*) as count from member', url))[0]?.count)

  beforeAll(async () => {
    const created = await createOwnCluster()
    if ('reason' in created) throw new Error(created.reason)
    cluster = created
    office = await runBackOffice(cluster.engine)
    if ('reason' in programs) throw new Error(programs.reason)
    standby = join(cluster.folder, 'standby')
    const port = await findFreePort()
    standbyURL = cluster.url.replace(/:\d+\//, `:${port}/`)
    programs.run('pg_basebackup', ['-d', cluster.url, '-D', standby, '-R', '-X', 'stream', '-c', 'fast'])
    // The replica receives changes at once, but applies them an hour later.
    cluster.start(`-p ${port} -c recovery_min_apply_delay=1h`, standby)
  }, 120_000)
  afterAll(async () => {
    await office?.stop()
    cluster?.stop('immediate', standby)
    cluster?.remove()
  })

  it('is not backed up, and does not disturb the backup of its primary', async () => {
    const token = await office.signIn('frontdesk')
    const before = await countMembers(standbyURL)
    expect(
      (await office.call('createMember', goodInputs.createMember as never, { token, key: 'replica-1' })).status,
    ).toBe(200)
    expect([await countMembers(cluster.url), await countMembers(standbyURL)]).toEqual([before + 1, before])
    const backUp = (url: string) =>
      runAsPostgres([
        ...['backup', join(cluster.folder, 'backups'), '--database', url, '--key-file', cluster.keyFile],
        ...['--with', 'base-backup'],
      ])
    expect(await backUp(standbyURL)).toMatchObject({ code: 1, summary: { ok: false, problem: 'is-replica' } })
    // PostgreSQL archives only after the restart that the first backup asks for.
    await backUp(cluster.url)
    cluster.restart()
    const made = await backUp(cluster.url)
    expect([made.code, made.err]).toEqual([0, ''])
    const folder = join(cluster.folder, 'backups')
    expect(await runAsPostgres(['verify-backup', folder, '--key-file', cluster.keyFile])).toMatchObject({ code: 0 })
  })

  it('is refused by a starting server, with the next step for IT', async () => {
    await expect(openDatabase({ kind: 'postgresql', url: standbyURL })).rejects.toThrow(
      'The database accepts no changes: it is a replica or read only. Give the address of the primary.',
    )
  })

  it('raises an alarm if a running server is switched to it; calls that write can be repeated later', async () => {
    const token = await office.signIn('frontdesk')
    const { body } = goodInputs.createMember
    const other = { ...body, email: 'other@mail.example', phone_number: '+1 604 555 0178' }
    const write = () => office.call('createMember', { body: other } as never, { token, key: 'replica-2' })
    const setTo = async (value: 'on' | 'off'): Promise<void> => {
      await query(`alter database postgres set default_transaction_read_only = ${value}`)
      // Open connections keep their old setting, so the test ends them and the server opens new ones.
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and datname = current_database()`,
      )
    }
    await setTo('on')
    const ready = async () => (await office.send('GET', '/health/ready')).body
    await expect.poll(ready, { timeout: 15_000, interval: 500 }).toEqual({
      ...{ status: 'not-ready', reason: 'database-read-only' },
    })
    const signs = createReadSigns({
      ...{ db: office.db, kind: office.kind, dataFolder: '/', isDemo: false, now: () => office.now() * 1000 },
      ...{ meter: createCallMeter(), readJumpSeconds: () => 0, certificateEnds: () => null },
    })
    await expect
      .poll(async () => findAlerts(await signs()).map(({ id }) => id), { timeout: 15_000, interval: 500 })
      .toContain('database-read-only')
    const refused = await write()
    expect([refused.status, refused.body.code, office.errors]).toEqual([429, 'too-many-requests', []])
    const client = new pg.Client({
      connectionString: `${cluster.url}?options=-c%20default_transaction_read_only%3Doff`,
    })
    await client.connect()
    await client.query('alter database postgres set default_transaction_read_only = off')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
    )
    await client.end()
    await expect.poll(ready, { timeout: 15_000, interval: 500 }).toEqual({ status: 'ready' })
    expect((await write()).status).toBe(200)
  })
})
