import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'

/** What the thread is started with. */
export type SqliteWorkerData = {
  readonly path: string
  readonly keyHex: string | null
  /** The second connection: reads that need not wait for the writer. */
  readonly readOnly: boolean
}

export type SqliteRequest =
  | { readonly id: number; readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly id: number; readonly kind: 'close' }

export type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }

const statementsKept = 400

/** One SQLite connection in a thread of its own, so that a slow disk never holds up the requests of others. */
const open = (data: SqliteWorkerData): Database => {
  const database = new SqliteDatabase(data.path, { timeout: 10_000 })
  if (data.keyHex !== null) {
    if (!/^[0-9a-f]{64}$/i.test(data.keyHex)) throw new Error('the key is 64 hex digits')
    database.pragma(`cipher='aegis'`)
    database.pragma(`key="raw:${data.keyHex}"`)
  }
  database.pragma('journal_mode=WAL')
  database.pragma('synchronous=FULL')
  database.pragma('foreign_keys=ON')
  database.pragma('busy_timeout=10000')
  if (data.readOnly) database.pragma('query_only=ON')
  return database
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'SQLITE_ERROR'

const serve = (port: NonNullable<typeof parentPort>, data: SqliteWorkerData): void => {
  const statements = new Map<string, Statement>()
  let database: Database | undefined

  const prepared = (connection: Database, sql: string): Statement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    const oldest = statements.size >= statementsKept ? statements.keys().next().value : undefined
    if (oldest !== undefined) statements.delete(oldest)
    statements.set(sql, statement)
    return statement
  }

  const answer = (request: SqliteRequest): SqliteReply => {
    if (request.kind === 'close') {
      statements.clear()
      database?.close()
      return { id: request.id, rows: [], changes: 0 }
    }
    // Opened at the first query, so that a wrong key or a broken file is told as that query's failure.
    database ??= open(data)
    const statement = prepared(database, request.sql)
    if (statement.reader) return { id: request.id, rows: statement.all(...request.parameters), changes: 0 }
    return { id: request.id, rows: [], changes: statement.run(...request.parameters).changes }
  }

  port.on('message', (request: SqliteRequest) => {
    try {
      port.postMessage(answer(request))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      port.postMessage({ id: request.id, failure: { code: codeOf(error), message } } satisfies SqliteReply)
    }
    if (request.kind === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as SqliteWorkerData)
