import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { workerURL } from '#runtime/worker-url.ts'
import type { Database, DatabaseSource } from '../database/database.ts'
import type { MemberSearchIndex, SearchAsked, SearchFound } from '../kernel/member-search.ts'
import { findMembersByText } from './member-search.ts'
import type { SearchReply, SearchRequest } from './member-search.worker.ts'

/** Searches in the calling thread, on the given database. @internal Tests search without a thread. */
export const createMemberSearch = (db: Database): MemberSearchIndex => ({
  find: (asked) => findMembersByText(db, asked),
  prepare: async () => {},
  close: async () => {},
})

class SearchFailure extends Error {
  readonly code: string | undefined
  constructor(name: string, code: string | undefined) {
    super('The search failed.')
    this.name = name
    this.code = code
  }
}

/** The search thread, from its start to its end. */
class SearchThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (reply: SearchReply) => void; reject: (error: Error) => void }>()
  #lastID = 0
  #ended: Error | undefined

  constructor(source: DatabaseSource) {
    this.#worker = new Worker(workerURL('member-search.worker', import.meta.url), { workerData: source })
    this.#worker.on('message', (reply: SearchReply) => {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new SearchFailure('SearchEnded', undefined)))
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  async find(asked: SearchAsked): Promise<SearchFound> {
    const reply = await this.#ask({ id: this.#nextID(), kind: 'search', asked })
    if ('failure' in reply) throw new SearchFailure(reply.failure.name, reply.failure.code)
    if (reply.found === null) throw new SearchFailure('SearchEnded', undefined)
    return reply.found
  }

  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#ask({ id: this.#nextID(), kind: 'close' }).catch(() => {})
    await this.#worker.terminate()
  }

  #nextID(): number {
    this.#lastID += 1
    return this.#lastID
  }

  #ask(request: SearchRequest): Promise<SearchReply> {
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

/** The longest pause after a search. A pause lasts as long as the search took, up to this limit. */
const maxRestMs = 100

/**
 * Creates a search that runs in its own thread with its own database connection, because comparing names takes longer
 * than any other call. It runs one search at a time, and pauses after each, so that other calls get CPU time however
 * many workstations search. The thread starts with the first search or with `prepare`; a thread that ended is replaced
 * at the next search.
 */
export const startMemberSearch = (source: DatabaseSource): MemberSearchIndex => {
  let free: Promise<unknown> = Promise.resolve()
  let thread: SearchThread | undefined
  let isClosed = false
  const current = (): SearchThread => {
    if (isClosed) throw new SearchFailure('SearchEnded', undefined)
    if (thread === undefined || thread.hasEnded) thread = new SearchThread(source)
    return thread
  }
  const find = (asked: SearchAsked): Promise<SearchFound> => {
    let began = 0
    const rest = (): Promise<void> => pause(Math.min(maxRestMs, performance.now() - began), undefined, { ref: false })
    const answer = free.then(() => {
      began = performance.now()
      return current().find(asked)
    })
    free = answer.then(rest, rest)
    return answer
  }
  return {
    find,
    prepare: async () => {
      await find({ text: 'a', email: '', scope: 'all', limit: 1 })
    },
    close: async () => {
      isClosed = true
      await thread?.close()
    },
  }
}
