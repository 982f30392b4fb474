import type { DatabaseKind as Kind, Database as TodaysDatabase } from '../database.ts'

/**
 * The database of a migration. Migrations name tables and columns only in SQL, so the current table types do not apply.
 */
export type MigrationDatabase = TodaysDatabase
export type MigrationDatabaseKind = Kind

/**
 * One step of the database's schema. Runs once, in a transaction, in the order of the list in migrations.ts. It never
 * changes once it is merged to the main branch. It therefore uses literals, and imports only kysely, Node's own
 * modules, this file, and other files of the same migration.
 */
export type Migration = {
  /** Numbered, such as `001-people-and-sessions`. */
  readonly name: string
  readonly up: (db: MigrationDatabase, kind: MigrationDatabaseKind) => Promise<void>
}
