import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { signDesksIn, startBackOffices } from '#test/back-office/contention/back-offices.ts'
import { prepareContention } from '#test/back-office/contention/run-contention.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { type HoldDesk, startHoldDesk } from './holds/hold-desks.ts'
import { type HoldSetup, type Way, ways } from './holds/hold-messages.ts'

const deskCount = 4
const rounds = 11
const holdsEach = 30

/** Desks in separate processes ask for the same slots. The floor is to insert a bare row in one transaction. */
export const name: BenchModule['name'] = `Slot holds, ${deskCount} desks asking for the same slots`

type Engine = HoldSetup['engines'][number]
type Asked = { readonly perSecond: number; readonly wonPerSecond: number }

const prepareFloor = async (source: DatabaseSource): Promise<void> => {
  const create = 'create table bare (id text primary key, machine text, starts bigint, ends bigint, owner text)'
  if (source.kind === 'postgresql') {
    const client = new pg.Client(source.url)
    await client.connect()
    await client.query(create)
    return client.end()
  }
  const db = new SqliteDatabase(source.path)
  db.pragma('journal_mode=WAL')
  db.exec(create)
  db.close()
}

/** Creates three databases of one engine, one for each way, and starts a back office over that of the HTTP way. */
const startEngine = async (
  newSource: (way: string) => Promise<DatabaseSource>,
): Promise<{ engine: Engine; tokens: readonly string[]; stop(): Promise<void> }> => {
  const [source, viaHttp, floor] = [await newSource('direct'), await newSource('http'), await newSource('floor')]
  await prepareContention(source)
  await prepareContention(viaHttp)
  await prepareFloor(floor)
  const tokens = await signDesksIn(viaHttp, deskCount)
  const { urls, stop } = await startBackOffices(viaHttp, 1)
  return { engine: { source, viaHttp, floor, url: urls[0] ?? '', token: '' }, tokens, stop }
}

const askAll = async (
  desks: readonly HoldDesk[],
  order: { engine: number; way: Way; firstStart: number },
): Promise<Asked> => {
  const answers = await Promise.all(desks.map((desk) => desk.ask({ ...order, count: holdsEach })))
  const seconds = Math.max(...answers.map(({ ms }) => ms)) / 1000
  const won = answers.reduce((sum, answer) => sum + answer.won, 0)
  const expected = order.way === 'bare insert' ? holdsEach * desks.length : holdsEach
  if (won !== expected) throw new Error(`${order.way}: ${won} of ${expected} requests were granted`)
  return { perSecond: (holdsEach * desks.length) / seconds, wonPerSecond: won / seconds }
}

const measure = async (kinds: readonly string[], desks: readonly HoldDesk[]): Promise<BenchRow[]> => {
  const beginning = Math.ceil(Date.now() / 1000 / 3600) * 3600 + 7200
  const asked = kinds.map(() => ({ 'bare insert': [], operations: [], 'over HTTP': [] }) as Record<Way, Asked[]>)
  for (let round = 0; round < rounds; round += 1) {
    const firstStart = beginning + round * holdsEach * 3600
    for (const [engine] of kinds.entries()) {
      for (const way of ways) asked[engine]?.[way].push(await askAll(desks, { engine, way, firstStart }))
    }
  }
  return kinds.flatMap((kind, engine) => {
    const figure = (way: Way, of: keyof Asked): number => median((asked[engine]?.[way] ?? []).map((one) => one[of]))
    const floor = figure('bare insert', 'perSecond')
    const rows: BenchRow[] = [{ name: `bare inserts, ${kind}`, value: floor, unit: 'per second', floor, ratio: 1 }]
    for (const way of ['operations', 'over HTTP'] as const) {
      const [all, won] = [figure(way, 'perSecond'), figure(way, 'wonPerSecond')]
      rows.push({ name: `holds answered, ${way}, ${kind}`, value: all, unit: 'per second', floor, ratio: all / floor })
      rows.push({ name: `holds won, ${way}, ${kind}`, value: won, unit: 'per second', floor, ratio: won / floor })
    }
    return rows
  })
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const ownFolder = process.env[runFolderVariable] === undefined ? openRunFolder() : undefined
  if (ownFolder !== undefined) process.env[runFolderVariable] = ownFolder.folder
  const ends: (() => Promise<void>)[] = []
  try {
    const server = await findPostgres()
    if ('reason' in server) console.log(`  PostgreSQL is left out: ${server.reason}`)
    const kinds = 'url' in server ? (['SQLite', 'PostgreSQL without fsync'] as const) : (['SQLite'] as const)
    const engines: Awaited<ReturnType<typeof startEngine>>[] = []
    for (const kind of kinds) {
      const newSource = async (way: string): Promise<DatabaseSource> => {
        if (kind === 'SQLite' || !('url' in server)) {
          mkdirSync(join(folder, way))
          return { kind: 'sqlite', path: join(folder, way, 'back-office.sqlite') }
        }
        const database = await createTestDatabase(server.url)
        ends.push(() => database.drop())
        return { kind: 'postgresql', url: database.url }
      }
      const engine = await startEngine(newSource)
      ends.push(engine.stop)
      engines.push(engine)
    }
    const desks = Array.from({ length: deskCount }, (_, number) =>
      startHoldDesk({
        number,
        engines: engines.map(({ engine, tokens }) => ({ ...engine, token: tokens[number] ?? '' })),
      }),
    )
    ends.push(async () => {
      await Promise.all(desks.map((desk) => desk.stop()))
    })
    await Promise.all(desks.map((desk) => desk.ready))
    return { rows: await measure(kinds, desks) }
  } finally {
    for (const end of ends.reverse()) await end()
    ownFolder?.close()
    if (ownFolder !== undefined) delete process.env[runFolderVariable]
    rmSync(folder, { recursive: true, force: true })
  }
}
