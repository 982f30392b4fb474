import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import type { BackOffice } from '#back-office/server.ts'
import { projectRoot } from '#scripts/project.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { findPostgres } from '../../fixtures/postgres/postgres-server.ts'
import { findSystemProgram } from '../../fixtures/server/system-program.ts'
import { aBooking } from '../booking/booking-desk.ts'

const [, engine] = await findEngines()
const program = findSystemProgram('pgbouncer')
const reason =
  engine?.missing ??
  (engine === undefined
    ? 'this run has no PostgreSQL'
    : program === undefined
      ? 'pgbouncer is not installed'
      : undefined)
if (reason !== undefined) console.warn(`Skipped through pgbouncer: ${reason}.`)

/** Starts pgbouncer with the configuration of resources/server for one database. */
const startBouncer = async (folder: string, url: URL) => {
  const port = await findFreePort()
  const ini = readFileSync(join(projectRoot, 'resources/server/pgbouncer/pgbouncer.ini'), 'utf8')
    .replace(/^atrium = .*$/m, `* = host=127.0.0.1 port=${url.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =\n`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'users'))
  writeFileSync(join(folder, 'users'), `"${url.username}" ""\n`)
  writeFileSync(join(folder, 'ini'), ini)
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  if (isRoot) {
    const owner = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    for (const name of ['users', 'ini']) chownSync(join(folder, name), owner, -1)
  }
  const line = [program ?? '', join(folder, 'ini')]
  const [first = '', ...rest] = isRoot ? ['/usr/sbin/runuser', '-u', 'postgres', '--', ...line] : line
  const child = spawn(first, rest, { stdio: 'ignore', cwd: '/' })
  const through = new URL(url)
  through.port = String(port)
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: through.href })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  for (let tries = 0; tries < 50 && !(await answers()); tries += 1) await sleep(100)
  return {
    url: through.href,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

describe.skipIf(reason !== undefined)('two servers over pgbouncer in transaction mode', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bouncer-'))
  let bouncer: Awaited<ReturnType<typeof startBouncer>>
  let office: RunningBackOffice
  let other: BackOffice

  beforeAll(async () => {
    const found = await findPostgres()
    if (engine === undefined || !('url' in found)) throw new Error('no PostgreSQL')
    bouncer = await startBouncer(folder, new URL(found.url))
    office = await runBackOffice({
      ...engine,
      createShaped: async () => {
        const database = await engine.createShaped()
        if (database.options.kind !== 'postgresql') throw new Error('not PostgreSQL')
        const url = new URL(database.options.url)
        url.port = new URL(bouncer.url).port
        return { ...database, options: { kind: 'postgresql', url: url.href } }
      },
    })
    other = await office.startAnother()
  }, 120_000)
  afterAll(async () => {
    await office?.stop()
    await bouncer?.stop()
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  })

  it('book each slot once, answer each key once, and keep the chain of the audit', async () => {
    const token = await office.signIn('admin')
    const book = async (url: string, hour: number, key: string) => {
      const utcStart = `2026-11-25T${hour}:00:00Z`
      const response = await fetch(`${url}/booking/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: JSON.stringify(aBooking({ slotSelectionType: 'manual', utcStart })),
      })
      const body = (await response.json()) as { readonly studyID?: string }
      return { status: response.status, studyID: body.studyID }
    }
    for (const hour of [17, 18, 19, 20, 21]) {
      const rivals = [office.url, other.url, office.url, other.url]
      const results = await Promise.all(rivals.map((url, place) => book(url, hour, `rival-${hour}-${place}`)))
      expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    }
    const same = await Promise.all([office.url, other.url, office.url].map((url) => book(url, 22, 'same-key')))
    expect(new Set(same.map(({ studyID }) => studyID)).size).toBe(1)
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
    expect(office.errors).toEqual([])
  })

  it('are ready', async () => {
    for (const url of [office.url, other.url]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
})
