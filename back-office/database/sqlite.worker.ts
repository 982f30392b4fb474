import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteConnection, type SqliteConnection, type SqliteConnectionData } from './sqlite-connection.ts'

/** The start data of the thread. */
export type SqliteWorkerData = SqliteConnectionData

export type SqliteRequest =
  | { readonly id: number; readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly id: number; readonly kind: 'close' }

export type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'SQLITE_ERROR'

/** Serves one SQLite connection in a thread of its own, so that a slow disk does not block other requests. */
const serve = (port: NonNullable<typeof parentPort>, data: SqliteWorkerData): void => {
  let database: SqliteConnection | undefined

  const answer = (request: SqliteRequest): SqliteReply => {
    if (request.kind === 'close') {
      database?.close()
      return { id: request.id, rows: [], changes: 0 }
    }
    // Opened by the first query, so that a wrong key or a broken file is reported as that query's failure.
    database ??= openSqliteConnection(data)
    const statement = database.prepare(request.sql)
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
