import { afterAll, describe } from 'vitest'
import type { DatabaseKind, DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { type About, type EmptyDatabase, findEngines } from '#test/builders/back-office.ts'
import { BookingDesk, toronto, vancouver } from './booking-desk.ts'

type TestDatabases = {
  readonly kind: DatabaseKind
  /** Operations over a database of its own with the two clinics and three members; closed after the suite. */
  newDesk(): Promise<BookingDesk>
  /** Where another, empty database may be made; removed after the suite. */
  newSource(): Promise<DatabaseSource>
}

const engines = { sql: await findEngines('sql'), rules: await findEngines('rules') }

type Suite = (databases: TestDatabases) => void

/** Runs a suite on SQLite and on PostgreSQL; the latter's absence is printed with its reason by the engines' builder. */
export const describeOnEachDatabase = (name: string, suite: Suite): void => describeAbout('sql', name, suite)

/** The same for rules above the repositories, which PostgreSQL is asked for in a deep run alone. */
export const describeAboveDatabases = (name: string, suite: Suite): void => describeAbout('rules', name, suite)

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
