import { describe, expect, it } from 'vitest'
import { decideAttempt, stopGraceMs } from '#domain/payments/decide-attempt.ts'
import { attemptStates, type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import { anAttempt } from '#test/builders/payment-attempts.ts'
import { attemptEvents, describeDecision, type EventName } from './attempt-events.ts'
import { attemptTable, type Holder } from './attempt-table.ts'

const approvedByPad = {
  outcome: 'approved',
  referenceID: 'r-1',
  cardType: 'visa',
  cardLastFour: '4242',
  message: '',
} as const

const inState = (holder: Holder, state: PaymentAttempt['state']): PaymentAttempt => {
  const route = holder === 'processor' ? 'simulated' : 'serial'
  const intentID = holder === 'processor' && state !== 'created' && state !== 'sent' ? 'pi_1' : null
  if (state !== 'succeeded') return anAttempt({ route, state, intentID })
  return holder === 'processor'
    ? anAttempt({ route, state, intentID, transactionID: 't-1' })
    : anAttempt({ route, state, terminalResult: approvedByPad })
}

const decide = (attempt: PaymentAttempt, ...names: readonly EventName[]): PaymentAttempt =>
  names.reduce((before, name) => decideAttempt(before, attemptEvents[name]).attempt, attempt)

describe('decideAttempt', () => {
  const holders = ['processor', 'terminal'] as const
  const names = Object.keys(attemptEvents) as EventName[]
  const cases = holders.flatMap((holder) =>
    attemptStates.flatMap((state) => names.map((name) => [holder, state, name] as const)),
  )
  it.each(cases)('decides for a %s attempt in state %s after: %s', (holder, state, name) => {
    const before = inState(holder, state)
    const decision = decideAttempt(before, attemptEvents[name])
    const expected = attemptTable[holder][state][name]
    if (expected === undefined) {
      expect(decision.attempt).toBe(before)
      expect(decision.effects).toEqual([])
    } else {
      expect(describeDecision(decision)).toBe(expected)
    }
  })

  it.each(holders)(
    'never makes an attempt unsuccessful only because of a cancel, a timeout or a restart: %s',
    (holder) => {
      for (const state of ['created', 'sent', 'handed-off', 'processing', 'unknown'] as const) {
        for (const name of [
          'cancel asked',
          'deadline',
          'cancel answered',
          'restart',
          'retry due',
          'unreachable',
        ] as const) {
          expect(toModalState(decide(inState(holder, state), name)), `${state}, ${name}`).not.toBe('unsuccessful')
        }
      }
    },
  )

  it('does not start the reader if a cancel came before the answer to the registration', () => {
    const asked = decide(inState('processor', 'sent'), 'cancel asked')
    expect(describeDecision(decideAttempt(asked, attemptEvents.registered))).toBe(
      'unknown (stopping): settle abandoned',
    )
    const pad = decide(inState('terminal', 'sent'), 'cancel asked')
    expect(describeDecision(decideAttempt(pad, attemptEvents.registered))).toBe(
      'unknown (stopping, pad cancelled): tell',
    )
  })

  it('stops waiting for a reader that did not answer the request to stop', () => {
    expect(stopGraceMs).toBe(30_000)
    const asked = decide(inState('processor', 'processing'), 'deadline')
    expect(describeDecision(decideAttempt(asked, attemptEvents.deadline))).toBe('unknown (stopping): settle abandoned')
    const pad = decide(inState('terminal', 'handed-off'), 'cancel asked')
    expect(describeDecision(decideAttempt(pad, attemptEvents.deadline))).toBe('unknown (stopping): inquire')
  })

  it('checks the result immediately after a cancel if the attempt has no PaymentIntent', () => {
    const refund = anAttempt({ kind: 'refund', refundOf: 't-9', state: 'handed-off' })
    expect(describeDecision(decideAttempt(refund, attemptEvents['cancel asked']))).toBe(
      'handed-off (stopping): cancel-reader, settle abandoned',
    )
  })

  it('sets a timeout of ten minutes for card fields', () => {
    const typed = anAttempt({ route: 'card-fields', readerID: null, state: 'sent' })
    expect(describeDecision(decideAttempt(typed, attemptEvents.registered))).toBe('handed-off: arm 600 s, collect')
  })

  it('stores a pad’s answer with at most four digits of the card, in the same step as the state', () => {
    expect(decide(inState('terminal', 'processing'), 'reader approved')).toMatchObject({
      state: 'succeeded',
      transactionID: null,
      terminalResult: { outcome: 'approved', referenceID: 'r-1', cardType: 'visa', cardLastFour: '4242' },
    })
  })

  it('after a restart, sends a pad’s refusal to the back office again without asking the pad', () => {
    const refused = decide(inState('terminal', 'processing'), 'reader declined')
    expect(describeDecision(decideAttempt(refused, attemptEvents.restart))).toBe('unknown (pad declined): tell')
  })

  it('replaces a pad’s refusal with a later approval, but never an approval with a refusal', () => {
    const refused = decide(inState('terminal', 'processing'), 'reader declined')
    expect(decide(refused, 'memory approved').terminalResult?.outcome).toBe('approved')
    expect(decide(inState('terminal', 'succeeded'), 'reader declined', 'memory declined').state).toBe('succeeded')
  })

  it.each([
    ['reader declined', 'payment-declined', 'Process Payment Result Error: Insufficient funds.'],
    ['reader cancelled', 'payment-cancelled', 'The payment was cancelled.'],
    ['reader not started', 'terminal-busy', 'Failed to connect: In use.'],
  ] as const)('gives the reason for the failure after %s as a payment message', (name, code, message) => {
    expect(decide(inState('processor', 'handed-off'), name, 'standing cancelled').failure).toEqual({ code, message })
  })

  it('names the payment method in the failure if the reader could not read the card', () => {
    const answer = { outcome: 'declined', step: 'payment-method', reason: 'Card removed.' } as const
    const declined = decideAttempt(inState('terminal', 'processing'), { kind: 'reader-answered', answer })
    expect(declined.attempt.failure).toEqual({
      code: 'payment-declined',
      message: 'Payment Method Error: Card removed.',
    })
  })

  it('names the refund in every failure of a refund', () => {
    const refund = anAttempt({ kind: 'refund', refundOf: 't-9', state: 'processing' })
    expect(decide(refund, 'reader declined').failure?.message).toBe('Failed to process refund: Insufficient funds.')
    expect(decide(refund, 'reader cancelled').failure?.message).toBe('The refund was cancelled.')
    expect(decide(refund, 'standing cancelled').failure?.message).toBe('The refund was cancelled.')
    expect(decide(refund, 'deadline').failure?.message).toBe('The refund timed out and was cancelled.')
    const sent: PaymentAttempt = { ...refund, state: 'sent' }
    expect(decide(sent, 'restart').failure?.message).toBe('The refund was interrupted. No money was refunded.')
  })

  it('gives the timeout as the reason for the failure, unless the reader declined for another reason', () => {
    const late = decide(inState('processor', 'handed-off'), 'deadline')
    expect(decide(late, 'reader cancelled', 'standing cancelled').failure?.message).toMatch(
      /timed out and was cancelled/,
    )
    expect(decide(late, 'reader declined', 'standing declined').failure?.message).toMatch(/Insufficient funds/)
  })

  it('has no failure after a late success', () => {
    const late = decide(inState('processor', 'handed-off'), 'deadline', 'reader declined')
    expect(decide(late, 'standing succeeded').failure).toBeNull()
  })
})
