import type { Money } from '../values/money.ts'
import { type PaymentType, ruleOfPaymentType } from './payment-types.ts'
import type { InvoiceStepName, StepPaymentMethod } from './transaction.ts'

/** Which steps of a transaction are done. */
export type StepsState = { readonly issued: boolean; readonly deposit: boolean; readonly paid: boolean }

/** @internal Tests begin with it. */
export const noStepsDone: StepsState = { issued: false, deposit: false, paid: false }

/** What a step is set to, in the words of the call (booking spec §4). */
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

/** Which step a status speaks of, and whether it is done then. */
export const meaningOfStatus = (status: StepStatus): { readonly step: InvoiceStepName; readonly isDone: boolean } =>
  meanings[status]

/** The status that toggling a step leads to. */
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
 * Whether a step can be toggled (booking spec §4): issued always; paid not while neither issued nor paid; deposit only while
 * not paid.
 * @internal Tests go through its cases alone.
 */
export const mayToggleStep = (state: StepsState, step: InvoiceStepName): MayToggle => {
  if (step === 'paid' && !state.issued && !state.paid)
    return { allowed: false, reason: 'It has to be issued before it can be paid.' }
  if (step === 'deposit' && state.paid)
    return { allowed: false, reason: 'It is paid: the deposit can no longer be changed.' }
  return { allowed: true }
}

/**
 * Returns why the screen does not offer to toggle a step, null where it does. An invoice is issued before it is deposited: the
 * server would issue it with the deposit (booking spec §4), which a clerk does not mean.
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
      /** False where it is said to be what it is already: nothing is written. */
      readonly changes: boolean
      /** A deposit on a bill that was not issued issues it: a second row, and the toast. */
      readonly automaticallyIssued: boolean
    }
  | { readonly ok: false; readonly code: 'step-not-allowed'; readonly reason: string }

/**
 * Sets one step. The others stay as they are: what was issued and is paid stays paid when it is set to not issued, since the
 * money has come. Only a deposit on a bill that is not issued takes a second step along.
 */
export const decideStep = (state: StepsState, status: StepStatus, paymentType: PaymentType): StepDecision => {
  const { hasSteps: has, isBill } = ruleOfPaymentType(paymentType)
  if (!has) return { ok: false, code: 'step-not-allowed', reason: 'A payment of this type has no steps.' }
  const { step, isDone } = meanings[status]
  if (state[step] === isDone) return { ok: true, next: state, step, isDone, changes: false, automaticallyIssued: false }
  const may = mayToggleStep(state, step)
  if (!may.allowed) return { ok: false, code: 'step-not-allowed', reason: may.reason }
  const automaticallyIssued = status === 'deposited' && isBill && !state.issued
  const next = { ...state, [step]: isDone, ...(automaticallyIssued ? { issued: true } : {}) }
  return { ok: true, next, step, isDone, changes: true, automaticallyIssued }
}

/** The label of the reference that a paid step needs (booking spec §5); null for cash, which has none. */
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
 * What a paid step lacks (booking spec §5), by field; empty where it lacks nothing. `amount` is what was paid, null for the
 * whole `transactionAmount`.
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
    ...(paymentMethod === null ? { paymentMethod: 'Choose how it was paid.' } : {}),
    ...(label !== null && referenceID.trim() === '' ? { referenceID: `Enter the ${label}.` } : {}),
    ...(amount !== null && amount <= 0 ? { amount: 'The amount must be above 0.' } : {}),
    ...(amount !== null && amount > transactionAmount
      ? { amount: 'The amount cannot be above that of the transaction.' }
      : {}),
  }
}
