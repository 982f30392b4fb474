import type { DatabaseKind as Kind, Database as TodaysDatabase } from '../database.ts'

/** What a migration works on. It names tables and columns in SQL alone, so that today's types of the tables do not bind it. */
export type MigrationDatabase = TodaysDatabase
export type MigrationDatabaseKind = Kind

/**
 * One step of the database's shape. Runs once, in a transaction, in the order of the list in migrations.ts. Once on main it
 * never changes: it is written in literals, and imports only kysely, this file and other parts of itself.
 */
export type Migration = {
  /** Numbered, such as `001-people-and-sessions`. */
  readonly name: string
  readonly up: (db: MigrationDatabase, kind: MigrationDatabaseKind) => Promise<void>
}
