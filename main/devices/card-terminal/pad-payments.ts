import type { AttemptID } from '#domain/payments/transaction.ts'
import type { CardTerminal, CollectOutcome, TerminalFailure } from './card-terminal.ts'
import { type EcrAnswer, type EcrReference, type EcrRequest, maxEcrAmount, toEcrReference } from './ecr-messages.ts'
import { toCollectOutcome } from './ecr-outcomes.ts'
import type { SerialConnection } from './serial-connection.ts'
import type { SerialClock } from './serial-link.ts'
import type { SerialPace } from './serial-pace.ts'

type MoneyRequest = Extract<EcrRequest, { type: 'payment' | 'refund' }>

type PadRun = {
  readonly attemptID: AttemptID
  readonly request: MoneyRequest
  /** Whether this attempt was sent before, so that its earlier request may have moved the money. */
  readonly wasBegun: boolean
  readonly answer: Promise<CollectOutcome>
  readonly finish: (outcome: CollectOutcome) => void
  readonly onProcessing: () => void
  stage: 'waiting-for-card' | 'processing' | 'over'
  /** Number of consecutive requests that the pad accepted but did not answer. */
  unanswered: number
}

/** Number of unanswered requests after which a pad counts as silent. */
const UNANSWERED_LIMIT = 3

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })
/** Returns whether a payment has ended. Callers check again after every wait. */
const isOver = (at: PadRun): boolean => at.stage === 'over'
export const noPad = 'no PIN pad is connected'
export const paymentRuns = 'a payment is already in progress on this PIN pad'

/** Payments on a PIN pad: one at a time, followed until the pad reports the end. */
type PadPayments = {
  running(): Pick<PadRun, 'attemptID' | 'stage'> | null
  /** Returns the request that was sent under this reference since Atrium started. */
  requestOf(reference: EcrReference): MoneyRequest | null
  /** Handles an answer of the pad to any request. */
  receive(answer: EcrAnswer): void
  /** Ends the current payment with an unknown outcome. */
  lose(reason: string): void
  readonly collect: CardTerminal['collect']
  /** Sends a request of this type a few times until the pad answers it; returns null if no answer came. */
  askAbout(type: 'stop' | 'repeat', reference: EcrReference): Promise<EcrAnswer | null>
}

export const createPadPayments = (parts: {
  readonly connection: Pick<SerialConnection, 'state' | 'ask' | 'askAndWait' | 'giveUp'>
  readonly clock: SerialClock
  readonly pace: SerialPace
  onChange(): void
}): PadPayments => {
  const { connection, clock, pace, onChange } = parts
  /**
   * Requests that were sent to a pad, by reference. Another attempt that has the same reference by chance is refused. A
   * repeated request of one attempt ends as "not started" only if the pad's answer proves it.
   */
  const begun = new Map<EcrReference, { readonly attemptID: AttemptID; readonly request: MoneyRequest }>()
  let running: PadRun | null = null

  const showProcessing = (at: PadRun): void => {
    if (at.stage !== 'waiting-for-card') return
    at.stage = 'processing'
    at.onProcessing()
    onChange()
  }
  const receive = (answer: EcrAnswer): void => {
    const at = running
    if (at === null || at.stage === 'over' || answer.reference !== at.request.reference) return
    // The result of a stop request is not the result of the payment.
    if (answer.answers === 'stop') return
    at.unanswered = 0
    const outcome = toCollectOutcome(answer, at.request, at.wasBegun)
    const wasAtWork = outcome?.outcome === 'approved' || (outcome?.outcome === 'declined' && outcome.step === 'process')
    if (answer.reason === 402 || wasAtWork) showProcessing(at)
    if (outcome !== null) at.finish(outcome)
  }

  /** Polls until the payment ends. The poll is also the heartbeat, reports the stages, and finds a lost answer. */
  const follow = (at: PadRun): void => {
    clock.after(pace.pollMs, () => void ask())
    const ask = async (): Promise<void> => {
      if (isOver(at)) return
      at.unanswered += 1
      const isSilent = at.unanswered > UNANSWERED_LIMIT
      const askResult = isSilent
        ? 'not-said'
        : await connection.ask({ type: 'repeat', reference: at.request.reference })
      if (askResult === 'said') follow(at)
      else if (!isOver(at)) connection.giveUp()
    }
  }
  const drive = async (at: PadRun): Promise<void> => {
    const askResult = await connection.ask(at.request)
    if (askResult === 'said') return follow(at)
    if (askResult === 'perhaps-said' || at.wasBegun) at.finish(unknown('the PIN pad did not confirm the payment'))
    else
      at.finish({ outcome: 'not-started', failure: { code: 'not-connected', reason: 'the PIN pad is not responding' } })
    connection.giveUp()
  }

  const askAbout: PadPayments['askAbout'] = async (type, reference) => {
    const matches = (answer: EcrAnswer) => answer.answers === type && answer.reference === reference
    for (let tries = 0; tries < UNANSWERED_LIMIT && connection.state() === 'connected'; tries += 1) {
      const answer = await connection.askAndWait({ type, reference }, matches)
      if (answer !== null) return answer
    }
    return null
  }

  const collect: CardTerminal['collect'] = async ({ attemptID, kind, amount, currency }, onProcessing) => {
    if (running?.attemptID === attemptID) return running.answer
    const reference = toEcrReference(attemptID)
    const before = begun.get(reference)
    const wasBegun = before?.attemptID === attemptID
    const refuse = (code: TerminalFailure['code'], reason: string): CollectOutcome =>
      wasBegun ? unknown(reason) : { outcome: 'not-started', failure: { code, reason } }
    if (running !== null) return refuse('busy', paymentRuns)
    if (before !== undefined && !wasBegun) return refuse('unavailable', "this payment's reference was already used")
    if (connection.state() !== 'connected') return refuse('not-connected', noPad)
    if (amount <= 0 || amount > maxEcrAmount) return refuse('unavailable', 'the PIN pad cannot take this amount')

    const { promise: answer, resolve } = Promise.withResolvers<CollectOutcome>()
    const request: MoneyRequest = { type: kind, reference, amount, currency }
    const cancelTimer = clock.after(pace.collectMs, () => {
      at.finish(unknown('the PIN pad did not finish in time'))
      void askAbout('stop', reference)
    })
    const finish = (outcome: CollectOutcome): void => {
      if (at.stage === 'over') return
      cancelTimer()
      at.stage = 'over'
      running = null
      if (outcome.outcome === 'not-started' && !wasBegun) begun.delete(reference)
      resolve(outcome)
      onChange()
    }
    const stage = 'waiting-for-card' as const
    const at: PadRun = { attemptID, request, wasBegun, answer, finish, onProcessing, stage, unanswered: 0 }
    running = at
    begun.set(reference, { attemptID, request })
    onChange()
    void drive(at)
    return answer
  }

  return {
    running: () => running,
    requestOf: (reference) => begun.get(reference)?.request ?? null,
    receive,
    lose: (reason) => running?.finish(unknown(reason)),
    collect,
    askAbout,
  }
}
