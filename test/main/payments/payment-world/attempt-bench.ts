import { fail, ok, type Reply } from '#contract/reply.ts'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { attemptIDSchema, type Transaction } from '#domain/payments/transaction.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import type { AttemptOffice, PaymentAttemptsParts } from '#main/payments/attempt-ports.ts'
import { createPaymentAttempts, type PaymentAttempts } from '#main/payments/attempts.ts'
import { createMemoryPaymentJournal } from '#test/fakes/memory-payment-journal.ts'
import { createFakeAttemptOffice } from './fake-attempt-office.ts'
import { createFakeCardProcessor } from './fake-card-processor.ts'
import { type CardScript, createFakeReader, type FakeReader } from './fake-readers.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

export const studyID = studyIDSchema.parse('S-1')
export const attemptID = attemptIDSchema.parse('attempt-0001')
export const otherAttemptID = attemptIDSchema.parse('attempt-0002')

/** One desk with only the faults that a test sets, and a list of events in order. */
export type Bench = {
  readonly clock: VirtualClock
  readonly parts: PaymentAttemptsParts
  readonly attempts: PaymentAttempts
  readonly processor: ReturnType<typeof createFakeCardProcessor>
  readonly ledger: ReturnType<typeof createFakeAttemptOffice>
  readonly reader: FakeReader
  /** Every call that the service made, with the attempt's state on disk at that moment. */
  readonly done: string[]
  readonly published: PaymentAttempt[]
  readonly recorded: string[]
  readonly logged: string[]
  state(): PaymentAttempt['state'] | undefined
  attempt(): PaymentAttempt | null
}

const script: CardScript = { story: 'approved', afterMs: 2000, takesMs: 500 }

export const createBench = (
  options: {
    readonly kind?: 'processor' | 'pad'
    readonly cards?: readonly CardScript[]
    readonly change?: (parts: PaymentAttemptsParts) => Partial<PaymentAttemptsParts>
    readonly office?: Partial<AttemptOffice>
  } = {},
): Bench => {
  const clock = createVirtualClock(Date.parse('2026-11-20T10:00:00Z'))
  const processor = createFakeCardProcessor(clock)
  const ledger = createFakeAttemptOffice(processor)
  const cards = [...(options.cards ?? [])]
  const reader = createFakeReader(
    'reader-1',
    clock,
    options.kind === 'pad' ? null : processor,
    () => cards.shift() ?? script,
  )
  const journal = createMemoryPaymentJournal()
  const done: string[] = []
  const published: PaymentAttempt[] = []
  const recorded: string[] = []
  const logged: string[] = []
  const note = (what: string, id = attemptID) => done.push(`${what} ${journal.read(id)?.state ?? 'not written'}`)
  const reply = async <Value>(value: Reply<Value>): Promise<Reply<Value>> => {
    await clock.sleep(20)
    return value
  }
  const office: AttemptOffice = {
    register: (attempt) => {
      note('register', attempt.attemptID)
      return reply(ledger.register(attempt))
    },
    cancelIntent: (_, intentID) => {
      note('cancel intent')
      return reply(ledger.cancelIntent(intentID))
    },
    settle: (attempt, body) => {
      note(`settle${body.isAbandoned ? ' abandoned' : ''}`, attempt.attemptID)
      return reply(ledger.settle(attempt, body))
    },
    readTransaction: () => reply(ok(interacPayment)),
    readInteracRefund: () => reply(ok({ chargeID: 'ch_1', amount: 5000, transactionID: interacPayment.transactionID })),
    confirmSimulated: async (clientSecret, paymentMethod) => {
      note(`confirm ${paymentMethod}`)
      const isGood = paymentMethod === 'pm_card_visa'
      const end = await processor.confirm(clientSecret.replace('_secret', ''), isGood ? 'good' : 'bad', 100)
      const error = { code: 'card_declined', decline_code: null, message: 'Your card was declined.' }
      return ok({ status: end, error: end === 'succeeded' ? null : error })
    },
    ...options.office,
  }
  const parts: PaymentAttemptsParts = {
    journal,
    office,
    terminal: () => ({
      ...reader,
      collect: (request, onProcessing) => {
        note(`collect ${request.refund?.chargeID ?? request.amount}`)
        return reader.collect(request, onProcessing)
      },
      cancel: (id) => {
        note('stop reader')
        return reader.cancel(id)
      },
    }),
    openCardFields: () => ok('stand-in'),
    readPlace: async () => ok({ locationID: locationIDSchema.parse('ca-bc-1'), currency: 'CAD' }),
    author: () => 'u-1',
    isOnline: () => true,
    publish: (_, payload) => published.push(payload as PaymentAttempt),
    log: (_, code) => logged.push(code),
    onRecorded: (attempt, moved) => recorded.push(`${attempt.attemptID} ${moved.transaction.transactionID}`),
    nowMs: clock.nowMs,
    after: clock.after,
  }
  const changed = { ...parts, ...options.change?.(parts) }
  return {
    clock,
    parts: changed,
    attempts: createPaymentAttempts(changed),
    processor,
    ledger,
    reader,
    done,
    published,
    recorded,
    logged,
    state: () => journal.read(attemptID)?.state,
    attempt: () => journal.read(attemptID),
  }
}

/** Waits for an answer while time passes. */
export const inTime = async <Value>(bench: Bench, answer: Promise<Value>, ms = 1000): Promise<Value> => {
  await bench.clock.pass(ms)
  return await answer
}

/** An Interac payment of which 50.00 can still be refunded. */
export const interacPayment = {
  transactionID: 't-1',
  studyID: 'S-1',
  currency: 'CAD',
  details: { isInterac: true, referenceID: 'pi_1' },
} as unknown as Transaction

export const refused = (code: 'payment-in-progress' | 'timed-out' | 'interac-needs-card') => async () =>
  fail(code, 'Said by the back office.')

export const payment = { attemptID, studyID, amount: 1299, through: 'terminal' } as const

export const start = (bench: Bench, changes: Partial<Parameters<Bench['attempts']['start']>[0]> = {}) =>
  inTime(bench, bench.attempts.start({ ...payment, ...changes }), 0)

export const codeOf = (reply: { readonly ok: boolean; readonly failure?: { readonly code: string } }) =>
  reply.ok ? 'ok' : reply.failure?.code
