import type { AttemptEffect, AttemptEvent } from './attempt-event.ts'
import {
  type AttemptFailure,
  cancelledFailure,
  interruptedFailure,
  lateFailure,
  readerFailure,
} from './attempt-failure.ts'
import {
  autoCancelAfterMs,
  cardFieldsCancelAfterMs,
  isFinalAttempt,
  isOpenAttempt,
  type PaymentAttempt,
  settlesWith,
  type TerminalResult,
} from './payment-attempt.ts'
import type { ReaderAnswer } from './reader-answer.ts'

export type AttemptDecision = { readonly attempt: PaymentAttempt; readonly effects: readonly AttemptEffect[] }

/**
 * The milliseconds for which the workstation waits for a reader to answer a request to stop.
 * @internal Tests move their clock by this time.
 */
export const stopGraceMs = 30_000

type Decide<Kind extends AttemptEvent['kind']> = (
  attempt: PaymentAttempt,
  event: Extract<AttemptEvent, { readonly kind: Kind }>,
) => AttemptDecision

const disarm: AttemptEffect = { kind: 'disarm-deadline' }
const retryLater: AttemptEffect = { kind: 'retry-later' }

const unchanged = (attempt: PaymentAttempt): AttemptDecision => ({ attempt, effects: [] })
const updateAttempt = (
  attempt: PaymentAttempt,
  changes: Partial<PaymentAttempt>,
  ...effects: readonly AttemptEffect[]
): AttemptDecision => ({ attempt: { ...attempt, ...changes }, effects })

const isPad = (attempt: PaymentAttempt): boolean => settlesWith(attempt.route) === 'terminal'
/** Returns whether the reader was asked and, as far as known, is still collecting. */
const isWithReader = ({ state }: PaymentAttempt): boolean => state === 'handed-off' || state === 'processing'
const isBeforeReader = ({ state }: PaymentAttempt): boolean => state === 'created' || state === 'sent'
const isApprovedByPad = (attempt: PaymentAttempt): boolean => attempt.terminalResult?.outcome === 'approved'

/**
 * Returns the effect that finds out the result. If a pad has not answered yet, the effect asks the pad. Otherwise the
 * effect asks the back office, and passes on the pad's answer if there is one.
 */
const findOut = (attempt: PaymentAttempt): AttemptEffect =>
  isPad(attempt) && attempt.terminalResult === null
    ? { kind: 'inquire' }
    : { kind: 'settle', isAbandoned: true, terminal: attempt.terminalResult }

/**
 * Gives up an attempt that never reached a reader, and reports this to the back office, which may have registered it.
 */
const giveUp = (attempt: PaymentAttempt, failure: AttemptFailure | null): AttemptDecision => {
  const reason = failure ?? attempt.failure
  const terminalResult = isPad(attempt) ? padResult('cancelled', reason?.message ?? '') : null
  const unknownAttempt: PaymentAttempt = { ...attempt, state: 'unknown', failure: reason, terminalResult }
  return { attempt: unknownAttempt, effects: [findOut(unknownAttempt)] }
}

const padResult = (outcome: TerminalResult['outcome'], message: string): TerminalResult => ({
  outcome,
  referenceID: '',
  cardType: null,
  cardLastFour: null,
  message: message.slice(0, 300),
})

const begin: Decide<'begin'> = (attempt) =>
  attempt.state === 'created' ? updateAttempt(attempt, { state: 'sent' }, { kind: 'register' }) : unchanged(attempt)

const registered: Decide<'registered'> = (attempt, { intentID, at }) => {
  if (attempt.state !== 'sent') return unchanged(attempt)
  const known: PaymentAttempt = { ...attempt, intentID: intentID === '' ? null : intentID }
  if (attempt.isCancelAsked) return giveUp(known, cancelledFailure(attempt.kind))
  const afterMs = attempt.route === 'card-fields' ? cardFieldsCancelAfterMs : autoCancelAfterMs
  return updateAttempt(
    known,
    { state: 'handed-off', handedOffAt: at },
    { kind: 'arm-deadline', afterMs },
    { kind: 'collect' },
  )
}

const registerRefused: Decide<'register-refused'> = (attempt, { failure, at }) =>
  attempt.state === 'sent' ? updateAttempt(attempt, { state: 'cancelled', failure, settledAt: at }) : unchanged(attempt)

const registerUnknown: Decide<'register-unknown'> = (attempt, { failure }) =>
  attempt.state === 'sent' ? giveUp(attempt, failure) : unchanged(attempt)

const cardPresented: Decide<'card-presented'> = (attempt) =>
  attempt.state === 'handed-off' ? updateAttempt(attempt, { state: 'processing' }) : unchanged(attempt)

/** A pad's approval means that money has moved. It replaces any earlier state and is reported until it is recorded. */
const padApproved = (
  attempt: PaymentAttempt,
  { referenceID, card }: Extract<ReaderAnswer, { readonly outcome: 'approved' }>,
): AttemptDecision => {
  if (attempt.state === 'succeeded') return unchanged(attempt)
  const { cardType, cardLastFour } = card
  const terminalResult: TerminalResult = { ...padResult('approved', ''), referenceID, cardType, cardLastFour }
  const approved: PaymentAttempt = { ...attempt, state: 'succeeded', terminalResult, failure: null, settledAt: null }
  return { attempt: approved, effects: [disarm, findOut(approved)] }
}

/** Reports a pad's refusal to the back office. It does not replace an earlier result. */
const padRefused = (
  attempt: PaymentAttempt,
  outcome: Exclude<TerminalResult['outcome'], 'approved'>,
  failure: AttemptFailure,
): AttemptDecision => {
  if (attempt.terminalResult !== null) return unchanged(attempt)
  const terminalResult = padResult(outcome, failure.message)
  const refused: PaymentAttempt = { ...attempt, state: 'unknown', terminalResult, failure }
  return { attempt: refused, effects: [disarm, findOut(refused)] }
}

const readerAnswered: Decide<'reader-answered'> = (attempt, { answer }) => {
  if (answer.outcome === 'approved') {
    if (isPad(attempt)) return padApproved(attempt, answer)
    if (attempt.state === 'succeeded') return unchanged(attempt)
    const effects: readonly AttemptEffect[] = [disarm, { kind: 'settle', isAbandoned: false, terminal: null }]
    if (attempt.state === 'processing') return { attempt, effects }
    // An approval reopens even a declined or cancelled attempt, until the processor confirms the result.
    return updateAttempt(attempt, { state: isFinalAttempt(attempt.state) ? 'unknown' : 'processing' }, ...effects)
  }
  if (isFinalAttempt(attempt.state)) return unchanged(attempt)
  if (answer.outcome === 'unknown') {
    const lost: PaymentAttempt = { ...attempt, state: 'unknown' }
    return { attempt: lost, effects: [disarm, findOut(lost)] }
  }
  const reported = readerFailure(attempt.kind, answer)
  const failure = answer.outcome === 'cancelled' ? (attempt.failure ?? reported) : reported
  if (isPad(attempt))
    return padRefused(attempt, answer.outcome === 'not-started' ? 'cancelled' : answer.outcome, failure)
  const refused: PaymentAttempt = { ...attempt, state: 'unknown', failure }
  return { attempt: refused, effects: [disarm, findOut(refused)] }
}

const terminalSaid: Decide<'terminal-said'> = (attempt, { memory }) => {
  if (!isPad(attempt)) return unchanged(attempt)
  if (memory.outcome === 'approved') return padApproved(attempt, memory)
  // Without an approval, the pad's memory counts only while the result is unknown and the pad has not answered.
  if (attempt.state !== 'unknown' || attempt.terminalResult !== null) return unchanged(attempt)
  switch (memory.outcome) {
    case 'declined':
    case 'cancelled':
      return padRefused(attempt, memory.outcome, attempt.failure ?? readerFailure(attempt.kind, memory))
    case 'not-found':
      return padRefused(attempt, 'not-found', attempt.failure ?? interruptedFailure(attempt.kind))
    case 'in-progress':
      // The workstation no longer watches this reader, and a reader that was given up must not take a card.
      return updateAttempt(attempt, { isCancelAsked: true }, { kind: 'cancel-reader' }, retryLater)
    case 'cannot-say':
      return { attempt, effects: [retryLater] }
  }
}

/**
 * Returns the effects that ask the reader to stop and the processor to cancel the intent. Without an intent, the result
 * is checked instead. A pad is only asked to stop. None of these effects ends the attempt.
 */
const stop = (attempt: PaymentAttempt): readonly AttemptEffect[] => {
  const stopReader: AttemptEffect = { kind: 'cancel-reader' }
  if (isPad(attempt)) return [stopReader]
  return attempt.intentID === null
    ? [stopReader, findOut(attempt)]
    : [stopReader, { kind: 'cancel-intent', intentID: attempt.intentID }]
}

const cancelAsked: Decide<'cancel-asked'> = (attempt) => {
  if (isFinalAttempt(attempt.state)) return unchanged(attempt)
  const asked: PaymentAttempt = { ...attempt, isCancelAsked: true }
  if (isBeforeReader(attempt)) return unchanged(asked)
  return { attempt: asked, effects: isWithReader(attempt) ? stop(attempt) : [findOut(attempt)] }
}

const deadline: Decide<'deadline'> = (attempt) => {
  if (!isWithReader(attempt)) return unchanged(attempt)
  if (attempt.isCancelAsked) {
    // The reader was asked to stop and has not answered.
    const lost: PaymentAttempt = { ...attempt, state: 'unknown' }
    return { attempt: lost, effects: [findOut(lost)] }
  }
  const arm: AttemptEffect = { kind: 'arm-deadline', afterMs: stopGraceMs }
  const failure = attempt.failure ?? lateFailure(attempt.kind)
  return updateAttempt(attempt, { isCancelAsked: true, failure }, arm, ...stop(attempt))
}

const cancelAnswered: Decide<'cancel-answered'> = (attempt) =>
  isPad(attempt) || isFinalAttempt(attempt.state) || isBeforeReader(attempt)
    ? unchanged(attempt)
    : { attempt, effects: [findOut(attempt)] }

const standingRead: Decide<'standing'> = (attempt, { standing, at }) => {
  if (!isOpenAttempt(attempt) && standing.state !== 'succeeded') return unchanged(attempt)
  const { state, transactionID } = standing
  if (state === 'succeeded' && transactionID !== null) {
    if (attempt.transactionID !== null) return unchanged(attempt)
    const intentID = attempt.intentID ?? standing.intentID
    return updateAttempt(attempt, { state, transactionID, intentID, failure: null, settledAt: at }, disarm)
  }
  if (state === 'declined' || state === 'cancelled') {
    if (isApprovedByPad(attempt)) return { attempt, effects: [{ kind: 'report-unrecorded' }, retryLater] }
    const failure = attempt.failure ?? standing.failure ?? cancelledFailure(attempt.kind)
    const stopReader: readonly AttemptEffect[] = isWithReader(attempt) ? [{ kind: 'cancel-reader' }] : []
    return updateAttempt(attempt, { state, failure, settledAt: at }, disarm, ...stopReader)
  }
  return notSettled(attempt)
}

/**
 * Asks for the result again later, because it is still unknown. Changes nothing while the reader waits for a card and
 * no cancel was requested.
 */
const notSettled = (attempt: PaymentAttempt): AttemptDecision => {
  if (!isOpenAttempt(attempt) || isBeforeReader(attempt)) return unchanged(attempt)
  if (attempt.state === 'handed-off' && !attempt.isCancelAsked) return unchanged(attempt)
  return isWithReader(attempt)
    ? updateAttempt(attempt, { state: 'unknown' }, retryLater)
    : { attempt, effects: [retryLater] }
}

const retryDue: Decide<'retry-due'> = (attempt) =>
  isOpenAttempt(attempt) && !isBeforeReader(attempt) && !isWithReader(attempt)
    ? { attempt, effects: [findOut(attempt)] }
    : unchanged(attempt)

const restart: Decide<'restart'> = (attempt) => {
  if (isBeforeReader(attempt)) return giveUp(attempt, interruptedFailure(attempt.kind))
  if (!isWithReader(attempt)) return retryDue(attempt, { kind: 'retry-due' })
  const left: PaymentAttempt = { ...attempt, state: 'unknown' }
  return { attempt: left, effects: isPad(left) ? [findOut(left)] : [{ kind: 'cancel-reader' }, findOut(left)] }
}

/**
 * Decides the next state of a card attempt after an event, and the effects of the event (decisions §5). After a reader
 * was asked, an attempt ends only by the processor's result, which the back office reads, or by the pad's result. A
 * cancel, a timeout, a lost reader or a reader's refusal only starts a check. An unchanged attempt is returned as the
 * same object.
 */
export const decideAttempt = (attempt: PaymentAttempt, event: AttemptEvent): AttemptDecision => {
  switch (event.kind) {
    case 'begin':
      return begin(attempt, event)
    case 'registered':
      return registered(attempt, event)
    case 'register-refused':
      return registerRefused(attempt, event)
    case 'register-unknown':
      return registerUnknown(attempt, event)
    case 'card-presented':
      return cardPresented(attempt, event)
    case 'reader-answered':
      return readerAnswered(attempt, event)
    case 'terminal-said':
      return terminalSaid(attempt, event)
    case 'deadline':
      return deadline(attempt, event)
    case 'cancel-asked':
      return cancelAsked(attempt, event)
    case 'cancel-answered':
      return cancelAnswered(attempt, event)
    case 'standing':
      return standingRead(attempt, event)
    case 'standing-unreachable':
      return notSettled(attempt)
    case 'retry-due':
      return retryDue(attempt, event)
    case 'restart':
      return restart(attempt, event)
  }
}
