import { fail, type Reply } from '#contract/reply.ts'
import { type CallSession, createAuthorGate } from './author-gate.ts'
import {
  decideKeyedCall,
  type KeyedCallDecision,
  type KeyedCallFacts,
  type KeyedCallPolicy,
} from './decide-keyed-call.ts'

/** The fields that every journal of keyed calls has. */
type KeyedRow = {
  readonly idempotencyKey: string
  /** User id of the author; only their session sends the row. */
  readonly author: string
}

/** The facts about a row before a turn. */
type KeyedTurn = Omit<KeyedCallFacts, 'calls'>

/** How a turn ended. `unreadable`: no call was sent, because the row cannot be read. */
export type KeyedCallEnd<Value> = {
  readonly decision: Exclude<KeyedCallDecision, 'ask-again'> | 'unreadable'
  readonly reply: Reply<Value>
}

/** One kind of keyed call: its policy, its journal, its routes and what it publishes. */
export type KeyedCallKind<Row extends KeyedRow, Request, Value> = {
  policyOf(row: Row): KeyedCallPolicy
  /** Returns a user's rows that have not ended, oldest first. */
  unsettled(author: string): readonly Row[]
  /** Returns the row as it is now; null once it has ended. */
  current(row: Row): Row | null
  /**
   * Returns the line of a row. Rows of one line are sent in order, and a row that stays open delays those behind it.
   * Lines do not delay each other.
   */
  lineOf(row: Row): string
  /** Returns the facts about a row that is sent from the journal. */
  turnOf(row: Row): KeyedTurn
  /** Returns the request of this turn; fails when the row cannot be read. */
  prepare(row: Row): Reply<Request>
  call(row: Row, request: Request): Promise<Reply<Value>>
  /** Records how a turn ended. */
  record(row: Row, request: Request, turn: KeyedTurn, end: KeyedCallEnd<Value>): void
  /** Logs that a row was not sent because it cannot be read. The row stays unchanged. */
  noteUnreadable(row: Row): void
  /** Called after a turn that was sent from the journal. */
  onSent?(row: Row, end: KeyedCallEnd<Value>): void
  /**
   * Set if {@link KeyedCallKind.call} itself returns `offline` while the session has no token. In every other kind, a
   * line stops before the call when the session has no token.
   */
  readonly answersWithoutToken?: true
  /** Returns whether the back office is known to be out of reach. */
  isOffline?(): boolean
}

type KeyedCalls<Row extends KeyedRow, Value> = {
  /** Returns the running turn of a key. */
  running(idempotencyKey: string): Promise<KeyedCallEnd<Value>> | undefined
  /** Makes the call of a row and records its result. Joins a running turn of the same key. */
  run(row: Row, turn?: KeyedTurn): Promise<KeyedCallEnd<Value>>
  /** Sends an author's rows of one line, after those that are being sent already. */
  sendLine(line: string, author: string): Promise<void>
  /** Sends the signed-in user's open rows under their keys, oldest first in each line. */
  settleOpen(): Promise<void>
  /** Returns whether a row of the signed-in user is still to be sent. */
  hasOpen(): boolean
  /** Resolves when no call is under way. */
  finish(): Promise<void>
}

const notAuthorsSession = fail('signed-out', 'Sign in first.')

/**
 * Creates the runner of one kind of keyed call. Every call is in the journal before it is made, and the same key never
 * acts twice.
 */
export const createKeyedCalls = <Row extends KeyedRow, Request, Value>(
  session: CallSession,
  kind: KeyedCallKind<Row, Request, Value>,
): KeyedCalls<Row, Value> => {
  const gate = createAuthorGate(session)
  const inFlight = new Map<string, Promise<KeyedCallEnd<Value>>>()
  const lines = new Map<string, Promise<void>>()
  let settling: Promise<void> | null = null

  const perform = async (row: Row, turn: KeyedTurn): Promise<KeyedCallEnd<Value>> => {
    const request = kind.prepare(row)
    if (!request.ok) {
      kind.noteUnreadable(row)
      return { decision: 'unreadable', reply: request }
    }
    for (let calls = 1; ; calls += 1) {
      const reply = gate.isSignedIn(row.author) ? await kind.call(row, request.value) : notAuthorsSession
      const outcome = reply.ok ? 'answered' : reply.failure.code
      const decision = decideKeyedCall({ ...turn, calls }, outcome, kind.policyOf(row))
      if (decision === 'ask-again') continue
      const end = { decision, reply }
      kind.record(row, request.value, turn, end)
      return end
    }
  }

  const run = (row: Row, turn = kind.turnOf(row)): Promise<KeyedCallEnd<Value>> => {
    const { idempotencyKey } = row
    const running = inFlight.get(idempotencyKey)
    if (running !== undefined) return running
    const work = perform(row, turn).finally(() => inFlight.delete(idempotencyKey))
    inFlight.set(idempotencyKey, work)
    return work
  }

  const sendLineNow = async (line: string, author: string): Promise<void> => {
    for (const listed of kind.unsettled(author)) {
      if (kind.lineOf(listed) !== line || inFlight.has(listed.idempotencyKey)) continue
      // The row may have ended since the list was read: its call was answered, or it was withdrawn.
      const row = kind.current(listed)
      if (row === null) continue
      if (!kind.prepare(row).ok) {
        kind.noteUnreadable(row)
        continue
      }
      if (kind.answersWithoutToken === true ? !gate.isSignedIn(author) : !gate.canSend(author)) return
      const end = await run(row)
      kind.onSent?.(row, end)
      if (isLeft(end.decision)) return
    }
  }

  const sendLine = async (line: string, author: string): Promise<void> => {
    const work = (lines.get(line) ?? Promise.resolve()).then(() => sendLineNow(line, author))
    // Ends one microtask after `work`, so that the code that awaits `work` reads its row before the next run sends it.
    const ended = work.then(doNothing, doNothing).then(doNothing)
    lines.set(line, ended)
    try {
      await work
    } finally {
      if (lines.get(line) === ended) lines.delete(line)
    }
  }

  const settleAll = async (): Promise<void> => {
    const author = gate.author()
    if (author === null) return
    for (const line of new Set(kind.unsettled(author).map(kind.lineOf))) {
      if (!gate.canSend(author) || kind.isOffline?.() === true) return
      await sendLine(line, author)
    }
  }

  return {
    running: (idempotencyKey) => inFlight.get(idempotencyKey),
    run,
    sendLine,
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    hasOpen: () => {
      const author = gate.author()
      return author !== null && kind.unsettled(author).some((row) => kind.prepare(row).ok)
    },
    finish: async () => {
      await Promise.allSettled([...inFlight.values(), ...lines.values()])
    },
  }
}

const doNothing = (): void => {}

/**
 * Returns whether the rows behind a row must wait because the back office returned no usable answer for that row. A row
 * with a new key and an unreadable row do not delay the rows behind them.
 */
const isLeft = (decision: KeyedCallEnd<unknown>['decision']): boolean =>
  decision === 'waiting' || decision === 'left' || decision === 'unknown'
