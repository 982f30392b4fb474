import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { DatabaseKind, DatabaseSource } from '#main/back-office/repositories/database.ts'
import { openDatabase } from '#main/back-office/repositories/open-database.ts'
import { BookingDesk, toronto, vancouver } from './booking-desk.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgres-server.ts'

export type TestDatabases = {
  readonly kind: DatabaseKind
  /** A database of its own with the two clinics and three members, to be closed by the test's end of its own accord. */
  newDesk(): Promise<BookingDesk>
  /** Where another, empty database may be made. */
  newSource(): Promise<DatabaseSource>
}

/** Runs a suite on SQLite and on PostgreSQL; says why where the latter cannot be had. */
export const describeOnEachDatabase = (name: string, suite: (databases: TestDatabases) => void): void => {
  for (const kind of ['sqlite', 'postgresql'] as const) {
    const reason = kind === 'postgresql' ? whyNoPostgres() : null
    if (reason !== null) console.log(`skipped: ${name} on ${kind}: ${reason}`)
    describe.runIf(reason === null)(`${name} on ${kind}`, () => {
      let folder = ''
      let server: PostgresServer | undefined
      let count = 0
      const open: BookingDesk[] = []
      beforeAll(async () => {
        if (kind === 'postgresql') server = await startPostgres()
        folder = mkdtempSync(join(tmpdir(), 'atrium-booking-'))
      })
      afterAll(async () => {
        await Promise.all(open.map((desk) => desk.database.close()))
        await server?.stop()
        rmSync(folder, { recursive: true, force: true })
      })
      const newSource = async (): Promise<DatabaseSource> => {
        count += 1
        return server === undefined
          ? { kind: 'sqlite', path: join(folder, `${count}.sqlite`) }
          : { kind: 'postgresql', url: await server.createDatabase() }
      }
      suite({
        kind,
        newSource,
        newDesk: async () => {
          const desk = new BookingDesk(await openDatabase(await newSource()))
          open.push(desk)
          await desk.addLocations(vancouver, toronto)
          await desk.addMembers(3)
          return desk
        },
      })
    })
  }
}
