import { z } from 'zod'
import { promoCategories } from '#domain/catalogue/sku.ts'
import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { stepStatuses } from '#domain/payments/invoice-steps.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import { stepPaymentMethods, transactionIDSchema } from '#domain/payments/transaction.ts'

/** What is typed before it is committed: kept, and asked again under the same key where no answer came. */
export const formNames = ['payment', 'promo', 'referral', 'refund', 'step', 'reconcile'] as const
/** What is committed on the payment panel, each under a key of its own. */
export const commitNames = [...formNames, 'price', 'email', 'suppression', 'resolve'] as const
export type CommitName = (typeof commitNames)[number]

/** What stands in the forms of the panel, as typed: an amount is text until it is committed. No card's data, ever. */
const paymentFormsSchema = z.object({
  payment: z.object({
    /** Null: the type the panel starts with. */
    paymentType: z.enum(paymentTypes).nullable(),
    /** Null: the whole balance, as long as nothing else was typed. */
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
  /** Open over a transaction; null while closed. */
  refund: z.object({
    transactionID: transactionIDSchema.nullable(),
    amount: z.string(),
    memo: z.string(),
    externalRefund: z.boolean(),
  }),
  /** The step that is being set by hand, and what it is set to; null while none is. */
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

/** What the journal keeps of the panel of one study: the forms, and the keys of what was sent and not answered. */
export const paymentDraftSchema = z.object({
  forms: paymentFormsSchema,
  /** Keys of commits that were on their way: asked again under the same key, nothing is done twice. */
  sent: z.partialRecord(z.enum(formNames), z.string()),
})

/** The forms as they may be kept: without any text that has a card's number in it. */
export const withoutCardNumbers = (forms: PaymentForms): PaymentForms =>
  JSON.parse(
    JSON.stringify(forms, (_name, value: unknown) =>
      typeof value === 'string' && looksLikeCardNumber(value) ? '' : value,
    ),
  ) as PaymentForms

/** Whether there is nothing in the forms that would be missed. */
export const isUntouched = (forms: PaymentForms): boolean => JSON.stringify(forms) === JSON.stringify(emptyForms)
