import type { RouteAnswer } from '#contract/back-office.ts'
import { checkPaidStep, decideStep, type StepsState } from '#domain/payments/invoice-steps.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { type InvoiceStepName, ledgerKind, type TransactionID } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import {
  addStepRow,
  type Ledger,
  readLedger,
  type TransactionRow,
  takesSteps,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { invalidField, openLedger, refusal, refuseCardNumber, toMinor } from './checks.ts'
import { logPayments, writeBalance } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { readStudyPayments } from './view.ts'

type StepsContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

const stepNotAllowed = (message: string): Refusal => new Refusal('step-not-allowed', message)

const stepWords: Readonly<Record<InvoiceStepName, string>> = { issued: 'issued', deposit: 'deposited', paid: 'paid' }

/**
 * Marks a step of a transaction as done or not done (booking spec §4, §5). A deposit on an unissued bill also marks it
 * as issued. If the step already has the requested value, nothing is written. Throws 409 `step-not-allowed`; 400 with
 * fields `paymentMethod`, `referenceID`, `amount`; 404 for an unknown transaction.
 */
export const updateTransaction = async (
  studyID: string,
  transactionID: string,
  body: HandlerInput<'updateTransaction'>['body'],
  context: StepsContext,
): Promise<RouteAnswer<'updateTransaction'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    const ledger = await readLedger(db, study.study_id)
    const row = ledger.rows.find((candidate) => candidate.transaction_id === transactionID)
    if (row === undefined) throw new Refusal('not-found', backOfficePaymentsWords.transactionNotFound)
    if (body.paymentType !== undefined && body.paymentType !== row.payment_type) {
      throw invalidField('paymentType', backOfficePaymentsWords.otherType)
    }
    if (!takesSteps(row)) throw stepNotAllowed(backOfficePaymentsWords.noSteps)
    const decision = decideStep(stepsStateOf(row, ledger), body.details.status, row.payment_type)
    if (!decision.ok) throw stepNotAllowed(decision.reason)
    if (!decision.changes) return answer(db, study, transactionID, false, context)
    if (isUndone(row, ledger)) {
      throw stepNotAllowed(
        ruleOfPaymentType(row.payment_type).isBill
          ? paymentMessages.invoiceAlreadyCancelled
          : paymentMessages.allFundsRefunded,
      )
    }
    const toggle = readToggle(body, row, decision.step === 'paid' && decision.isDone)
    const steps: readonly InvoiceStepName[] = decision.automaticallyIssued ? ['issued', decision.step] : [decision.step]
    for (const step of steps) {
      const details = step === decision.step ? toggle : bareToggle
      await addStep(db, ledger, { row, step, isDone: decision.isDone, details, before: steps.indexOf(step) }, context)
    }
    const lines = steps.map((step) => describeStep(row, step, decision.isDone))
    const changed = await writeStudyOfSteps(db, study, lines, context)
    return answer(db, changed, transactionID, decision.automaticallyIssued, context)
  })

/**
 * Adds a step to a transaction. `before` is the number of steps that the same call has already added to it; 0 if
 * absent. Returns the step's number among the transaction's steps, from 1. The caller has checked the rules and locked
 * the study's ledger.
 */
export const addStep = async (
  db: Database,
  ledger: Ledger,
  toggle: {
    readonly row: Pick<TransactionRow, 'transaction_id'>
    readonly step: InvoiceStepName
    readonly isDone: boolean
    readonly details: ToggleDetails
    readonly before?: number
  },
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<number> => {
  const { row, step, isDone, details, before = 0 } = toggle
  const place = (ledger.steps.get(row.transaction_id)?.length ?? 0) + before + 1
  await addStepRow(db, {
    step_id: context.newId(),
    transaction_id: row.transaction_id,
    place,
    step,
    is_done: isDone ? 1 : 0,
    ...details,
    processed_by: requireCaller(context).userID,
    at: context.now,
  })
  return place
}

/** Returns the line of the activity log about a step. */
export const describeStep = (
  row: Pick<TransactionRow, 'payment_type'>,
  step: InvoiceStepName,
  isDone: boolean,
): string => `${ruleOfPaymentType(row.payment_type).label} marked as ${isDone ? '' : 'not '}${stepWords[step]}`

/** Writes the sums and the activity log of a study whose steps changed. Returns the changed study. */
export const writeStudyOfSteps = async (
  db: Database,
  study: StudyRow,
  lines: readonly string[],
  context: Pick<HandlerContext, 'caller' | 'kind' | 'newId' | 'now' | 'supportPhone'>,
): Promise<StudyRow> => {
  const { name } = requireCaller(context)
  const { changed, notes } = await writeBalance(db, study, {}, name, context)
  await logPayments(db, changed, [...lines, ...notes], name, context)
  return changed
}

type ToggleDetails = Pick<Parameters<typeof addStepRow>[1], 'amount' | 'payment_method' | 'reference_id'>

/** The details of a toggle without an amount, a payment method or a reference. */
export const bareToggle = { amount: null, payment_method: null, reference_id: '' } as const

/** Returns which steps of a transaction are done, by the latest toggle of each. */
export const stepsStateOf = (row: Pick<TransactionRow, 'transaction_id'>, ledger: Ledger): StepsState => {
  const isDone = (step: InvoiceStepName): boolean =>
    ledger.steps.get(row.transaction_id)?.findLast((toggle) => toggle.step === step)?.is_done === 1
  return { issued: isDone('issued'), deposit: isDone('deposit'), paid: isDone('paid') }
}

const isUndone = (row: TransactionRow, ledger: Ledger): boolean =>
  ledgerKind(row.transaction_type) === 'payment' &&
  refundableOf(ledger.rows.map(toEntryOfRow), row.transaction_id as TransactionID) <= 0

/**
 * Returns the details to store with a toggle. Throws 400 with fields for a card number, an amount above the
 * transaction's, or a paid step that fails {@link checkPaidStep}.
 */
const readToggle = (
  body: HandlerInput<'updateTransaction'>['body'],
  row: TransactionRow,
  isPaid: boolean,
): ToggleDetails => {
  const paymentMethod = body.details.paymentMethod ?? null
  const referenceID = (body.details.referenceID ?? '').trim()
  const amount = body.amount === undefined || body.amount === null ? null : toMinor(body.amount)
  refuseCardNumber('referenceID', referenceID)
  if (isPaid) {
    const fields = checkPaidStep({ paymentMethod, referenceID, amount, transactionAmount: toMoney(row.amount) })
    const [message] = Object.values(fields)
    if (message !== undefined) throw refusal({ code: 'invalid-input', message, fields })
  } else if (amount !== null && amount > row.amount) {
    throw invalidField('amount', backOfficePaymentsWords.aboveTransaction)
  }
  return { amount: amount ?? (isPaid ? row.amount : null), payment_method: paymentMethod, reference_id: referenceID }
}

const answer = async (
  db: Database,
  study: StudyRow,
  transactionID: string,
  automaticallyIssued: boolean,
  context: StepsContext,
): Promise<RouteAnswer<'updateTransaction'>> => {
  const payments = await readStudyPayments(db, study, context)
  const transaction = payments.transactions.find((candidate) => candidate.transactionID === transactionID)
  if (transaction === undefined) throw new Error('a transaction is missing from its ledger')
  return { code: 200, transaction, payments, automaticallyIssued }
}
