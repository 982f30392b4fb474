import { describe, expect, it } from 'vitest'
import { cancelledFailure, lateFailure, noAnswerFailure } from '#domain/payments/attempt-failure.ts'
import { attemptStates, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { describeAttempt, isClosable, processPaymentWords } from '#renderer/payments/inside/process-payment-words.ts'

const base: PaymentAttempt = {
  attemptID: 'attempt-number-1' as PaymentAttempt['attemptID'],
  studyID: 's-1' as PaymentAttempt['studyID'],
  locationID: 'ca-bc-1' as PaymentAttempt['locationID'],
  kind: 'payment',
  route: 'simulated',
  readerID: 'sim-1',
  amountMinor: 50_000,
  currency: 'CAD',
  refundOf: null,
  memo: '',
  state: 'created',
  intentID: null,
  isCancelAsked: false,
  transactionID: null,
  terminalResult: null,
  failure: null,
  begunAt: '2026-11-23T16:00:00Z' as PaymentAttempt['begunAt'],
  handedOffAt: null,
  settledAt: null,
  author: 'u-1',
}
const recorded = 't-1' as NonNullable<PaymentAttempt['transactionID']>
const hands = { hasCard: false, isProviderWindow: false }
const say = (change: Partial<PaymentAttempt>, held = hands) => describeAttempt({ ...base, ...change }, held)

describe('the words of Process Payment', () => {
  it.each([
    ['created', 'Please Hand Terminal to Member', 'waiting', true],
    ['sent', 'Please Hand Terminal to Member', 'waiting', true],
    ['handed-off', 'Please Hand Terminal to Member', 'waiting', true],
    ['processing', 'Processing Payment', 'working', true],
    ['unknown', 'Processing Payment', 'finding-out', false],
    ['declined', 'Payment Unsuccessful', 'failed', false],
    ['cancelled', 'Payment Unsuccessful', 'failed', false],
  ] as const)('are those of the spec when the attempt is %s', (state, title, stage, mayCancel) => {
    expect(say({ state })).toMatchObject({ title, stage, mayCancel })
  })

  it('report a success only once it is recorded', () => {
    expect(say({ state: 'succeeded' })).toMatchObject({
      title: 'Processing Payment',
      stage: 'finding-out',
      text: 'CA$500.00 was charged. Recording it in the ledger.',
    })
    expect(say({ state: 'succeeded', transactionID: recorded })).toMatchObject({
      title: 'Payment is Completed',
      stage: 'done',
    })
  })

  it('name a refund when the attempt is a refund', () => {
    const refund = { kind: 'refund' } as const
    expect(say({ ...refund, state: 'succeeded', transactionID: recorded }).title).toBe(
      processPaymentWords.refundTitles.successful,
    )
    expect(say({ ...refund, state: 'processing' }).title).toBe(processPaymentWords.refundTitles.processing)
    expect(say({ ...refund, state: 'unknown' }).text).toContain('whether CA$500.00 was refunded')
    const failure = { code: 'payment-declined', message: 'Failed to process refund: The card was declined.' }
    expect(say({ ...refund, state: 'declined', failure })).toMatchObject({
      title: processPaymentWords.refundTitles.unsuccessful,
      text: processPaymentWords.failed.refund,
      failure: 'Failed to process refund: The card was declined.',
    })
  })

  it('name who is asked for the result: the card processor, or the card terminal that has it', () => {
    expect(say({ state: 'unknown' }).text).toContain('with the card processor')
    expect(say({ state: 'unknown', route: 'serial' }).text).toContain('with the card terminal')
  })

  it('report that a cancellation was passed on, and offer no second cancellation', () => {
    for (const state of ['handed-off', 'processing'] as const) {
      expect(say({ state, isCancelAsked: true })).toMatchObject({
        text: 'Transaction cancellation initiated on PIN Pad',
        mayCancel: false,
        isCounting: false,
      })
    }
  })

  it('tell a cancel by staff from a timeout and from every failure', () => {
    const cancelled = (change: Partial<PaymentAttempt>): boolean => say({ state: 'cancelled', ...change }).isOwnCancel
    expect(cancelled({ isCancelAsked: true })).toBe(true)
    expect(cancelled({ isCancelAsked: true, failure: cancelledFailure('payment') })).toBe(true)
    expect(cancelled({ isCancelAsked: true, failure: lateFailure('payment') })).toBe(false)
    // The member or the reader cancelled.
    expect(cancelled({ failure: cancelledFailure('payment') })).toBe(false)
    expect(cancelled({ isCancelAsked: true, failure: noAnswerFailure })).toBe(false)
    expect(cancelled({ isCancelAsked: true, state: 'declined' })).toBe(false)
  })

  it('mention no terminal for a typed card', () => {
    const typed = { route: 'card-fields', state: 'handed-off' } as const
    expect(say(typed, { ...hands, hasCard: true })).toMatchObject({
      title: 'Processing Payment',
      text: processPaymentWords.waiting.charging,
    })
    expect(say(typed, { ...hands, isProviderWindow: true }).text).toContain("the card provider's own window")
    expect(say(typed).text).toContain('No card details were sent.')
  })

  it('do not let the user dismiss the dialog while money may move or is not recorded yet', () => {
    const open = attemptStates.filter((state) => !isClosable({ ...base, state }))
    expect(open).toEqual(['created', 'sent', 'handed-off', 'processing', 'unknown', 'succeeded'])
    expect(isClosable({ ...base, state: 'succeeded', transactionID: recorded })).toBe(true)
  })
})
