import type { Money } from '../values/money.ts'
import { missingReference } from './payment-messages.ts'
import { type PaymentType, ruleOfPaymentType } from './payment-types.ts'
import type { InvoiceStepName, StepPaymentMethod } from './transaction.ts'

/** Which steps of a transaction are done. */
export type StepsState = { readonly issued: boolean; readonly deposit: boolean; readonly paid: boolean }

/** @internal Tests begin with this state. */
export const noStepsDone: StepsState = { issued: false, deposit: false, paid: false }

/** The statuses that set or clear a step, as the API call names them (booking spec §4). */
export const stepStatuses = ['issued', 'notIssued', 'deposited', 'notDeposited', 'paid', 'notPaid'] as const
type StepStatus = (typeof stepStatuses)[number]

const meanings: Readonly<Record<StepStatus, { readonly step: InvoiceStepName; readonly isDone: boolean }>> = {
  issued: { step: 'issued', isDone: true },
  notIssued: { step: 'issued', isDone: false },
  deposited: { step: 'deposit', isDone: true },
  notDeposited: { step: 'deposit', isDone: false },
  paid: { step: 'paid', isDone: true },
  notPaid: { step: 'paid', isDone: false },
}

/** Returns the step that a status sets or clears, and whether the status marks the step as done. */
export const meaningOfStatus = (status: StepStatus): { readonly step: InvoiceStepName; readonly isDone: boolean } =>
  meanings[status]

/** Returns the status that results from toggling a step. */
export const toggledStatus = (state: StepsState, step: InvoiceStepName): StepStatus => {
  switch (step) {
    case 'issued':
      return state.issued ? 'notIssued' : 'issued'
    case 'deposit':
      return state.deposit ? 'notDeposited' : 'deposited'
    case 'paid':
      return state.paid ? 'notPaid' : 'paid'
  }
}

type MayToggle = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/**
 * Returns whether a step can be toggled (booking spec §4): `issued` always, `paid` if the transaction is issued or
 * already paid, `deposit` if the transaction is not paid.
 * @internal Tests check its cases directly.
 */
export const mayToggleStep = (state: StepsState, step: InvoiceStepName): MayToggle => {
  if (step === 'paid' && !state.issued && !state.paid)
    return { allowed: false, reason: 'Mark the transaction as issued before you mark it as paid.' }
  if (step === 'deposit' && state.paid)
    return { allowed: false, reason: "The transaction is already paid, so its deposit step can't be changed." }
  return { allowed: true }
}

/**
 * Returns why the screen does not offer to toggle a step; null if the screen offers it. The screen requires an invoice
 * to be marked as issued before its deposit. Without this rule, the server would mark the invoice as issued together
 * with the deposit (booking spec §4), which staff might not intend.
 */
export const stepOfferReason = (state: StepsState, step: InvoiceStepName, paymentType: PaymentType): string | null => {
  const may = mayToggleStep(state, step)
  if (!may.allowed) return may.reason
  if (step === 'deposit' && ruleOfPaymentType(paymentType).isBill && !state.issued && !state.deposit)
    return 'Mark the invoice as issued first.'
  return null
}

type StepDecision =
  | {
      readonly ok: true
      readonly next: StepsState
      readonly step: InvoiceStepName
      readonly isDone: boolean
      /** False if the step already has the value: nothing is written. */
      readonly changes: boolean
      /** Whether the deposit also marks an unissued bill as issued: with a second step row, and a toast. */
      readonly automaticallyIssued: boolean
    }
  | { readonly ok: false; readonly code: 'step-not-allowed'; readonly reason: string }

/**
 * Decides the change of one step. Other steps do not change: a paid step stays paid when issued is cleared, because the
 * money has arrived. Only a deposit on a bill that is not issued changes a second step.
 */
export const decideStep = (state: StepsState, status: StepStatus, paymentType: PaymentType): StepDecision => {
  const { hasSteps: has, isBill } = ruleOfPaymentType(paymentType)
  if (!has) return { ok: false, code: 'step-not-allowed', reason: 'This payment type has no steps.' }
  const { step, isDone } = meanings[status]
  if (state[step] === isDone) return { ok: true, next: state, step, isDone, changes: false, automaticallyIssued: false }
  const may = mayToggleStep(state, step)
  if (!may.allowed) return { ok: false, code: 'step-not-allowed', reason: may.reason }
  const automaticallyIssued = status === 'deposited' && isBill && !state.issued
  const next = { ...state, [step]: isDone, ...(automaticallyIssued ? { issued: true } : {}) }
  return { ok: true, next, step, isDone, changes: true, automaticallyIssued }
}

/** Returns the label of the reference that a paid step needs (booking spec §5); null for cash, which has none. */
export const stepReference = (method: StepPaymentMethod): 'Cheque Number' | 'Confirmation Code' | null => {
  switch (method) {
    case 'cash':
      return null
    case 'cheque':
      return 'Cheque Number'
    case 'credit':
    case 'debit':
      return 'Confirmation Code'
  }
}

/**
 * Returns the problems of a paid step by field (booking spec §5); empty if there are none. `amount` is the paid amount,
 * null for the whole `transactionAmount`.
 */
export const checkPaidStep = (input: {
  readonly paymentMethod: StepPaymentMethod | null
  readonly referenceID: string
  readonly amount: Money | null
  readonly transactionAmount: Money
}): Readonly<Partial<Record<'paymentMethod' | 'referenceID' | 'amount', string>>> => {
  const { paymentMethod, referenceID, amount, transactionAmount } = input
  const label = paymentMethod === null ? null : stepReference(paymentMethod)
  return {
    ...(paymentMethod === null ? { paymentMethod: 'Choose a payment method.' } : {}),
    ...(label !== null && referenceID.trim() === '' ? { referenceID: missingReference(label) } : {}),
    ...(amount !== null && amount <= 0 ? { amount: 'The amount must be above 0.' } : {}),
    ...(amount !== null && amount > transactionAmount
      ? { amount: 'The amount cannot exceed the transaction amount.' }
      : {}),
  }
}
