import { z } from 'zod'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { paymentTypes } from './payment-types.ts'

/** The types as the spec writes them; {@link ledgerKind} maps each to its kind. */
export const transactionTypes = [
  'payment',
  'Refund',
  'Discount',
  'discount',
  'Remove Discount',
  'credit',
  'charge',
  'Charge',
  'reconciliation',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The effect of an entry on the ledger. */
export type LedgerKind = 'payment' | 'refund' | 'discount' | 'remove-discount' | 'credit' | 'charge' | 'reconciliation'

const kinds: Readonly<Record<TransactionType, LedgerKind>> = {
  payment: 'payment',
  Refund: 'refund',
  Discount: 'discount',
  discount: 'discount',
  'Remove Discount': 'remove-discount',
  credit: 'credit',
  charge: 'charge',
  Charge: 'charge',
  reconciliation: 'reconciliation',
}

/** Returns the kind of a transaction type. Where the spec has two spellings, new entries use the first in the list. */
export const ledgerKind = (transactionType: TransactionType): LedgerKind => kinds[transactionType]

/** A transaction's id: letters, digits and dashes. New ids start with `t-`. It identifies no person. */
export const transactionIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{3,64}$/)
  .brand<'TransactionID'>()
export type TransactionID = z.infer<typeof transactionIDSchema>

/**
 * The id of one card attempt, made by the workstation. It is also the attempt's idempotency key, and is stored in the
 * metadata of the processor's payment intent (decisions §5).
 */
export const attemptIDSchema = z
  .string()
  .regex(/^[a-z0-9-]{8,64}$/)
  .brand<'AttemptID'>()
export type AttemptID = z.infer<typeof attemptIDSchema>

/** `requires_capture` is shown as Complete, and is separate in finance's totals (decisions §5). */
const transactionStatuses = ['Complete', 'requires_capture', 'Pending'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Returns the status that staff see (booking spec §4). */
export const shownTransactionStatus = (status: TransactionStatus): string =>
  status === 'requires_capture' ? 'Complete' : status

export const invoiceStepNames = ['issued', 'deposit', 'paid'] as const
export type InvoiceStepName = (typeof invoiceStepNames)[number]

/** The means of payment that staff choose when they mark the step `paid` (booking spec §5). */
export const stepPaymentMethods = ['cash', 'cheque', 'credit', 'debit'] as const
export type StepPaymentMethod = (typeof stepPaymentMethods)[number]

/** The state of one of the steps issued, deposit and paid (booking spec §3), as last toggled. */
const invoiceStepSchema = z.object({
  isDone: z.boolean(),
  amount: decimalAmountSchema.nullable(),
  /** Unix seconds; null if it was never toggled. */
  transactionTime: z.number().int().nullable(),
  paymentMethod: z.enum(stepPaymentMethods).nullable(),
  referenceID: z.string(),
  /** The user id; the next field is the full name. */
  processedBy: z.string().nullable(),
  processedByPII: z.string().nullable(),
})
export type InvoiceStep = z.infer<typeof invoiceStepSchema>

/** @internal Tests read what is stored. */
export const transactionDetailsSchema = z.object({
  paymentMethod: z.string().nullable(),
  paymentType: z.enum(paymentTypes),
  referralCode: z.string().nullable(),
  cardType: z.string().nullable(),
  /** Four digits; no other part of a card number is ever stored. */
  cardLastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  /** The typed reference (Cheque #, Confirmation Code, Cert #, Invoice #) or the processor's own reference. */
  referenceID: z.string().nullable(),
  status: z.string().nullable(),
  /** The practitioner who pays an invoice; null if the member or a partner pays. */
  invoicePayer: z.string().nullable(),
  /** The transaction that a refund or removal undoes. */
  linkedTransaction: transactionIDSchema.nullable(),
  giftCardNumber: z.string().nullable(),
  /** The reconciliation's classification. */
  classification: z.string().nullable(),
  promoID: z.string().nullable(),
  promoCategory: z.string().nullable(),
  /** True for an Interac card: its refund needs the card present. */
  isInterac: z.boolean(),
  /** Refunded outside Atrium; the entry only records it. */
  isExternalRefund: z.boolean(),
})
export type TransactionDetails = z.infer<typeof transactionDetailsSchema>

/** Returns details that contain only the payment type. */
export const bareDetails = (paymentType: TransactionDetails['paymentType']): TransactionDetails => ({
  paymentMethod: null,
  paymentType,
  referralCode: null,
  cardType: null,
  cardLastFour: null,
  referenceID: null,
  status: null,
  invoicePayer: null,
  linkedTransaction: null,
  giftCardNumber: null,
  classification: null,
  promoID: null,
  promoCategory: null,
  isInterac: false,
  isExternalRefund: false,
})

/**
 * One entry of a study's ledger (booking spec §3 Transaction). Entries are only appended. `amount` is 0 or more, except
 * for a reconciliation: above 0 the member owes more, below 0 less.
 */
export const transactionSchema = z.object({
  transactionID: transactionIDSchema,
  studyID: studyIDSchema,
  transactionType: z.enum(transactionTypes),
  paymentType: z.enum(paymentTypes),
  amount: decimalAmountSchema,
  currency: z.enum(currencies),
  timezone: z.string(),
  /** Unix seconds. */
  transactionTime: z.number().int(),
  status: z.enum(transactionStatuses),
  memo: z.string(),
  /** The SKU that was booked when the entry was made. */
  sku: z.number().int(),
  /** The amount that can still be refunded, as a decimal; 0 for an entry that cannot be refunded. */
  refundable: decimalAmountSchema,
  /** User id. */
  processedBy: z.string().nullable(),
  /** The full name of {@link processedBy}. */
  processedByPII: z.string().nullable(),
  details: transactionDetailsSchema,
  /** Null for types without steps. */
  steps: z.object({ issued: invoiceStepSchema, deposit: invoiceStepSchema, paid: invoiceStepSchema }).nullable(),
})
export type Transaction = z.infer<typeof transactionSchema>

/** The name of each kind of entry, in the Transaction column of the table and in the activity log. */
export const transactionLabels: Readonly<Record<LedgerKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  discount: 'Discount',
  'remove-discount': 'Remove Discount',
  credit: 'Credit',
  charge: 'Charge',
  reconciliation: 'Reconciliation',
}
