import {
  type CompiledQuery,
  CompiledQuery as compiled,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { DatabaseKind } from './database.ts'

const newerSchemaCode = 'SCHEMA_NEWER'

/** A newer program has migrated the database since this process opened it. The write was not done. */
class NewerSchema extends Error {
  override name = 'NewerSchema'
  readonly code = newerSchemaCode

  constructor(migration: string) {
    super(
      `A newer version of Atrium has migrated the database (${migration}). This process writes nothing any more: start the newer version.`,
    )
  }
}

/** Returns whether a write was refused because a newer program has migrated the database. */
export const isNewerSchema = (error: unknown): boolean => error instanceof NewerSchema

/**
 * Keeps a process from writing into a schema that it does not know. The checks begin when `start` is called, after the
 * process has migrated the database itself.
 */
type SchemaFence = {
  start(): void
  /** Returns whether a newer schema was found. */
  isClosed(): boolean
}

/**
 * The first statement of each transaction. A migration first locks this table, also against readers, so a transaction
 * either ends before the migration or sees its result. The lock is a separate statement, because a transaction under
 * `repeatable read` would otherwise read the list in its state from before the wait.
 */
const lockList = compiled.raw('lock table migration in access share mode')
const readLast = compiled.raw('select name from migration order by position desc limit 1')

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*(?:select|pragma|show)\b/i.test(sql))

class FencedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #runAlone: (work: CompiledQuery) => Promise<QueryResult<unknown>>
  isInTransaction = false

  constructor(
    inner: DatabaseConnection,
    runAlone: (connection: FencedConnection, work: CompiledQuery) => Promise<QueryResult<unknown>>,
  ) {
    this.inner = inner
    this.#runAlone = (work) => runAlone(this, work)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction || isRead(query)) return this.inner.executeQuery<Row>(query)
    return (await this.#runAlone(query)) as QueryResult<Row>
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }
}

/** Checks the schema in every transaction, and runs each write that is outside a transaction in a new one. */
class FencedDriver implements Driver {
  readonly #inner: Driver
  readonly #kind: DatabaseKind
  readonly #checkName: (name: string) => void
  readonly #isOn: () => boolean

  constructor(inner: Driver, kind: DatabaseKind, isOn: () => boolean, checkName: (name: string) => void) {
    this.#inner = inner
    this.#kind = kind
    this.#isOn = isOn
    this.#checkName = checkName
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<FencedConnection> {
    return new FencedConnection(await this.#inner.acquireConnection(), (connection, work) =>
      this.#alone(connection, work),
    )
  }

  async beginTransaction(connection: FencedConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(connection.inner, settings)
    try {
      if (this.#isOn()) await this.#check(connection.inner, settings)
      connection.isInTransaction = true
    } catch (error) {
      await this.#inner.rollbackTransaction(connection.inner)
      throw error
    }
  }

  async commitTransaction(connection: FencedConnection): Promise<void> {
    connection.isInTransaction = false
    await this.#inner.commitTransaction(connection.inner)
  }

  async rollbackTransaction(connection: FencedConnection): Promise<void> {
    connection.isInTransaction = false
    await this.#inner.rollbackTransaction(connection.inner)
  }

  releaseConnection(connection: FencedConnection): Promise<void> {
    return this.#inner.releaseConnection(connection.inner)
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  async #check(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (this.#kind === 'postgresql' && settings.isolationLevel !== undefined) await connection.executeQuery(lockList)
    const { rows } = await connection.executeQuery<{ name: string }>(readLast)
    const name = rows[0]?.name
    if (name !== undefined) this.#checkName(name)
  }

  /** Runs a write that belongs to no transaction. */
  async #alone(connection: FencedConnection, work: CompiledQuery): Promise<QueryResult<unknown>> {
    if (!this.#isOn()) return connection.inner.executeQuery(work)
    await this.beginTransaction(connection, {})
    try {
      const result = await connection.inner.executeQuery(work)
      await this.commitTransaction(connection)
      return result
    } catch (error) {
      // A failed commit has ended the transaction already.
      if (connection.isInTransaction) await this.rollbackTransaction(connection)
      throw error
    }
  }
}

/**
 * Adds a fence to a dialect. `known`: the names of the migrations that the program has. After a newer program has
 * migrated the database, every transaction and every write fails with the code `SCHEMA_NEWER`; reads still work.
 */
export const fenceDialect = (
  dialect: Dialect,
  kind: DatabaseKind,
  known: readonly string[],
): { readonly dialect: Dialect; readonly fence: SchemaFence } => {
  let isOn = false
  let isClosed = false
  const names = new Set(known)
  const check = (name: string): void => {
    if (names.has(name)) return
    isClosed = true
    throw new NewerSchema(name)
  }
  return {
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new FencedDriver(dialect.createDriver(), kind, () => isOn, check),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    fence: {
      start: () => {
        isOn = true
      },
      isClosed: () => isClosed,
    },
  }
}
