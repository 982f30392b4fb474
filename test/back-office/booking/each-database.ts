import { afterAll, describe } from 'vitest'
import type { DatabaseKind, DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { type About, type EmptyDatabase, findEngines } from '#test/builders/back-office.ts'
import { BookingDesk, toronto, vancouver } from './booking-desk.ts'

type TestDatabases = {
  readonly kind: DatabaseKind
  /** Returns a desk on a new database with `vancouver`, `toronto` and three members; closed after the suite. */
  newDesk(): Promise<BookingDesk>
  /** Creates another, empty database without tables and returns its source; removed after the suite. */
  newSource(): Promise<DatabaseSource>
}

const engines = { sql: await findEngines('sql'), rules: await findEngines('rules') }

type Suite = (databases: TestDatabases) => void

/** Runs a suite on SQLite, and on PostgreSQL if the run includes it. `findEngines` prints why PostgreSQL is missing. */
export const describeOnEachDatabase = (name: string, suite: Suite): void => describeAbout('sql', name, suite)

/** Runs a suite about rules that do not depend on the database: on SQLite, and in a deep run also on PostgreSQL. */
export const describeRules = (name: string, suite: Suite): void => describeAbout('rules', name, suite)

const describeAbout = (about: About, name: string, suite: Suite): void => {
  for (const engine of engines[about]) {
    describe.runIf(engine.missing === undefined)(`${name} on ${engine.kind}`, () => {
      const made: EmptyDatabase[] = []
      const desks: BookingDesk[] = []
      afterAll(async () => {
        await Promise.all(desks.map((desk) => desk.database.close()))
        await Promise.all(made.map((database) => database.remove()))
      })
      const keep = (database: EmptyDatabase): DatabaseSource => {
        made.push(database)
        return database.source
      }
      suite({
        kind: engine.kind,
        newSource: async () => keep(await engine.create()),
        newDesk: async () => {
          const desk = new BookingDesk(await openDatabase(keep(await engine.createShaped())))
          desks.push(desk)
          await desk.addLocations(vancouver, toronto)
          await desk.addMembers(3)
          return desk
        },
      })
    })
  }
}
