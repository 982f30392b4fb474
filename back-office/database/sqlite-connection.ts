import SqliteDatabase, { type Statement } from 'better-sqlite3'

export type SqliteConnectionData = {
  readonly path: string
  readonly keyHex: string | null
  /** For reads that need not wait for the writer. */
  readonly readOnly: boolean
}

/** One connection that keeps the statements it has prepared. */
export type SqliteConnection = {
  prepare(sql: string): Statement
  close(): void
}

const statementsKept = 400

/** Opens a connection in this thread, which waits for each of its statements. Throws what SQLite throws. */
export const openSqliteConnection = (data: SqliteConnectionData): SqliteConnection => {
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
  // Sorting would otherwise spill names to plain temporary files.
  database.pragma('temp_store=memory')
  // 16 MiB: pages are decrypted each time they are read from disk, and searches read their indexes all over.
  database.pragma('cache_size=-16384')
  if (data.readOnly) database.pragma('query_only=ON')
  const statements = new Map<string, Statement>()
  return {
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const statement = database.prepare(sql)
      const oldest = statements.size >= statementsKept ? statements.keys().next().value : undefined
      if (oldest !== undefined) statements.delete(oldest)
      statements.set(sql, statement)
      return statement
    },
    close: () => {
      statements.clear()
      database.close()
    },
  }
}
