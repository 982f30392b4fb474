import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { workerURL } from '#runtime/worker-url.ts'
import type { SqliteReply, SqliteRequest, SqliteWorkerData } from './sqlite.worker.ts'

/** While one reader runs a search or a report, the other serves short reads. */
const readersAtMost = 2

/** A failed statement. `code` is SQLite's own, such as `SQLITE_CONSTRAINT_UNIQUE`, or our `SQLITE_CLOSED`. */
class SqliteFailure extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'SqliteFailure'
    this.code = code
  }
}

/** One connection in its own thread. Statements run in the order of the calls. */
class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (reply: SqliteReply) => void; reject: (error: Error) => void }>()
  #lastID = 0
  #ended: Error | undefined

  constructor(data: SqliteWorkerData) {
    this.#worker = new Worker(workerURL('sqlite.worker', import.meta.url), { workerData: data })
    this.#worker.on('message', (reply: SqliteReply) => {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new SqliteFailure('SQLITE_CLOSED', 'The database is closed.')))
  }

  /** Number of statements without an answer yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<{ rows: readonly unknown[]; changes: number }> {
    const reply = await this.#ask({ id: this.#nextID(), kind: 'query', sql, parameters })
    if ('failure' in reply) throw new SqliteFailure(reply.failure.code, reply.failure.message)
    return reply
  }

  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#ask({ id: this.#nextID(), kind: 'close' })
    await this.#worker.terminate()
  }

  #nextID(): number {
    this.#lastID += 1
    return this.#lastID
  }

  #ask(request: SqliteRequest): Promise<SqliteReply> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended)
      this.#waiting.set(request.id, { resolve, reject })
      this.#worker.postMessage(request)
    })
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}

/** Admits one caller at a time, in the order of the calls. */
class WriteMutex {
  #last: Promise<void> = Promise.resolve()

  async acquire(): Promise<() => void> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }
}

/** The threads that read. Each starts when a read finds no idle thread, because a thread costs time and memory. */
class Readers {
  readonly #data: SqliteWorkerData
  readonly #threads: SqliteThread[] = []

  constructor(data: Omit<SqliteWorkerData, 'readOnly'>) {
    this.#data = { ...data, readOnly: true }
  }

  /** Returns the thread with the fewest waiting statements, so that a short read does not wait behind a long one. */
  idlest(): SqliteThread {
    const [first, ...others] = this.#threads
    const idlest = others.reduce(
      (best, thread) => (thread.waiting < best.waiting ? thread : best),
      first ?? this.#add(),
    )
    return idlest.waiting > 0 && this.#threads.length < readersAtMost ? this.#add() : idlest
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #add(): SqliteThread {
    const thread = new SqliteThread(this.#data)
    this.#threads.push(thread)
    return thread
  }
}

/** A caller's use of the threads: outside a transaction, reads go to a reader and writes wait for their turn. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #readers: Readers
  readonly #mutex: WriteMutex
  #release: (() => void) | undefined

  constructor(writer: SqliteThread, readers: Readers, mutex: WriteMutex) {
    this.#writer = writer
    this.#readers = readers
    this.#mutex = mutex
  }

  async begin(): Promise<void> {
    this.#release = await this.#mutex.acquire()
    try {
      // Immediate: otherwise a transaction that starts with a read could fail at its first write, too late to retry.
      await this.#insist('begin immediate')
    } catch (error) {
      this.#exit()
      throw error
    }
  }

  async end(statement: 'commit' | 'rollback'): Promise<void> {
    try {
      await this.#writer.query(statement, [])
    } catch (error) {
      // A transaction left open on the shared connection would include the next caller's statements.
      if (statement === 'commit') await this.#writer.query('rollback', []).catch(() => {})
      throw error
    } finally {
      this.#exit()
    }
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#run(compiled)
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: refuses, as no caller streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new SqliteFailure('SQLITE_MISUSE', 'Streaming is not supported.')
  }

  async #run(compiled: CompiledQuery): Promise<{ rows: readonly unknown[]; changes: number }> {
    if (this.#release !== undefined) return this.#writer.query(compiled.sql, compiled.parameters)
    if (compiled.query.kind === 'SelectQueryNode')
      return this.#readers.idlest().query(compiled.sql, compiled.parameters)
    const leave = await this.#mutex.acquire()
    try {
      return await this.#writer.query(compiled.sql, compiled.parameters)
    } finally {
      leave()
    }
  }

  /** Runs a statement. Tries up to five times if other processes hold the lock longer than SQLite's own timeout. */
  async #insist(statement: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#writer.query(statement, [])
        return
      } catch (error) {
        if (!(error instanceof SqliteFailure) || !error.code.startsWith('SQLITE_BUSY') || attempt === 5) throw error
      }
    }
  }

  #exit(): void {
    this.#release?.()
    this.#release = undefined
  }
}

class SqliteDriver implements Driver {
  readonly #data: Omit<SqliteWorkerData, 'readOnly'>
  readonly #mutex = new WriteMutex()
  readonly #readers: Readers
  #writer: SqliteThread | undefined

  constructor(data: Omit<SqliteWorkerData, 'readOnly'>) {
    this.#data = data
    this.#readers = new Readers(data)
  }

  async init(): Promise<void> {
    this.#writer = new SqliteThread({ ...this.#data, readOnly: false })
    try {
      // The writer opens the file first; otherwise a reader of a new encrypted file could see half a header.
      await this.#writer.query('select 1', [])
    } catch (error) {
      // Kysely does not destroy a driver whose init failed, and a remaining thread would keep the process alive.
      await this.#writer.close()
      throw error
    }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#writer === undefined) throw new Error('The database is not open.')
    return new SqliteConnection(this.#writer, this.#readers, this.#mutex)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all([this.#writer?.close(), this.#readers.close()])
  }
}

/**
 * Creates Kysely's dialect for one SQLite file, each connection in its own thread: one for writes, transaction by
 * transaction, and up to two for reads in parallel. `keyHex` (64 hex digits) encrypts the file.
 */
export const createSqliteDialect = (data: { path: string; keyHex: string | null }): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(data),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
