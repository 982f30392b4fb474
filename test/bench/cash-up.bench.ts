import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { readCashUp } from '#back-office/finance/cash-up.ts'
import { readCashUpDetails } from '#back-office/finance/cash-up-details.ts'
import type { HandlerContext } from '#back-office/kernel/handler.ts'
import { toOutstandingRows } from '#domain/finance/outstanding.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { prepareContention } from '#test/back-office/contention/run-contention.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { fillPastPayments } from '#test/fixtures/payments/past-payments.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'

const few = 3000
const many = Number(process.env.ATRIUM_BENCH_STUDIES ?? 97_000)
const rounds = 11
/** Noon of 15 Sep 2026 in Vancouver. */
const noon = 1_789_498_800
const date = '2026-09-15' as PlainDate
const userID = 'u-finance'

/** The cash-up of a day, with few and with many studies behind it: time and size of the answers. */
export const name: BenchModule['name'] = `Cash-up with ${few.toLocaleString('en')} and ${many.toLocaleString('en')} studies`

type Subject = Awaited<ReturnType<typeof openSubject>>

const openSubject = async (source: DatabaseSource, studies: number) => {
  await prepareContention(source)
  const { db, close } = await openDatabase(source)
  const { location_id } = await db.selectFrom('location').select('location_id').executeTakeFirstOrThrow()
  const { patient_id } = await db.selectFrom('member').select('patient_id').executeTakeFirstOrThrow()
  const locationID = location_id as LocationID
  await fillPastPayments(db, {
    locationID,
    memberID: patient_id,
    userID,
    studies,
    newest: noon,
  })
  // PostgreSQL does this itself about a minute after many rows were written.
  await sql`analyze`.execute(db)
  const caller = { userID, roles: ['finance'] } as unknown as HandlerContext['caller']
  const context = { db, caller, setAuditSubject: () => {} }
  // A workstation that shows the first page of each list sends this query.
  const query = { date, ...toOutstandingRows() }
  return {
    day: () => readCashUp(locationID, query, context),
    details: () => readCashUpDetails(locationID, query, context),
    close,
  }
}

const measure = async (kind: string, figure: 'day' | 'details', subjects: readonly [Subject, Subject]) => {
  const times: [number[], number[]] = [[], []]
  const sizes = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const start = performance.now()
      const answer = await subject[figure]()
      times[index]?.push(performance.now() - start)
      sizes[index] = JSON.stringify(answer).length / 1000
    }
  }
  const toRow = (what: string, unit: string, [floor = 0, value = 0]: readonly number[]): BenchRow => ({
    name: `${what} of the ${figure}, ${kind}`,
    value,
    unit,
    floor,
    ratio: value / floor,
  })
  return [toRow('time', 'ms', times.map(median)), toRow('answer', 'kB', sizes)]
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const ownFolder = process.env[runFolderVariable] === undefined ? openRunFolder() : undefined
  if (ownFolder !== undefined) process.env[runFolderVariable] = ownFolder.folder
  const ends: (() => Promise<void>)[] = []
  const rows: BenchRow[] = []
  try {
    const server = await findPostgres()
    const newSource: Record<string, (name: string) => Promise<DatabaseSource>> = {
      SQLite: async (name) => {
        mkdirSync(join(folder, name))
        return { kind: 'sqlite', path: join(folder, name, 'back-office.sqlite') }
      },
      ...('url' in server && {
        PostgreSQL: async () => {
          const database = await createTestDatabase(server.url)
          ends.push(() => database.drop())
          return { kind: 'postgresql', url: database.url }
        },
      }),
    }
    for (const [kind, create] of Object.entries(newSource)) {
      const subjects = [
        await openSubject(await create('few'), few),
        await openSubject(await create('many'), many),
      ] as const
      for (const figure of ['day', 'details'] as const) rows.push(...(await measure(kind, figure, subjects)))
      for (const subject of subjects) await subject.close()
    }
    return {
      rows,
      notes: [
        ...('reason' in server ? [`PostgreSQL is left out: ${server.reason}`] : []),
        'Aim: the same for both. The floor is the day with few studies behind it.',
        'Five in a hundred of the studies wait for finance.',
      ],
    }
  } finally {
    for (const end of ends.reverse()) await end()
    ownFolder?.close()
    if (ownFolder !== undefined) delete process.env[runFolderVariable]
    rmSync(folder, { recursive: true, force: true })
  }
}
