import { z } from 'zod'
import { promoCategories } from '#domain/catalogue/sku.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import { stepPaymentMethods } from '#domain/payments/transaction.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { decimalAmountSchema } from '#domain/values/money.ts'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'

/** The input of a payment. Amounts are decimal at the bridge and at the back office, with at most 2 places. */
export const tenderFields = {
  paymentType: z.enum(paymentTypes),
  amount: decimalAmountSchema,
  /** Cheque #, Confirmation Code, Cert # or Invoice #. */
  referenceID: optionalLineOfText(60),
  giftCardNumber: optionalLineOfText(40),
  /** The practitioner who pays an invoice. */
  invoicePayer: z.string().max(64).nullable(),
  /** The invoice-total flag of the page's query (booking spec §5). */
  isInvoiceTotal: z.boolean(),
}

export const promoFields = {
  promoReason: optionalLineOfText(200),
  promoAmount: decimalAmountSchema.nullable(),
  promoCategory: z.enum(promoCategories),
}

/** A change of one step of a transaction. */
export const stepFields = {
  status: z.enum(['issued', 'notIssued', 'deposited', 'notDeposited', 'paid', 'notPaid']),
  paymentMethod: z.enum(stepPaymentMethods).nullable(),
  referenceID: optionalLineOfText(60),
}

export const refundFields = {
  amount: decimalAmountSchema,
  memo: optionalLineOfText(200),
  /** The money was refunded outside Atrium; the call only records the refund. */
  externalRefund: z.boolean(),
}

export const reconciliationFields = {
  amount: decimalAmountSchema,
  classification: z.enum(reconciliationClassifications),
  reason: optionalLineOfText(300),
}

export const priceFields = { skuID: skuIDSchema, price: decimalAmountSchema }

/** The result of an attempt, as finance learned it from the acquirer. */
export const resolutionFields = {
  outcome: z.enum(['succeeded', 'cancelled']),
  referenceID: optionalLineOfText(60),
  reason: lineOfText(300),
}

/** A test payment method of the simulated processor, never a card number. */
export const testPaymentMethodField = z.string().regex(/^pm_[A-Za-z0-9_]{2,60}$/)
