import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, inTransaction } from '../database/database.ts'
import type { IdempotencyKeyTable } from '../database/server-identity-table.ts'
import type { Caller, HandlerContext } from './handler.ts'
import {
  claimIdempotencyKey,
  endKeyLease,
  findIdempotencyKey,
  isKeyLeasedBy,
  keepAnswer,
  leaseKey,
} from './idempotency-repository.ts'
import { backOfficeKernelWords } from './kernel-words.ts'
import { Refusal } from './refusal.ts'
import { serializeByKey } from './serialize-by-key.ts'
import { leaseSeconds } from './server-runs-repository.ts'
import { statusOf } from './status-of-code.ts'

/** The answer that is sent to the client. */
export type CallAnswer = { readonly status: number; readonly body: unknown }

/**
 * Returns the key of an `Idempotency-Key` header; undefined if there is no header. Throws 400 when a required key is
 * missing or the key is malformed.
 */
export const readIdempotencyKey = (
  header: string | string[] | undefined,
  caller: Caller | null,
  isOptional = false,
): string | undefined => {
  if (header === undefined) {
    if (isOptional || caller?.isStaff !== true) return undefined
    throw new Refusal('idempotency-key-missing', backOfficeKernelWords.keyMissing)
  }
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw new Refusal('invalid-input', backOfficeKernelWords.keyMalformed)
  }
  return header
}

/**
 * Returns whether a failure is a refusal that is stored as the answer. Other refusals can be temporary: a repeated call
 * for a member who was merged meanwhile reaches the member who was kept.
 */
const isKept = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal &&
  statusOf(failure.code) < 500 &&
  statusOf(failure.code) !== 429 &&
  failure.code !== 'payment-unknown' &&
  failure.code !== 'member-merged'

/** A call with its idempotency key. */
type KeyedCall = {
  readonly key: string
  readonly userID: string
  readonly route: string
  /** The request as it came, before a schema changes it; its hash identifies the call. */
  readonly wire: unknown
  /** The input as the route's schemas return it. Only rows of version 1 are compared with it. */
  readonly parsed: unknown
  readonly now: number
}

/**
 * Marks a row of version 2: its hash is over the wire form. Rows of version 1 have a bare hash over the parsed input;
 * the last of them is removed 30 days after the upgrade.
 */
const wireMark = 'v2:'

const toHash = (value: unknown): string => createHash('sha256').update(toCanonicalJson(value)).digest('hex')
const toWireHash = (call: KeyedCall): string => `${wireMark}${toHash(call.wire)}`

const toClaim = (call: KeyedCall) => ({
  idempotency_key: call.key,
  user_id: call.userID,
  route: call.route,
  body_hash: toWireHash(call),
  created_at: call.now,
})

/** Throws 422 when the key was used for another request. */
const checkSameCall = (first: Pick<IdempotencyKeyTable, 'route' | 'body_hash'>, call: KeyedCall): void => {
  const hash = first.body_hash.startsWith(wireMark) ? toWireHash(call) : toHash(call.parsed)
  if (first.route !== call.route || first.body_hash !== hash) {
    throw new Refusal('idempotency-key-reused', backOfficeKernelWords.keyReused)
  }
}

/**
 * An unreadable stored answer. The repeated call is answered as `unexpected`, because nothing else shows how the first
 * call ended.
 */
class KeptAnswerError extends Error {
  override readonly name = 'KeptAnswerError'
}

/**
 * Returns the answer of a row. Throws {@link KeptAnswerError} when it cannot be read; the row remains, and the call
 * does not run again.
 */
const toReplay = (first: Pick<IdempotencyKeyTable, 'status' | 'answer'>) =>
  ({ status: first.status ?? 500, body: readAnswer(first.answer), isReplay: true }) as const

const readAnswer = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    throw new KeptAnswerError('The stored answer of an idempotency key is unreadable.')
  }
}

/** Returns the answer stored under a call's key, to skip slow work. Throws 422 as {@link runOncePerKey} does. */
export const findAnswerOfKey = async (db: Database, call: KeyedCall): Promise<KeyedAnswer | undefined> => {
  const first = await findIdempotencyKey(db, toClaim(call))
  if (first === undefined || first.status === null) return undefined
  checkSameCall(first, call)
  return toReplay(first)
}

/**
 * Runs a call once per key, in the transaction `db`. The first answer, refusals included, is stored together with the
 * call's writes. A repetition with the same body gets that answer; one with another body throws 422
 * `idempotency-key-reused` (decisions §3). `run` returns the answer or throws; a throw rolls back its writes.
 */
export const runOncePerKey = async (
  db: Database,
  call: KeyedCall,
  run: (db: Database) => Promise<unknown>,
  toAnswer: (failure: Refusal) => CallAnswer,
): Promise<KeyedAnswer> => {
  const claim = toClaim(call)
  const first = await claimIdempotencyKey(db, claim)
  if (first !== undefined) {
    checkSameCall(first, call)
    return toReplay(first)
  }
  try {
    const body = await inTransaction(db, run)
    await keepAnswer(db, claim, { status: 200, json: JSON.stringify(withoutSecrets(body)) })
    return { status: 200, body, isReplay: false }
  } catch (error) {
    if (!isKept(error)) throw error
    const { status, body } = toAnswer(error)
    await keepAnswer(db, claim, { status, json: JSON.stringify(body) })
    return { status, body, failure: error, isReplay: false }
  }
}

/** The result of a call under a key. */
export type KeyedAnswer = CallAnswer & { readonly failure?: Refusal; readonly isReplay: boolean }

/** The queues of this process, one per database. */
const queuesOf = new WeakMap<Database, ReturnType<typeof serializeByKey>>()

/** How often a try renews the lease of its key while it runs. */
const renewEveryMs = 4_000
/** How often, and for how long, a repetition looks for the answer of the try in another process. */
const answerPollMs = 200
const maxAnswerWaitMs = 20_000

/**
 * Returns the refusal of a repetition that did nothing, because the first call may still be under way in another
 * process.
 */
const stillUnderWay = (): Refusal =>
  new Refusal('too-many-requests', backOfficeKernelWords.busy, { retryAfterSeconds: 2 })

/** The database, and the run of this process. */
type Office = Pick<HandlerContext, 'db' | 'kind' | 'run'>

/** A try's right to act under its key. */
type Try = {
  /**
   * Returns whether this try still has its lease. If so, no other process can take the lease until the transaction
   * ends.
   */
  isMine(db: Database): Promise<boolean>
  end(): Promise<void>
}

/** On SQLite all calls run in one process, in turn. */
const onlyTry: Try = { isMine: async () => true, end: async () => {} }

/**
 * Begins a try: returns its lease, or the answer that another process stored meanwhile. Throws 429 after 20 seconds.
 */
const beginTry = async ({ db, kind, run }: Office, call: KeyedCall): Promise<Try | KeyedAnswer> => {
  if (kind === 'sqlite') return onlyTry
  const claim = toClaim(call)
  const by = `${run.id} ${randomUUID()}`
  const lease = { by, seconds: leaseSeconds }
  const giveUpMs = performance.now() + maxAnswerWaitMs
  while (!(await leaseKey(db, kind, claim, lease))) {
    const first = await findIdempotencyKey(db, claim)
    if (first !== undefined && first.status !== null) return toReplay(first)
    if (performance.now() > giveUpMs) throw stillUnderWay()
    await sleep(answerPollMs)
  }
  // A renewal that fails is tried again four seconds later. If the lease still ends, the answer is not stored.
  const timer = setInterval(() => void leaseKey(db, kind, claim, lease).catch(() => {}), renewEveryMs).unref()
  return {
    isMine: (transaction) => isKeyLeasedBy(transaction, claim, by),
    end: async () => {
      clearInterval(timer)
      // Without this, a repetition waits until the lease ends.
      await endKeyLease(db, claim, by).catch(() => {})
    },
  }
}

/**
 * Runs a call once per key as {@link runOncePerKey} does, for an operation that also acts outside the database. A first
 * transaction claims the key, the operation runs outside any transaction, and a second one stores the answer with the
 * writes of `keep`. After a crash or a temporary failure in between, a repetition runs the operation again under the
 * same key, and the operation must then reach the same result. Concurrent calls with one key run one after the other,
 * also those of several processes over PostgreSQL: the later ones get the first one's answer, or throw 429
 * `too-many-requests`. `db` must not be a transaction.
 */
export const runOutsidePerKey = async (
  office: Office,
  call: KeyedCall,
  run: () => Promise<unknown>,
  keep: (db: Database, failure: Refusal | undefined) => Promise<void>,
  toAnswer: (failure: Refusal) => CallAnswer,
): Promise<KeyedAnswer> => {
  const { db } = office
  const inTurn = queuesOf.get(db) ?? serializeByKey()
  queuesOf.set(db, inTurn)
  const claim = toClaim(call)
  return inTurn(`${call.userID} ${call.key}`, async () => {
    const first = await inTransaction(db, (transaction) => claimIdempotencyKey(transaction, claim))
    if (first !== undefined) {
      checkSameCall(first, call)
      if (first.status !== null) return toReplay(first)
    }
    const begun = await beginTry(office, call)
    if (!('isMine' in begun)) return begun
    const store = (answer: CallAnswer & { readonly failure?: Refusal }): Promise<KeyedAnswer> =>
      inTransaction(db, async (transaction) => {
        if (!(await begun.isMine(transaction))) throw stillUnderWay()
        await keepAnswer(transaction, claim, {
          status: answer.status,
          json: JSON.stringify(withoutSecrets(answer.body)),
        })
        await keep(transaction, answer.failure)
        return { ...answer, isReplay: false }
      })
    try {
      return await store({ status: 200, body: await run() })
    } catch (error) {
      if (!isKept(error)) throw error
      return await store({ ...toAnswer(error), failure: error })
    } finally {
      await begun.end()
    }
  })
}

/** Fields with secrets: the first answer has them, but they are never stored, not even for repeated calls. */
const secretFields: ReadonlySet<string> = new Set(['token', 'ticket', 'password'])

const withoutSecrets = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const kept = Object.entries(answer).filter(([name]) => !secretFields.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'client_secret' ? '' : value]))
}

/** Returns the same text for the same values, whatever the order of their keys. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
