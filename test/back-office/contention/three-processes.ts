import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import {
  type AccountName,
  type Answer,
  accounts,
  type Engine,
  fillClinic,
  testPassword,
} from '#test/builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '#test/fakes/fake-mail-server.ts'
import { type FakeStripe, fakeStripeKey, startFakeStripe } from '#test/fakes/fake-stripe-api.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { findPostgres } from '#test/fixtures/postgres/postgres-server.ts'
import { startBouncer } from '#test/fixtures/server/bouncer.ts'
import type { ServerProcessOptions } from '#test/fixtures/services/server-process.ts'

const program = new URL('../../fixtures/services/server-process.ts', import.meta.url).pathname

type Sent = { readonly method?: string; readonly key?: string; readonly token?: string; readonly body?: unknown }
type Got = Pick<Answer, 'body' | 'status'>

/** Server processes over one PostgreSQL database through pgbouncer, with a mail server and the card processor. */
export type ServerProcesses = {
  readonly db: Database
  readonly mail: FakeMailServer
  readonly stripe: FakeStripe
  /** Returns the addresses of the processes that are running. */
  urls(): readonly string[]
  /** Calls one process once. Rejects if it does not answer. */
  call(url: string, path: string, sent?: Sent): Promise<Got>
  /**
   * Calls a process, and repeats the call under its key at any process until one answers. Answers 429 and 503 are
   * repeated too.
   */
  ask(path: string, sent?: Sent): Promise<Got>
  signIn(account: AccountName): Promise<string>
  start(): Promise<void>
  /** Kills the process at `url`, or a random one, with SIGKILL. */
  kill(url?: string): Promise<void>
  /** Returns the errors that the processes logged. */
  errors(): string
  stop(): Promise<void>
}

export const startServerProcesses = async (
  engine: Engine,
  count: number,
  { signInsPerMinute = 100_000 }: { readonly signInsPerMinute?: number } = {},
): Promise<ServerProcesses> => {
  const closing: (() => unknown)[] = []
  const found = await findPostgres()
  if (!('url' in found)) throw new Error('no PostgreSQL')
  const bouncer = await startBouncer(new URL(found.url))
  closing.push(() => bouncer.stop())
  const database = await engine.createShaped()
  closing.push(() => database.remove())
  if (database.options.kind !== 'postgresql') throw new Error('not PostgreSQL')
  const opened: OpenDatabase = await openDatabase(database.source)
  closing.push(() => opened.close())
  await fillClinic(opened.db, Math.floor(Date.now() / 1000))
  const mail = await startFakeMailServer()
  closing.push(() => mail.close())
  const stripe = await startFakeStripe(() => Math.floor(Date.now() / 1000))
  closing.push(() => stripe.stop())
  const options: Omit<ServerProcessOptions, 'dataFolder'> = {
    databaseURL: bouncer.through(database.options.url),
    smtpUrl: mail.url,
    stripe: { secretKey: fakeStripeKey, address: stripe.address },
    signInsPerMinute,
  }

  const running = new Map<string, Child>()
  let errors = ''
  let started = 0
  const start = async (): Promise<void> => {
    // Each process has its own data folder, as if on another computer.
    started += 1
    const dataFolder = join(database.dataFolder, `process-${started}`)
    mkdirSync(dataFolder)
    const child = startNode(['--no-warnings', program, JSON.stringify({ ...options, dataFolder })])
    child.process.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const [, url = ''] = await child.waitFor(/^ready (\S+)$/m)
    running.set(url, child)
  }
  const urls = (): readonly string[] => [...running.keys()]
  const anyURL = (): string => urls()[randomInt(running.size)] ?? ''
  const call: ServerProcesses['call'] = async (url, path, { method = 'GET', key, token, body } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json() }
  }
  const ask: ServerProcesses['ask'] = async (path, sent) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await call(anyURL(), path, sent).catch(() => null)
      if (answer !== null && answer.status !== 429 && answer.status !== 503) return answer
      if (tries === 200) throw new Error(`No answer of ${path}: ${answer?.status}`)
      await sleep(200)
    }
  }
  await Promise.all(Array.from({ length: count }, start))
  return {
    db: opened.db,
    mail,
    stripe,
    urls,
    call,
    ask,
    signIn: async (account) => {
      const body = { email: accounts[account].email, password: testPassword }
      return (await ask('/login', { method: 'POST', body })).body.token
    },
    start,
    kill: async (url = anyURL()) => {
      const child = running.get(url)
      running.delete(url)
      await child?.end('SIGKILL')
    },
    errors: () => errors,
    stop: async () => {
      for (const child of running.values()) await child.end('SIGKILL')
      for (const close of closing.reverse()) await close()
    },
  }
}
