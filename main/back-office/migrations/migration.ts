import type { Database, DatabaseKind } from '../repositories/database.ts'

/** One step of the database's shape. Runs once, in a transaction, in the order of the list in migrations.ts. */
export type Migration = {
  /** Numbered, such as `001-people-and-sessions`; never changed once released. */
  readonly name: string
  readonly up: (db: Database, kind: DatabaseKind) => Promise<void>
}
