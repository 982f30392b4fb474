import { type Money, toMoney } from '#domain/values/money.ts'
import type {
  Intent,
  ProcessorCard,
  ProcessorError,
  ProcessorRefund,
  ProcessorReply,
  TakenPayment,
} from '../../outside/processor/card-processor.ts'
import { refusedBy } from '../../outside/processor/card-processor.ts'
import type { SimulatedEvent } from './simulated-events.ts'

/** The outcome of a test card and an amount. */
export type SimulatedOutcome =
  | { readonly outcome: 'approved'; readonly card: ProcessorCard }
  | { readonly outcome: 'declined'; readonly error: ProcessorError }

/** A refund at the reader that waits for the card. */
type PreparedRefund = {
  readonly id: string
  readonly clientSecret: string
  readonly intentID: string
  readonly attemptID: string
  readonly amount: Money
  readonly status: 'requires_payment_method' | 'canceled' | 'succeeded'
  readonly lastError: ProcessorError | null
}

type Confirmed = { readonly id: string; readonly status: string; readonly error: ProcessorError | null }

type SimulatedState = {
  readonly intents: Map<string, Intent>
  /** Ids of the intents that are paid at a reader. */
  readonly atReader: Set<string>
  /** For each intent id, the data that its card attempt named, and when the intent was made. */
  readonly origins: Map<string, Omit<TakenPayment, 'intent'>>
  readonly refunds: Map<string, ProcessorRefund>
  readonly prepared: Map<string, PreparedRefund>
  /**
   * Results by request id, including results of other processes' requests. All results are removed when this process
   * reads its own result.
   */
  readonly answers: Map<string, ProcessorReply<Confirmed | ProcessorRefund>>
}

export const createSimulatedState = (): SimulatedState => ({
  intents: new Map(),
  atReader: new Set(),
  origins: new Map(),
  refunds: new Map(),
  prepared: new Map(),
  answers: new Map(),
})

export const intentIDOf = (attemptID: string): string => `pi_sim_${attemptID}`
const refundIDOf = (attemptID: string): string => `re_sim_${attemptID}`
export const preparedIDOf = (attemptID: string): string => `sr_sim_${attemptID}`
/**
 * Returns a payment of the demo's data, which has no events in the book. Its amount is a placeholder: the back office's
 * own ledger limits its refunds.
 */
const demoIntent = (id: string): Intent | undefined =>
  /^pi_demo_\w+$/.test(id)
    ? {
        id,
        clientSecret: '',
        status: 'succeeded',
        amount: toMoney(1_000_000_000),
        currency: 'CAD',
        card: { brand: 'card', last4: null, isInterac: id.startsWith('pi_demo_interac') },
        chargeID: `ch${id.slice(2)}`,
        lastError: null,
        attemptID: null,
      }
    : undefined

export const findIntent = (state: SimulatedState, id: string): Intent | undefined =>
  state.intents.get(id) ?? demoIntent(id)

export const noSuch = (id: string) => refusedBy('resource_missing', `The simulated processor has no ${id}.`)

const unexpectedState = (status: string): ProcessorError => ({
  code: 'payment_intent_unexpected_state',
  declineCode: null,
  message: `This payment or refund is already ${status}.`,
})

/** Returns the refundable amount of an intent, in minor units. */
const refundableAt = (state: SimulatedState, intent: Intent): number =>
  intent.amount -
  [...state.refunds.values()]
    .filter((refund) => refund.intentID === intent.id && refund.status !== 'failed')
    .reduce((total, refund) => total + refund.amount, 0)

const addRefund = (
  state: SimulatedState,
  refund: { readonly attemptID: string; readonly intentID: string; readonly amount: number; readonly at: number },
): ProcessorRefund => {
  const made: ProcessorRefund = {
    id: refundIDOf(refund.attemptID),
    intentID: refund.intentID,
    status: 'succeeded',
    amount: toMoney(refund.amount),
    createdAt: refund.at,
    attemptID: refund.attemptID,
    failure: null,
  }
  state.refunds.set(made.id, made)
  return made
}

const refund = (
  state: SimulatedState,
  event: Extract<SimulatedEvent, { op: 'refund' }>,
): ProcessorReply<ProcessorRefund> => {
  const made = state.refunds.get(refundIDOf(event.attemptID))
  if (made !== undefined) {
    return made.intentID === event.intentID && made.amount === event.amount
      ? { ok: true, value: made }
      : refusedBy('idempotency_error', 'This key was used for another refund.')
  }
  const intent = findIntent(state, event.intentID)
  if (intent === undefined) return noSuch(event.intentID)
  if (intent.status !== 'succeeded') return refusedBy('charge_not_refundable', 'Nothing was charged.')
  if (intent.card?.isInterac === true) {
    return refusedBy('charge_not_refundable', 'Refund an Interac payment with the card present.')
  }
  if (event.amount > refundableAt(state, intent)) {
    return refusedBy('charge_already_refunded', 'The amount is more than can still be refunded.')
  }
  return { ok: true, value: addRefund(state, event) }
}

const confirmRefund = (state: SimulatedState, prepared: PreparedRefund, tried: SimulatedOutcome, at: number) => {
  const set = (changes: Partial<PreparedRefund>): Confirmed => {
    const next = { ...prepared, ...changes }
    state.prepared.set(prepared.id, next)
    return { id: next.id, status: next.status, error: next.lastError }
  }
  if (prepared.status !== 'requires_payment_method') {
    return { id: prepared.id, status: prepared.status, error: unexpectedState(prepared.status) }
  }
  const intent = findIntent(state, prepared.intentID)
  if (tried.outcome === 'declined') return set({ lastError: tried.error })
  if (intent === undefined || prepared.amount > refundableAt(state, intent)) {
    const message = 'The amount is more than can still be refunded.'
    return set({ lastError: { code: 'charge_already_refunded', declineCode: null, message } })
  }
  if (tried.card.isInterac !== intent.card?.isInterac) {
    const message = "This isn't the card used for the payment."
    return set({ lastError: { code: 'card_mismatch', declineCode: null, message } })
  }
  addRefund(state, { attemptID: prepared.attemptID, intentID: intent.id, amount: prepared.amount, at })
  return set({ status: 'succeeded', lastError: null })
}

const confirmIntent = (state: SimulatedState, intent: Intent, tried: SimulatedOutcome): Confirmed => {
  if (intent.status !== 'requires_payment_method') {
    return { id: intent.id, status: intent.status, error: unexpectedState(intent.status) }
  }
  if (tried.outcome === 'approved' && tried.card.isInterac && intent.currency !== 'CAD') {
    const message = 'Interac cards work in CAD only.'
    return { id: intent.id, status: intent.status, error: { code: 'card_not_supported', declineCode: null, message } }
  }
  const next: Intent =
    tried.outcome === 'approved'
      ? { ...intent, status: 'succeeded', card: tried.card, chargeID: `ch${intent.id.slice(2)}`, lastError: null }
      : { ...intent, lastError: tried.error }
  state.intents.set(intent.id, next)
  return { id: next.id, status: next.status, error: next.lastError }
}

/**
 * Applies one event of the event book. Its effect depends only on the events before it, so that every process that
 * reads the book reaches the same state, even after a crash.
 */
export const applySimulatedEvent = (
  state: SimulatedState,
  event: SimulatedEvent,
  outcomeOf: (paymentMethod: string, amount: Money, isCardPresent: boolean) => SimulatedOutcome,
): void => {
  switch (event.op) {
    case 'create': {
      const id = intentIDOf(event.attemptID)
      if (state.intents.has(id)) return
      if (event.kind === 'card_present') state.atReader.add(id)
      const { at: createdAt, studyID = null, locationID = null } = event
      state.origins.set(id, { createdAt, studyID, locationID })
      state.intents.set(id, {
        id,
        clientSecret: `${id}_secret_${event.secret}`,
        status: 'requires_payment_method',
        amount: toMoney(event.amount),
        currency: event.currency,
        card: null,
        chargeID: null,
        lastError: null,
        attemptID: event.attemptID,
      })
      return
    }
    case 'confirm': {
      const intent = state.intents.get(event.id)
      const prepared = state.prepared.get(event.id)
      const paid = intent ?? findIntent(state, prepared?.intentID ?? '')
      if (paid === undefined) return
      const amount = prepared?.amount ?? paid.amount
      const isCardPresent = prepared !== undefined || state.atReader.has(paid.id)
      const tried = outcomeOf(event.paymentMethod, amount, isCardPresent)
      const value =
        prepared === undefined ? confirmIntent(state, paid, tried) : confirmRefund(state, prepared, tried, event.at)
      state.answers.set(event.requestID, { ok: true, value })
      return
    }
    case 'cancel': {
      const intent = state.intents.get(event.id)
      if (intent?.status === 'requires_payment_method') state.intents.set(event.id, { ...intent, status: 'canceled' })
      const prepared = state.prepared.get(event.id)
      if (prepared?.status === 'requires_payment_method') {
        state.prepared.set(event.id, { ...prepared, status: 'canceled' })
      }
      return
    }
    case 'refund':
      state.answers.set(event.requestID, refund(state, event))
      return
    case 'prepare-refund': {
      const id = preparedIDOf(event.attemptID)
      if (state.prepared.has(id)) return
      state.prepared.set(id, {
        id,
        clientSecret: `${id}_secret_${event.secret}`,
        intentID: event.intentID,
        attemptID: event.attemptID,
        amount: toMoney(event.amount),
        status: 'requires_payment_method',
        lastError: null,
      })
      return
    }
  }
}
