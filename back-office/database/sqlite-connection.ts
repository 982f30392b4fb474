import { openEncryptedDatabase, type Statement } from '#runtime/encrypted-database.ts'

export type SqliteConnectionData = {
  readonly path: string
  readonly keyHex: string | null
  /** For reads that need not wait for the writer. */
  readonly readOnly: boolean
}

/** A connection that caches its prepared statements. */
export type SqliteConnection = {
  prepare(sql: string): Statement
  close(): void
}

const statementsKept = 400

/** Opens a connection in this thread; its statements block the thread. Throws SQLite's errors. */
export const openSqliteConnection = (data: SqliteConnectionData): SqliteConnection => {
  const database = openEncryptedDatabase({
    path: data.path,
    keyHex: data.keyHex,
    synchronous: 'FULL',
    busyTimeoutMs: 10_000,
    isReadOnly: data.readOnly,
  })
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
