import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { accounts, fillClinic, findEngines, testKeyHex, testPassword } from '#test/builders/back-office.ts'
import { makeBackupPlace } from '#test/fixtures/backup/run-backup-command.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { isDeep, isQuick } from '#test/fixtures/deep.ts'
import { asPostgres, createOwnCluster, type OwnCluster } from '#test/fixtures/postgres/own-cluster.ts'
import { createRandom } from '#test/fixtures/random.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

/** The number of drills: 20 in a deep run and 1 in every other run, unless `ATRIUM_DRILLS` sets it. */
const drills = Number(process.env.ATRIUM_DRILLS ?? (isDeep ? 20 : 1))
const desks = 3

type Note = { readonly key: string; acknowledgedAt: number | null }

/** A database of the drills: how to start its commands, destroy it and restart it. */
type Subject = {
  readonly source: DatabaseSource
  readonly flags: readonly string[]
  backUp(folder: string): Child
  restore(folder: string): Child
  /** Kills the database processes of the server, if any, and destroys the data. */
  lose(): void
  /** Starts the database processes after a restore, if there are any. */
  ready(): void
}

const startServer = async ({ flags }: Subject): Promise<{ readonly child: Child; readonly url: string }> => {
  const env = { ...process.env, ATRIUM_ENVIRONMENT: 'TEST' }
  const child = startNode(['--no-warnings', backOfficeProgram, '--port', '0', ...flags], { env })
  const [, url = ''] = await child.waitFor(/^Back office ready at (\S+)/m)
  return { child, url }
}

const post = async (url: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const signIn = async (url: string): Promise<string> => {
  const { status, body } = await post(url, '/login', { email: accounts.frontdesk.email, password: testPassword })
  if (status !== 200) throw new Error(`sign-in: ${status}`)
  return body.token
}

const send = async (url: string, token: string, { key }: Note): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const body = { category: 'Front desk', content: `note ${key}` }
  return (await post(url, '/study/s-home-1/log', body, headers)).status === 200
}

/** Writes notes as a desk does, until the server is gone. */
const work = async (url: string, token: string, name: string, notes: Note[]): Promise<void> => {
  for (let n = 0; ; n += 1) {
    const note: Note = { key: `${name}-${n}`, acknowledgedAt: null }
    notes.push(note)
    try {
      if (!(await send(url, token, note))) return
      note.acknowledgedAt = Date.now()
    } catch {
      return
    }
    await sleep(5)
  }
}

const countNotes = async (source: DatabaseSource): Promise<ReadonlyMap<string, number>> => {
  const { db, close } = await openDatabase(source)
  try {
    const rows = await db.selectFrom('study_log').select('content').where('content', 'like', 'note %').execute()
    const counts = new Map<string, number>()
    for (const { content } of rows) counts.set(content.slice(5), (counts.get(content.slice(5)) ?? 0) + 1)
    return counts
  } finally {
    await close()
  }
}

const summaryOf = (child: Child) => JSON.parse(child.output().trim().split('\n').at(-1) ?? '{}')

/** Returns counters for all drills of one database. */
const sums = () => ({
  acknowledged: 0,
  promised: 0,
  sentAgain: 0,
  killedBackups: 0,
  killedRestores: 0,
  serveMs: [] as number[],
  lostMs: [] as number[],
})

const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)

const report = (place: string, total: ReturnType<typeof sums>): void =>
  console.log(
    `${place}: ${total.serveMs.length} drills, ${total.killedBackups} killed backups, ${total.killedRestores} killed restores; ` +
      `${total.acknowledged} acknowledged, ${total.promised} of them before the backup's time: 0 lost, 0 doubled; ` +
      `${total.sentAgain} sent again; serves again after ${at(total.serveMs, 0.5)} ms (median), ${at(total.serveMs, 1)} ms (longest); ` +
      `time before the loss that the restored data does not cover: ${at(total.lostMs, 0.5)} ms (median), ${at(total.lostMs, 1)} ms (longest)`,
  )

const runDrills = async (subject: Subject, place: string, toBackup: (drill: number) => string): Promise<void> => {
  const random = createRandom(2121)
  const total = sums()
  const opened = await openDatabase(subject.source)
  await fillClinic(opened.db, Math.floor(Date.now() / 1000))
  await opened.close()
  let server = await startServer(subject)
  for (let drill = 0; drill < drills; drill += 1) {
    const notes: Note[] = []
    const { url } = server
    const token = await signIn(url)
    const working = Array.from({ length: desks }, (_, desk) => work(url, token, `${place}-${drill}-${desk}`, notes))
    const folder = toBackup(drill)
    await sleep(random() * 200)
    if (drill % 3 === 2) {
      const killed = subject.backUp(folder)
      await sleep(random() * 1500)
      await killed.end('SIGKILL')
      // The backup command never replaces a complete backup, so one that was completed before the kill is removed
      // first.
      if (existsSync(join(folder, 'manifest.json'))) rmSync(folder, { recursive: true })
      total.killedBackups += 1
    }
    const backup = subject.backUp(folder)
    expect(await backup.ended(), `backup of drill ${drill}: ${backup.errors()}`).toBe(0)
    await sleep(random() * 400)
    await server.child.end('SIGKILL')
    const lostAt = Date.now()
    subject.lose()
    await Promise.all(working)

    const began = performance.now()
    if (drill % 3 === 1) {
      const killed = subject.restore(folder)
      await sleep(random() * 1500)
      await killed.end('SIGKILL')
      total.killedRestores += 1
    }
    const restore = subject.restore(folder)
    expect(await restore.ended(), `restore of drill ${drill}: ${restore.errors()}`).toBe(0)
    const { takenAt, dataUntil = takenAt } = summaryOf(restore)
    subject.ready()
    server = await startServer(subject)
    total.serveMs.push(performance.now() - began)
    total.lostMs.push(lostAt - Date.parse(dataUntil))

    const found = await countNotes(subject.source)
    const promised = notes.filter(({ acknowledgedAt }) => (acknowledgedAt ?? Infinity) < Date.parse(dataUntil))
    expect(Date.parse(dataUntil)).toBeGreaterThanOrEqual(Date.parse(takenAt))
    expect(
      promised.filter(({ key }) => found.get(key) !== 1).map(({ key }) => key),
      `lost in drill ${drill}`,
    ).toEqual([])
    // The desks resend their unsent and lost work under its original keys.
    const again = await signIn(server.url)
    for (const note of notes) expect(await send(server.url, again, note), note.key).toBe(true)
    const after = await countNotes(subject.source)
    expect(
      notes.filter(({ key }) => after.get(key) !== 1).map(({ key }) => key),
      `doubled in drill ${drill}`,
    ).toEqual([])
    total.acknowledged += notes.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
    total.promised += promised.length
    total.sentAgain += notes.filter(({ key }) => !found.has(key)).length
    if (drill % 10 === 9 || drill === drills - 1) report(place, total)
  }
  await server.child.end('SIGTERM')
  expect(total.promised).toBeGreaterThan(0)
}

const [sqlite] = await findEngines()

describe('restore drills, while desks write notes and processes are killed,', { timeout: 3_600_000 }, () => {
  const { place, keyFile } = makeBackupPlace(testKeyHex)
  let cluster: OwnCluster | undefined
  afterAll(() => {
    cluster?.remove()
    rmSync(place, { recursive: true, force: true })
  })

  it('neither lose nor duplicate anything on SQLite', async () => {
    const empty = await sqlite?.createShaped()
    if (empty === undefined) throw new Error('no SQLite')
    const data = empty.dataFolder
    const flags = ['--data', data, '--key-file', keyFile]
    const start = (args: readonly string[]) => startNode(['--no-warnings', backOfficeProgram, ...args])
    let losses = 0
    await runDrills(
      {
        source: empty.source,
        flags,
        backUp: (folder) => start(['backup', folder, ...flags]),
        restore: (folder) => start(['restore', folder, ...flags]),
        lose: () => {
          losses += 1
          const path = join(data, 'back-office.sqlite')
          // The file is lost, or its content is overwritten.
          if (losses % 2 === 0) for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
          else writeFileSync(path, Buffer.alloc(65_536, 7))
        },
        ready: () => {},
      },
      'SQLite',
      (drill) => join(place, `backup-${drill}`),
    )
    await empty.remove()
  })

  it('neither lose nor duplicate anything on PostgreSQL', async (context) => {
    if (isQuick) return context.skip('a quick run uses no PostgreSQL')
    const made = await createOwnCluster()
    if ('reason' in made) return context.skip(made.reason)
    cluster = made
    const { data, url, folder, stop, start: startCluster } = made
    const key = ['--key-file', made.keyFile]
    const start = (args: readonly string[]) =>
      startNode(['--no-warnings', backOfficeProgram, ...args], { through: asPostgres, cwd: '/' })
    const backUp = (to: string) => start(['backup', to, '--database', url, ...key, '--with', 'base-backup'])
    const server = join(folder, 'server')
    // The first backup configures PostgreSQL, which must then be restarted.
    expect(await backUp(join(folder, 'backups')).ended()).toBe(1)
    stop()
    startCluster()
    await runDrills(
      {
        source: { kind: 'postgresql', url },
        flags: ['--data', server, '--database', url],
        backUp,
        restore: (from) => start(['restore', from, '--cluster', data, ...key]),
        lose: () => {
          stop('immediate')
          rmSync(data, { recursive: true, force: true })
        },
        ready: () => startCluster(),
      },
      'PostgreSQL',
      () => join(folder, 'backups'),
    )
  })
})
