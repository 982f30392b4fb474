import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { inSpan } from '#runtime/spans.ts'
import type { BackOfficeTables } from './tables.ts'

/** The back office's database, or a transaction on it. */
export type Database = Kysely<BackOfficeTables>
export type DatabaseKind = 'sqlite' | 'postgresql'

/** Where the data are. SQLite is one file in the data folder, encrypted if a key (64 hex digits) is given. */
export type DatabaseSource =
  | { readonly kind: 'sqlite'; readonly path: string; readonly keyHex?: string | undefined }
  | { readonly kind: 'postgresql'; readonly url: string }

export type OpenDatabase = {
  readonly db: Database
  readonly kind: DatabaseKind
  /** Returns whether a newer program has migrated the database, so that every write of this process is refused. */
  isSuperseded(): boolean
  close(): Promise<void>
}

/**
 * Runs `work` in a transaction: a new one, or a savepoint if `db` already is one. If `work` throws, its writes are
 * rolled back, and the surrounding transaction can continue. On SQLite a new transaction takes the write lock when it
 * starts, so no other process can change what the transaction reads. A new transaction runs once more if PostgreSQL
 * ended it (a deadlock or a serialization failure), or if `work` threw the error of {@link transactionConflict}. So
 * whatever `work` does outside the database must be safe to repeat.
 */
export const inTransaction = async <Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> => {
  if (!db.isTransaction) {
    const engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgresql' : 'sqlite'
    return inSpan('transaction', { engine, attempts: 1 }, async (note) => {
      try {
        return await db.transaction().execute(work)
      } catch (error) {
        if (!isTransactionConflict(error)) throw error
        note({ attempts: 2 })
        return await db.transaction().execute(work)
      }
    })
  }
  // One name serves all depths: both engines take the innermost savepoint of that name.
  await sql`savepoint nested`.execute(db)
  try {
    const result = await work(db)
    await sql`release savepoint nested`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint nested`.execute(db)
    await sql`release savepoint nested`.execute(db)
    throw error
  }
}

/**
 * Returns the time of the database's clock in epoch seconds, for leases of several processes, whose own clocks can
 * differ. In a transaction it is the time of the statement, not of the transaction's start.
 */
export const databaseClock = (kind: DatabaseKind): RawBuilder<number> =>
  kind === 'sqlite' ? sql<number>`unixepoch()` : sql<number>`extract(epoch from clock_timestamp())::bigint`

/** Returns true for a violated unique constraint: the primary key or another. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, '23505') || hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') || isTakenID(error)

/** Returns true when the violated constraint is the primary key. */
export const isTakenID = (error: unknown): boolean =>
  hasCode(error, 'SQLITE_CONSTRAINT_PRIMARYKEY') ||
  (hasCode(error, '23505') &&
    error instanceof Error &&
    'constraint' in error &&
    typeof error.constraint === 'string' &&
    error.constraint.endsWith('_pkey'))

/**
 * Returns an error for a transaction that cannot continue from what it has read and locked: `inTransaction` rolls back
 * and retries.
 */
export const transactionConflict = (): Error =>
  Object.assign(new Error('what a transaction relied on has changed'), { code: '40001' })

/** Returns true for a deadlock or a serialization failure, after which the transaction is rolled back. */
const isTransactionConflict = (error: unknown): boolean => hasCode(error, '40P01') || hasCode(error, '40001')

/**
 * PostgreSQL's statement, lock and idle timeouts, and a write to a replica, for example after a failover. The
 * transaction is rolled back, and may succeed later.
 */
const timeoutCodes = ['57014', '55P03', '25P03', '25006'] as const

/**
 * Returns the code of a statement or a transaction that PostgreSQL ended for a temporary reason; undefined otherwise.
 */
export const timeoutCodeOf = (error: unknown): string | undefined => timeoutCodes.find((code) => hasCode(error, code))

/** Returns true if PostgreSQL refused a statement because the role may not run it. */
export const isForbidden = (error: unknown): boolean => hasCode(error, '42501')

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code
