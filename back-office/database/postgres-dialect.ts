import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const int8 = 20
const usualPoolSize = 10

/**
 * A call that waits longer than these times for a lock or a statement fails, and releases its own locks. The longest
 * statements of the program, batches of an import, take seconds. A process that hangs inside a transaction must not
 * keep a machine's calendar locked for other workstations. A parameter of the URL, `?lock_timeout=5000`, takes
 * precedence.
 */
const timeouts = {
  lock_timeout: 20_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

/**
 * Creates Kysely's dialect for a PostgreSQL server. 8-byte integers are read as numbers: instants in seconds, sequences
 * and amounts all stay far below 2^53. `onLost` is called for connections that the server dropped while idle; the next
 * query opens another.
 */
export const createPostgresDialect = (options: {
  url: string
  poolSize?: number
  onLost: (code: string) => void
}): Dialect => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? usualPoolSize,
    connectionTimeoutMillis: 10_000,
    ...timeouts,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // The pool listens to idle clients only. A client that loses its connection inside a transaction, between two
  // statements, would otherwise end the process; with the listener, only its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error: Error & { code?: string }) => options.onLost(error.code ?? 'connection-lost'))
  return new PostgresDialect({ pool })
}
