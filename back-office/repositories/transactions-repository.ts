import { type LedgerEntry, type PendingRefund, refundableOf } from '#domain/payments/ledger.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import {
  type InvoiceStep,
  type InvoiceStepName,
  invoiceStepNames,
  ledgerKind,
  type Transaction,
  type TransactionDetails,
  type TransactionID,
  type TransactionType,
} from '#domain/payments/transaction.ts'
import { type Currency, type Money, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import type { TransactionStepTable, TransactionTable } from '../database/tables.ts'

export type TransactionRow = Readonly<TransactionTable>
export type TransactionStepRow = Readonly<TransactionStepTable>

/** A study's entries with their toggled steps, and the full names of the users who made the entries and toggles. */
export type Ledger = {
  /** Newest first. */
  readonly rows: readonly TransactionRow[]
  /** By transaction, oldest first. */
  readonly steps: ReadonlyMap<string, readonly TransactionStepRow[]>
  /** Full name by user id. */
  readonly names: ReadonlyMap<string, string>
}

/** Returns the fields of a row that the rules need. */
export const toEntryOfRow = (row: TransactionRow): LedgerEntry => ({
  transactionID: row.transaction_id as TransactionID,
  kind: ledgerKind(row.transaction_type),
  paymentType: row.payment_type,
  amount: toMoney(row.amount),
  status: row.status,
  linkedTransaction: row.linked_transaction as TransactionID | null,
})

/** Returns a study's entries, newest first. */
export const findTransactionRows = async (db: Database, studyID: string): Promise<TransactionRow[]> =>
  db.selectFrom('transaction').selectAll().where('study_id', '=', studyID).orderBy('place', 'desc').execute()

export const findTransactionRow = async (db: Database, transactionID: string): Promise<TransactionRow | undefined> =>
  db.selectFrom('transaction').selectAll().where('transaction_id', '=', transactionID).executeTakeFirst()

/** Returns the entry that an earlier run of the same call made. The key is that of `requestKeyOf`. */
export const findTransactionOfRequest = async (db: Database, requestKey: string): Promise<TransactionRow | undefined> =>
  db.selectFrom('transaction').selectAll().where('request_key', '=', requestKey).executeTakeFirst()

/**
 * Returns payments at a card terminal in whose stored details the text of this reference occurs; the caller must
 * compare the reference itself. Scans all payments at card terminals, so it is for rare use.
 */
export const findPaymentByReference = async (db: Database, referenceID: string): Promise<TransactionRow[]> => {
  if (!/^[\w-]{3,100}$/.test(referenceID)) return []
  return db
    .selectFrom('transaction')
    .selectAll()
    .where('payment_type', '=', 'physicalTerminal')
    .where('transaction_type', '=', 'payment')
    .where('details', 'like', `%"referenceID":"${referenceID}"%`)
    .execute()
}

export const addTransactionRow = async (db: Database, row: TransactionRow): Promise<void> => {
  await db.insertInto('transaction').values(row).execute()
}

export const addStepRow = async (db: Database, row: TransactionStepRow): Promise<void> => {
  await db.insertInto('transaction_step').values(row).execute()
}

/** Reads a study's whole ledger. */
export const readLedger = async (db: Database, studyID: string): Promise<Ledger> => {
  const rows = await findTransactionRows(db, studyID)
  const steps =
    rows.length === 0
      ? []
      : await db
          .selectFrom('transaction_step')
          .innerJoin('transaction', 'transaction.transaction_id', 'transaction_step.transaction_id')
          .where('transaction.study_id', '=', studyID)
          .selectAll('transaction_step')
          .orderBy('transaction_step.place')
          .execute()
  const people = [...rows, ...steps].flatMap((row) => row.processed_by ?? [])
  return { rows, steps: Map.groupBy(steps, (row) => row.transaction_id), names: await findNames(db, people) }
}

/** Returns full names of users by id; removed users are missing. */
export const findNames = async (db: Database, userIDs: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(userIDs)]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['user_id', 'firstname', 'lastname'])
    .where('user_id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.user_id, `${row.firstname} ${row.lastname}`.trim()]))
}

/**
 * Returns the entries in the contract's form, newest first. `pending`: refunds in progress, which reduce the refundable
 * amounts.
 */
export const toTransactions = (ledger: Ledger, pending: readonly PendingRefund[] = []): Transaction[] => {
  const entries = ledger.rows.map(toEntryOfRow)
  return ledger.rows.map((row) =>
    toTransaction(row, ledger, toDecimalAmount(refundableOf(entries, row.transaction_id as TransactionID, pending))),
  )
}

const toTransaction = (row: TransactionRow, ledger: Ledger, refundable: number): Transaction => {
  const steps = toSteps(row, ledger)
  return {
    transactionID: row.transaction_id as TransactionID,
    studyID: row.study_id as Transaction['studyID'],
    transactionType: row.transaction_type,
    paymentType: row.payment_type,
    amount: toDecimalAmount(toMoney(row.amount)),
    currency: row.currency,
    timezone: row.timezone,
    transactionTime: row.transaction_time,
    status: row.status,
    memo: row.memo,
    sku: row.sku,
    refundable,
    processedBy: row.processed_by,
    processedByPII: nameOf(ledger, row.processed_by),
    details: JSON.parse(row.details) as TransactionDetails,
    steps,
  }
}

const nameOf = (ledger: Ledger, userID: string | null): string | null =>
  userID === null ? null : (ledger.names.get(userID) ?? null)

/** Returns whether entries of this type and kind have the steps issued, deposit and paid. */
export const takesSteps = (row: Pick<TransactionRow, 'transaction_type' | 'payment_type'>): boolean =>
  ledgerKind(row.transaction_type) === 'payment' && ruleOfPaymentType(row.payment_type).hasSteps

const untouched: InvoiceStep = {
  isDone: false,
  amount: null,
  transactionTime: null,
  paymentMethod: null,
  referenceID: '',
  processedBy: null,
  processedByPII: null,
}

const toSteps = (row: TransactionRow, ledger: Ledger): Transaction['steps'] => {
  if (!takesSteps(row)) return null
  const steps: Record<InvoiceStepName, InvoiceStep> = { issued: untouched, deposit: untouched, paid: untouched }
  for (const name of invoiceStepNames) {
    const latest = ledger.steps.get(row.transaction_id)?.findLast(({ step }) => step === name)
    if (latest === undefined) continue
    steps[name] = {
      isDone: latest.is_done === 1,
      amount: latest.amount === null ? null : toDecimalAmount(toMoney(latest.amount)),
      transactionTime: latest.at,
      paymentMethod: latest.payment_method,
      referenceID: latest.reference_id,
      processedBy: latest.processed_by,
      processedByPII: nameOf(ledger, latest.processed_by),
    }
  }
  return steps
}

/** The input of a new entry; its other columns follow from its study and location. */
export type NewEntry = {
  /** A new id when absent. */
  readonly transactionID?: string
  readonly transactionType: TransactionType
  readonly paymentType: TransactionTable['payment_type']
  /** Minor units, in the location's currency. */
  readonly amount: Money
  readonly currency?: Currency
  /** `Complete` when absent. */
  readonly status?: TransactionTable['status']
  readonly memo?: string
  /** When the money was taken, epoch seconds; now when absent. */
  readonly time?: number
  readonly linkedTransaction?: string | null
  readonly attemptID?: string | null
  readonly requestKey?: string | null
  readonly giftCardNumber?: string | null
  /** Whether the bill is issued together with its entry. */
  readonly isIssued?: boolean
  readonly details?: Partial<TransactionDetails>
  /** The caller when absent; required for writes without a caller. */
  readonly by?: { readonly userID: string | null; readonly name: string }
}

export const detailsOf = (row: Pick<TransactionRow, 'details'>): TransactionDetails =>
  JSON.parse(row.details) as TransactionDetails
