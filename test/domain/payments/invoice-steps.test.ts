import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkPaidStep,
  decideStep,
  mayToggleStep,
  noStepsDone,
  type StepsState,
  stepOfferReason,
  stepReference,
  stepStatuses,
  toggledStatus,
} from '#domain/payments/invoice-steps.ts'
import { paymentTypes, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { invoiceStepNames } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'

/** A state from letters: `i` issued, `d` deposited, `p` paid. */
const state = (letters: string): StepsState => ({
  issued: letters.includes('i'),
  deposit: letters.includes('d'),
  paid: letters.includes('p'),
})
const everyState = ['', 'i', 'd', 'p', 'id', 'ip', 'dp', 'idp']

describe('mayToggleStep', () => {
  it.each(everyState)('always allows issued to be toggled: %j', (letters) => {
    expect(mayToggleStep(state(letters), 'issued')).toEqual({ allowed: true })
  })
  it.each([
    ['', false],
    ['d', false],
    ['i', true],
    ['p', true],
    ['id', true],
    ['ip', true],
    ['dp', true],
    ['idp', true],
  ])('allows paid to be toggled only if issued or already paid: %j, allowed %j', (letters, allowed) => {
    expect(mayToggleStep(state(letters), 'paid').allowed).toBe(allowed)
  })
  it.each([
    ['', true],
    ['d', true],
    ['i', true],
    ['id', true],
    ['p', false],
    ['ip', false],
    ['dp', false],
    ['idp', false],
  ])('allows the deposit to be edited only while not paid: %j, allowed %j', (letters, allowed) => {
    expect(mayToggleStep(state(letters), 'deposit').allowed).toBe(allowed)
  })
})

describe('decideStep', () => {
  it.each([
    ['issued toggles to notIssued', 'i', 'notIssued', ''],
    ['notIssued toggles back to issued', '', 'issued', 'i'],
    ['paid toggles to notPaid', 'ip', 'notPaid', 'i'],
    ['notPaid toggles back to paid', 'i', 'paid', 'ip'],
    ['deposit toggles to notDeposited', 'id', 'notDeposited', 'i'],
    ['notDeposited toggles back to deposited', 'i', 'deposited', 'id'],
    ['paid and deposited stay when issued is cleared', 'idp', 'notIssued', 'dp'],
    ['paid can be cleared on a bill that is not issued', 'p', 'notPaid', ''],
  ] as const)('%s: %j, %s', (_clause, from, status, to) => {
    expect(decideStep(state(from), status, 'invoice')).toMatchObject({
      ok: true,
      next: state(to),
      changes: true,
      automaticallyIssued: false,
    })
  })
  it.each([
    ['an invoice that is not issued', '', 'deposit', 'invoice', 'Mark the invoice as issued first.'],
    ['an issued invoice', 'i', 'deposit', 'invoice', null],
    ['a deposited invoice, to clear the deposit', 'd', 'deposit', 'invoice', null],
    ['a cheque', '', 'deposit', 'cheque', null],
    ['an unissued invoice, to issue it', '', 'issued', 'invoice', null],
    [
      'a paid invoice',
      'ip',
      'deposit',
      'invoice',
      "The transaction is already paid, so its deposit step can't be changed.",
    ],
  ] as const)('offers a step or gives the reason against it: %s', (_what, letters, step, paymentType, reason) => {
    expect(stepOfferReason(state(letters), step, paymentType)).toBe(reason)
  })

  it('issues a bill that is not issued when its deposit is set', () => {
    expect(decideStep(noStepsDone, 'deposited', 'invoice')).toMatchObject({
      ok: true,
      next: state('id'),
      automaticallyIssued: true,
    })
  })
  it('does not issue a cheque when its deposit is set', () => {
    expect(decideStep(noStepsDone, 'deposited', 'cheque')).toMatchObject({
      ok: true,
      next: state('d'),
      automaticallyIssued: false,
    })
  })
  it.each([
    ['', 'paid'],
    ['d', 'paid'],
    ['ip', 'deposited'],
    ['idp', 'notDeposited'],
  ] as const)('refuses a disabled step with the reason: %j, %s', (from, status) => {
    expect(decideStep(state(from), status, 'invoice')).toMatchObject({
      ok: false,
      code: 'step-not-allowed',
      reason: expect.stringMatching(/\.$/),
    })
  })
  it('refuses steps of a type that has none', () => {
    expect(decideStep(noStepsDone, 'issued', 'giftCertificate')).toMatchObject({ ok: false, code: 'step-not-allowed' })
  })
  it('changes nothing if the step already has the value, even if it is disabled', () => {
    for (const letters of everyState)
      for (const status of stepStatuses) {
        const before = state(letters)
        const decision = decideStep(before, status, 'invoice')
        if (!decision.ok) continue
        const again = decideStep(decision.next, status, 'invoice')
        expect(again).toMatchObject({ ok: true, next: decision.next, changes: false, automaticallyIssued: false })
      }
  })
  it('allows exactly the toggles that are enabled, in every state', () => {
    for (const letters of everyState)
      for (const step of invoiceStepNames) {
        const status = toggledStatus(state(letters), step)
        expect(decideStep(state(letters), status, 'invoice').ok).toBe(mayToggleStep(state(letters), step).allowed)
      }
  })
  it('in any sequence, changes only one step, or two steps if the bill is issued automatically', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...stepStatuses)), (statuses) => {
        statuses.reduce((before, status) => {
          const decision = decideStep(before, status, 'partner invoice')
          if (!decision.ok) return before
          const changed = invoiceStepNames.filter((step) => decision.next[step] !== before[step])
          expect(changed.length).toBe(decision.automaticallyIssued ? 2 : decision.changes ? 1 : 0)
          expect(decision.next[decision.step]).toBe(decision.isDone)
          return decision.next
        }, noStepsDone)
      }),
    )
  })
})

describe('the types with steps', () => {
  const withSteps = ['cash', 'cheque', 'clinic', 'externalLender', 'invoice', 'partner invoice', 'cardInvoice']
  it.each(paymentTypes)('follow the spec for %s', (paymentType) => {
    expect(ruleOfPaymentType(paymentType).hasSteps).toBe(withSteps.includes(paymentType))
  })
})

describe('the paid step', () => {
  it.each([
    ['cash', null],
    ['cheque', 'Cheque Number'],
    ['credit', 'Confirmation Code'],
    ['debit', 'Confirmation Code'],
  ] as const)('requires the reference of %s (null if the method has no reference): %j', (method, label) => {
    expect(stepReference(method)).toBe(label)
    const check = (referenceID: string) =>
      checkPaidStep({ paymentMethod: method, referenceID, amount: null, transactionAmount: toMoney(100) })
    expect(check(' ')).toEqual(label === null ? {} : { referenceID: `Enter the ${label.toLowerCase()}.` })
    expect(check('A1')).toEqual({})
  })
  it.each([
    [0, 'The amount must be above 0.'],
    [-1, 'The amount must be above 0.'],
    [10_001, 'The amount cannot exceed the transaction amount.'],
  ])('refuses an amount of %i', (amount, message) => {
    expect(
      checkPaidStep({
        paymentMethod: 'cash',
        referenceID: '',
        amount: toMoney(amount),
        transactionAmount: toMoney(10_000),
      }),
    ).toEqual({ amount: message })
  })
  it('requires a payment method', () => {
    const input = { paymentMethod: null, referenceID: '', amount: toMoney(10_000), transactionAmount: toMoney(10_000) }
    expect(checkPaidStep(input)).toEqual({ paymentMethod: 'Choose a payment method.' })
  })
})
