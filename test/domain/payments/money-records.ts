import type { LedgerEntry } from '#domain/payments/ledger.ts'
import {
  bareDetails,
  type Transaction,
  type TransactionDetails,
  transactionIDSchema,
  transactionSchema,
} from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'

/** An entry of 100.00 in cash, called t-1. */
export const anEntry = (
  overrides: Partial<Omit<LedgerEntry, 'amount' | 'transactionID'>> & {
    readonly amount?: number
    readonly id?: string
  } = {},
): LedgerEntry => {
  const { amount = 10_000, id = 't-1', ...others } = overrides
  return {
    transactionID: transactionIDSchema.parse(id),
    kind: 'payment',
    paymentType: 'cash',
    amount: toMoney(amount),
    status: 'Complete',
    linkedTransaction: null,
    ...others,
  }
}

/** A cash payment of 100.00 of study s-1, called t-1, as the back office shows it. */
export const aTransaction = (
  overrides: Readonly<Record<string, unknown>> = {},
  details: Partial<TransactionDetails> = {},
): Transaction => {
  const paymentType = (overrides.paymentType ?? 'cash') as Transaction['paymentType']
  return transactionSchema.parse({
    transactionID: 't-1',
    studyID: 's-1',
    transactionType: 'payment',
    paymentType,
    amount: 100,
    currency: 'CAD',
    timezone: 'America/Vancouver',
    transactionTime: 1_780_000_000,
    status: 'Complete',
    memo: '',
    sku: 300,
    refundable: 100,
    processedBy: 'u-1',
    processedByPII: 'Ada Moreau',
    steps: null,
    ...overrides,
    details: { ...bareDetails(paymentType), ...details },
  })
}
