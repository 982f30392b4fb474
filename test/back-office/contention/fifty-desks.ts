import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import { signDesksIn, startBackOffices } from './back-offices.ts'
import { type ContentionFigures, prepareContention, runContention } from './run-contention.ts'

/**
 * The full measurement: 50 workstations in separate processes request overlapping slots at the same time, 200 rounds,
 * on both engines, directly and through three back offices. Exits with 1 unless every round has exactly one winner and
 * there are no overlaps and no errors. Arguments: the number of rounds, the number of workstations, and optionally one
 * engine and one way (`direct` or `shared`), to which the run is then limited.
 */
const rounds = Number(process.argv[2] ?? 200)
const desks = Number(process.argv[3] ?? 50)
const [onlyEngine, onlyWay] = process.argv.slice(4)
const folder = mkdtempSync(join(tmpdir(), 'atrium-desks-'))
const run = openRunFolder()
process.env[runFolderVariable] = run.folder
const server = await findPostgres()
if ('reason' in server) console.log(`PostgreSQL left out: ${server.reason}`)
let isGood = true

const newSource = async (kind: 'sqlite' | 'postgresql', name: string): Promise<DatabaseSource> => {
  if (kind === 'postgresql' && 'url' in server) return { kind, url: (await createTestDatabase(server.url)).url }
  mkdirSync(join(folder, name))
  return { kind: 'sqlite', path: join(folder, name, 'back-office.sqlite') }
}

const report = (name: string, figures: ContentionFigures): void => {
  const errors = Object.entries(figures.errors)
  isGood &&= figures.oneWinner === rounds && figures.overlaps === 0 && errors.length === 0 && figures.rows === rounds
  console.log(
    `${name}: ${figures.rounds} rounds, ${figures.desks} desks, ${figures.oneWinner} rounds with exactly one winner, ` +
      `${figures.winners} winners, ${figures.rows} rows, ${figures.overlaps} overlaps, ` +
      `${errors.length === 0 ? 'no errors' : JSON.stringify(figures.errors)}, ${figures.seconds.toFixed(1)} s`,
  )
}

const raceThroughBackOffices = async (source: DatabaseSource): Promise<void> => {
  await prepareContention(source)
  const tokens = await signDesksIn(source, desks)
  const { urls, stop } = await startBackOffices(source, 3)
  try {
    const backOffices = { urls, tokens }
    const figures = await runContention({ source, desks, rounds, backOffices })
    report(`${source.kind}, through 3 back offices`, figures)
  } finally {
    await stop()
  }
}

try {
  for (const kind of ['sqlite', 'postgresql'] as const) {
    if (kind === 'postgresql' && 'reason' in server) continue
    if (onlyEngine !== undefined && onlyEngine !== kind) continue
    if (onlyWay !== 'shared') {
      const direct = await newSource(kind, 'direct')
      await prepareContention(direct)
      report(`${kind}, each desk on the database`, await runContention({ source: direct, desks, rounds }))
    }
    if (onlyWay !== 'direct') await raceThroughBackOffices(await newSource(kind, 'shared'))
  }
} finally {
  run.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
