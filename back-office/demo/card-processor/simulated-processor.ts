import { join } from 'node:path'
import type {
  CardProcessor,
  Intent,
  ProcessorError,
  ProcessorRefund,
  ProcessorReply,
} from '../../outside/processor/card-processor.ts'
import { refusedBy } from '../../outside/processor/card-processor.ts'
import { openEventBook } from '../event-book.ts'
import { type SimulatedEvent, simulatedEventSchema } from './simulated-events.ts'
import { simulatedOutcomeOf } from './simulated-outcomes.ts'
import {
  applySimulatedEvent,
  createSimulatedState,
  findIntent,
  intentIDOf,
  noSuch,
  preparedIDOf,
} from './simulated-state.ts'

type SimulatedOptions = {
  readonly dataFolder: string
  /** Epoch seconds. */
  readonly now: () => number
  readonly newId: () => string
}

type Confirmed = { readonly id: string; readonly status: string; readonly error: ProcessorError | null }

/** Returns the payments and refunds since a time. */
const findTakenIn = (state: ReturnType<typeof createSimulatedState>, since: number) => ({
  payments: [...state.intents.values()].flatMap((intent) => {
    const origin = state.origins.get(intent.id)
    const isTaken = intent.status === 'succeeded' && origin !== undefined && origin.createdAt >= since
    return isTaken ? [{ intent, ...origin }] : []
  }),
  refunds: [...state.refunds.values()]
    .filter(({ createdAt, status }) => createdAt >= since && status !== 'failed')
    .map((refund) => ({ ...refund, currency: state.intents.get(refund.intentID ?? '')?.currency ?? null })),
})

/**
 * Creates a processor for demos and tests: test cards and amounts choose the outcomes as in Stripe's own testing
 * tables. It stores its state in a file beside the database and writes each change to disk before it answers. A charge
 * therefore survives a crash of the process, and several back offices on one data folder share the state.
 */
export const createSimulatedProcessor = (options: SimulatedOptions): CardProcessor => {
  const state = createSimulatedState()
  const book = openEventBook<SimulatedEvent>(
    join(options.dataFolder, 'simulated-processor.jsonl'),
    (value) => simulatedEventSchema.safeParse(value).data,
    (event) => applySimulatedEvent(state, event, simulatedOutcomeOf),
  )
  state.answers.clear()
  // Returns the answer to this request, and discards the answers to requests of other processes.
  const takeAnswer = (requestID: string): ProcessorReply<Confirmed | ProcessorRefund> => {
    const answer = state.answers.get(requestID) ?? refusedBy('resource_missing', 'Payment not found.')
    state.answers.clear()
    return answer
  }
  const found = (id: string): ProcessorReply<Intent> => {
    const intent = findIntent(state, id)
    return intent === undefined ? noSuch(id) : { ok: true, value: intent }
  }
  const idOfSecret = (clientSecret: string): string | undefined => {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const known = state.intents.get(id)?.clientSecret ?? state.prepared.get(id)?.clientSecret
    return known === clientSecret ? id : undefined
  }

  return {
    kind: 'simulated',
    publishableKey: () => null,
    connectionToken: async (locationID) => ({
      ok: true,
      value: { location: `tml_sim_${locationID}`, secret: `pst_sim_${options.newId()}` },
    }),

    createIntent: async ({ attemptID, amount, currency, kind, metadata }) => {
      const id = intentIDOf(attemptID)
      book.catchUp()
      if (!state.intents.has(id)) {
        const { studyID, locationID } = metadata
        const origin = { ...(studyID !== undefined && { studyID }), ...(locationID !== undefined && { locationID }) }
        const made = { op: 'create', attemptID, secret: options.newId(), amount, currency, kind } as const
        book.append({ ...made, ...origin, at: options.now() })
      }
      const intent = found(id)
      return intent.ok && (intent.value.amount !== amount || intent.value.currency !== currency)
        ? refusedBy('idempotency_error', 'This key was used for another payment.')
        : intent
    },

    readIntent: async (intentID) => {
      book.catchUp()
      return found(intentID)
    },

    cancelIntent: async (intentID) => {
      book.append({ op: 'cancel', id: intentID, at: options.now() })
      const intent = found(intentID)
      return intent.ok && intent.value.status !== 'canceled'
        ? refusedBy('payment_intent_unexpected_state', `This payment is already ${intent.value.status}.`)
        : intent
    },

    refund: async ({ intentID, amount, attemptID }) => {
      const requestID = options.newId()
      book.append({ op: 'refund', requestID, attemptID, intentID, amount, at: options.now() })
      return takeAnswer(requestID) as ProcessorReply<ProcessorRefund>
    },

    findRefunds: async (intentID) => {
      book.catchUp()
      const refunds = [...state.refunds.values()].filter((refund) => refund.intentID === intentID)
      return { ok: true, value: refunds.reverse() }
    },

    findTaken: async (since) => {
      book.catchUp()
      return { ok: true, value: findTakenIn(state, since) }
    },

    prepareReaderRefund: async ({ intentID, amount, attemptID }) => {
      const id = preparedIDOf(attemptID)
      book.catchUp()
      if (!state.prepared.has(id)) {
        book.append({
          op: 'prepare-refund',
          attemptID,
          secret: options.newId(),
          intentID,
          amount,
          at: options.now(),
        })
      }
      const prepared = state.prepared.get(id)
      if (prepared === undefined) return noSuch(id)
      return prepared.intentID === intentID && prepared.amount === amount
        ? { ok: true, value: { id, clientSecret: prepared.clientSecret } }
        : refusedBy('idempotency_error', 'This key was used for another refund.')
    },

    canCancelReaderRefund: true,
    cancelReaderRefund: async (id) => {
      book.append({ op: 'cancel', id, at: options.now() })
      return { ok: true, value: null }
    },

    confirmSimulated: async (clientSecret, paymentMethod) => {
      book.catchUp()
      const id = idOfSecret(clientSecret)
      if (id === undefined) return refusedBy('resource_missing', 'Payment not found.')
      const requestID = options.newId()
      book.append({ op: 'confirm', requestID, id, paymentMethod, at: options.now() })
      return takeAnswer(requestID) as ProcessorReply<Confirmed>
    },
  }
}
