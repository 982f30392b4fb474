import type { Reader } from '#contract/payments/bridge.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { CardTerminal, CollectOutcome, TerminalFailure, TerminalReply, TerminalStatus } from './card-terminal.ts'
import { type EcrAnswer, type EcrReference, type EcrRequest, maxEcrAmount, toEcrReference } from './ecr-messages.ts'
import { isAbout, toCollectOutcome, toInquiryOutcome } from './ecr-outcomes.ts'
import { refused } from './reader-replies.ts'
import { createSerialConnection } from './serial-connection.ts'
import type { SerialClock } from './serial-link.ts'
import { fieldPace, type SerialPace } from './serial-pace.ts'
import { findPads, type PadPort } from './serial-vendors.ts'

type MoneyRequest = Extract<EcrRequest, { type: 'payment' | 'refund' }>

type Running = {
  readonly attemptID: AttemptID
  readonly request: MoneyRequest
  /** Whether it was asked before, so that a refusal now says nothing of the money. */
  readonly wasBegun: boolean
  readonly answer: Promise<CollectOutcome>
  readonly finish: (outcome: CollectOutcome) => void
  readonly onProcessing: () => void
  stage: 'waiting-for-card' | 'processing' | 'over'
  /** Questions in a row that the pad took and did not answer. */
  unanswered: number
}

/** Questions a pad may take and leave open before it counts as silent. */
const UNANSWERED_LIMIT = 3

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })
/** Looked at anew after every wait, in which it may have ended. */
const isOver = (at: Running): boolean => at.stage === 'over'
const noPad = 'no PIN pad is connected'
const paymentRuns = 'a payment is under way on this PIN pad'

/**
 * A PIN pad on a serial or USB port (ecr-protocol.md). `paths` are the configured ports, read anew at each discovery. A pad that
 * is unplugged or falls silent is looked for until it is back or another one is taken; a payment it was at is unknown.
 */
export const createSerialTerminal = (parts: {
  readonly startProcess: (workerName: string) => ChildProcessPort
  readonly paths: () => readonly string[]
  readonly clock: SerialClock
  readonly pace?: SerialPace
}): CardTerminal => {
  const { clock, pace = fieldPace } = parts
  const listeners = new Set<(status: TerminalStatus) => void>()
  /** What was asked of a pad, by its reference: two attempts on one are refused, and what was begun is never "not started". */
  const begun = new Map<EcrReference, { readonly attemptID: AttemptID; readonly request: MoneyRequest }>()
  let running: Running | null = null

  const connection = createSerialConnection({
    startProcess: parts.startProcess,
    paths: parts.paths,
    clock,
    pace,
    isBusy: () => running !== null,
    onAnswer: (answer) => hear(answer),
    onLost: () => running?.finish(unknown('the PIN pad was lost')),
    onChange: () => tell(),
  })

  const toReader = (pad: PadPort): Reader => ({
    readerID: pad.readerID,
    driver: 'serial',
    label: pad.label,
    isSimulated: false,
    link: connection.pad()?.readerID === pad.readerID ? connection.state() : 'not-connected',
    battery: null,
  })
  const status = (): TerminalStatus => {
    const pad = connection.pad()
    const activity = running === null || running.stage === 'over' ? 'idle' : running.stage
    return { reader: pad === null ? null : toReader(pad), activity }
  }
  const tell = (): void => {
    for (const listener of listeners) listener(status())
  }

  const showProcessing = (at: Running): void => {
    if (at.stage !== 'waiting-for-card') return
    at.stage = 'processing'
    at.onProcessing()
    tell()
  }
  const hear = (answer: EcrAnswer): void => {
    const at = running
    if (at === null || at.stage === 'over' || answer.reference !== at.request.reference) return
    // What a stop came to is not what the payment came to.
    if (answer.answers === 'stop') return
    at.unanswered = 0
    const outcome = toCollectOutcome(answer, at.request, at.wasBegun)
    const wasAtWork = outcome?.outcome === 'approved' || (outcome?.outcome === 'declined' && outcome.step === 'process')
    if (answer.reason === 402 || wasAtWork) showProcessing(at)
    if (outcome !== null) at.finish(outcome)
  }

  /** Asks how it goes until it is over: that is the sign of life, tells the stages, and finds an answer that was lost. */
  const follow = (at: Running): void => {
    clock.after(pace.pollMs, () => void ask())
    const ask = async (): Promise<void> => {
      if (isOver(at)) return
      at.unanswered += 1
      const isSilent = at.unanswered > UNANSWERED_LIMIT
      const said = isSilent ? 'not-said' : await connection.ask({ type: 'repeat', reference: at.request.reference })
      if (said === 'said') follow(at)
      else if (!isOver(at)) connection.giveUp()
    }
  }
  const drive = async (at: Running): Promise<void> => {
    const said = await connection.ask(at.request)
    if (said === 'said') return follow(at)
    if (said === 'perhaps-said' || at.wasBegun) at.finish(unknown('the PIN pad did not confirm the payment'))
    else
      at.finish({ outcome: 'not-started', failure: { code: 'not-connected', reason: 'the PIN pad does not answer' } })
    connection.giveUp()
  }

  /** Asks until the pad answers about this reference; null where it does not. */
  const askAbout = async (type: 'stop' | 'repeat', reference: EcrReference): Promise<EcrAnswer | null> => {
    const matches = (answer: EcrAnswer) => answer.answers === type && answer.reference === reference
    for (let tries = 0; tries < UNANSWERED_LIMIT && connection.state() === 'connected'; tries += 1) {
      const answer = await connection.askAndHear({ type, reference }, matches)
      if (answer !== null) return answer
    }
    return null
  }

  const terminal: CardTerminal = {
    driver: 'serial',
    unavailable: null,
    async discover() {
      const ports = await connection.list()
      if ('reason' in ports) return refused('unavailable', ports.reason)
      return { ok: true, value: findPads(ports, parts.paths()).map(toReader) }
    },
    async connect(_locationID, readerID) {
      if (running !== null) return refused('busy', paymentRuns)
      const failure = await connection.take(readerID)
      const { reader } = status()
      if (failure !== null) return { ok: false, failure }
      return reader?.readerID === readerID ? { ok: true, value: reader } : refused('not-connected', noPad)
    },
    async disconnect() {
      running?.finish(unknown('the PIN pad was disconnected'))
      await connection.leave()
    },
    async test(): Promise<TerminalReply<Reader>> {
      if (running !== null) return refused('busy', paymentRuns)
      if (connection.state() !== 'connected') return refused('not-connected', noPad)
      const said = await connection.ask(null)
      const { reader } = status()
      if (said === 'said' && reader !== null) return { ok: true, value: reader }
      connection.giveUp()
      return refused('unavailable', 'the PIN pad does not answer')
    },
    status,
    async collect({ attemptID, kind, amount, currency }, onProcessing) {
      if (running?.attemptID === attemptID) return running.answer
      const reference = toEcrReference(attemptID)
      const before = begun.get(reference)
      const wasBegun = before?.attemptID === attemptID
      const refuse = (code: TerminalFailure['code'], reason: string): CollectOutcome =>
        wasBegun ? unknown(reason) : { outcome: 'not-started', failure: { code, reason } }
      if (running !== null) return refuse('busy', paymentRuns)
      if (before !== undefined && !wasBegun) return refuse('unavailable', 'the reference of this payment is taken')
      if (connection.state() !== 'connected') return refuse('not-connected', noPad)
      if (amount <= 0 || amount > maxEcrAmount) return refuse('unavailable', 'the PIN pad cannot take this amount')

      const { promise: answer, resolve } = Promise.withResolvers<CollectOutcome>()
      const request: MoneyRequest = { type: kind, reference, amount, currency }
      const takeBack = clock.after(pace.collectMs, () => {
        at.finish(unknown('the PIN pad did not finish in time'))
        void askAbout('stop', reference)
      })
      const finish = (outcome: CollectOutcome): void => {
        if (at.stage === 'over') return
        takeBack()
        at.stage = 'over'
        running = null
        if (outcome.outcome === 'not-started' && !wasBegun) begun.delete(reference)
        resolve(outcome)
        tell()
      }
      const stage = 'waiting-for-card' as const
      const at: Running = { attemptID, request, wasBegun, answer, finish, onProcessing, stage, unanswered: 0 }
      running = at
      begun.set(reference, { attemptID, request })
      tell()
      void drive(at)
      return answer
    },
    async cancel(attemptID) {
      const answer = await askAbout('stop', toEcrReference(attemptID))
      return answer?.result === 'done'
    },
    async inquire(attemptID) {
      if (running?.attemptID === attemptID) return { outcome: 'in-progress' }
      if (connection.state() !== 'connected') return { outcome: 'cannot-say', reason: noPad }
      const reference = toEcrReference(attemptID)
      const answer = await askAbout('repeat', reference)
      if (answer === null) return { outcome: 'cannot-say', reason: 'the PIN pad does not answer' }
      const known = begun.get(reference)
      if (answer.result === 'done' && known !== undefined && !isAbout(answer, known.request))
        return { outcome: 'cannot-say', reason: 'the PIN pad answered about another payment' }
      const outcome = toInquiryOutcome(answer)
      // Another pad at the same port knows of nothing either, and the one that was asked may have charged the card.
      return outcome.outcome === 'not-found' && connection.pad()?.isItself !== true
        ? { outcome: 'cannot-say', reason: 'this may be another PIN pad than the one that was asked' }
        : outcome
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async close() {
      await terminal.disconnect()
      connection.end()
    },
  }
  return terminal
}
