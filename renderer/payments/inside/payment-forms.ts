import { z } from 'zod'
import { promoCategories } from '#domain/catalogue/sku.ts'
import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { stepStatuses } from '#domain/payments/invoice-steps.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import { stepPaymentMethods, transactionIDSchema } from '#domain/payments/transaction.ts'

/**
 * The forms of the panel. Each is stored as a draft. If a form's commit got no answer, the next try sends the form
 * under the same idempotency key.
 */
export const formNames = ['payment', 'promo', 'referral', 'refund', 'step', 'reconcile'] as const
/** All commits of the payment panel, each under a key of its own. */
export const commitNames = [...formNames, 'price', 'email', 'suppression', 'resolve'] as const
export type CommitName = (typeof commitNames)[number]

/** The content of the panel's forms as typed: an amount is text until it is committed. It includes no card data. */
const paymentFormsSchema = z.object({
  payment: z.object({
    /** Null: the type the panel starts with. */
    paymentType: z.enum(paymentTypes).nullable(),
    /** Null: the whole balance, until the user types an amount. */
    amount: z.string().nullable(),
    referenceID: z.string(),
    giftCardNumber: z.string(),
    invoicePayer: z.string().nullable(),
    cashReceived: z.string(),
  }),
  promo: z.object({
    category: z.enum(promoCategories),
    promoID: z.string().nullable(),
    reason: z.string(),
    amount: z.string(),
  }),
  referral: z.object({ code: z.string() }),
  /** The refund of a transaction; `transactionID` is null while no refund form is open. */
  refund: z.object({
    transactionID: transactionIDSchema.nullable(),
    amount: z.string(),
    memo: z.string(),
    externalRefund: z.boolean(),
  }),
  /** The change of a transaction's step. `transactionID` and `status` (the new one) are null while no form is open. */
  step: z.object({
    transactionID: transactionIDSchema.nullable(),
    status: z.enum(stepStatuses).nullable(),
    method: z.enum(stepPaymentMethods).nullable(),
    referenceID: z.string(),
    amount: z.string(),
  }),
  reconcile: z.object({
    amount: z.string(),
    classification: z.enum(reconciliationClassifications).nullable(),
    reason: z.string(),
  }),
})
export type PaymentForms = z.infer<typeof paymentFormsSchema>
export type FormName = (typeof formNames)[number]

export const emptyForms: PaymentForms = {
  payment: {
    paymentType: null,
    amount: null,
    referenceID: '',
    giftCardNumber: '',
    invoicePayer: null,
    cashReceived: '',
  },
  promo: { category: 'all', promoID: null, reason: '', amount: '' },
  referral: { code: '' },
  refund: { transactionID: null, amount: '', memo: '', externalRefund: false },
  step: { transactionID: null, status: null, method: null, referenceID: '', amount: '' },
  reconcile: { amount: '', classification: null, reason: '' },
}

/** The draft of one study's panel in the journal: the forms, and the keys of commits that were not answered. */
export const paymentDraftSchema = z.object({
  forms: paymentFormsSchema,
  /** Keys of commits that were not answered. A retry uses the same key, so that the commit acts only once. */
  sent: z.partialRecord(z.enum(formNames), z.string()),
})

/** Returns the forms without any text that contains a card number, for the draft. */
export const withoutCardNumbers = (forms: PaymentForms): PaymentForms =>
  JSON.parse(
    JSON.stringify(forms, (_name, value: unknown) =>
      typeof value === 'string' && looksLikeCardNumber(value) ? '' : value,
    ),
  ) as PaymentForms

/** Returns whether the forms are empty, so that discarding them loses nothing. A payment type alone counts as empty. */
export const isUntouched = ({ payment, ...others }: PaymentForms): boolean =>
  JSON.stringify({ payment: { ...payment, paymentType: null }, ...others }) === JSON.stringify(emptyForms)
