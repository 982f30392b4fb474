import { z } from 'zod'
import { textLanguageSchema } from '../values/language.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { pageSizes } from '../values/page-size.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { paymentTypes } from './payment-types.ts'

/**
 * The content of an invoice: enough to draw it on the page and on paper alike. Amounts are decimals of one currency.
 */
export const invoiceSchema = z.object({
  /** The member's language, in which the invoice is shown; absent in invoices of an earlier server. */
  language: textLanguageSchema.optional(),
  studyID: studyIDSchema,
  /** The location's invoice number prefix and the study's id. */
  invoiceNumber: z.string(),
  issuedAt: instantSchema,
  timezone: z.string(),
  location: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    taxId: z.string(),
    phone: z.string(),
    email: z.string(),
    /** The letterhead's further parts; absent in invoices of an earlier server. */
    brand: z.string().optional(),
    /** The logo in place of the brand, as the base64 of a PNG; absent for none. */
    logo: z.string().optional(),
    legal: z.array(z.string()).optional(),
    pageSize: z.enum(pageSizes).optional(),
  }),
  member: z.object({ name: z.string(), dob: z.string(), email: z.string(), lines: z.array(z.string()) }),
  /** The payer; null if the member pays. */
  invoicePayer: z.string().nullable(),
  appointment: instantSchema.nullable(),
  currency: z.enum(currencies),
  items: z.array(z.object({ description: z.string(), amount: decimalAmountSchema })),
  discounts: z.array(z.object({ description: z.string(), amount: decimalAmountSchema })),
  payments: z.array(
    z.object({
      date: instantSchema,
      description: z.string(),
      paymentType: z.enum(paymentTypes),
      amount: decimalAmountSchema,
    }),
  ),
  totals: z.object({
    totalPrice: decimalAmountSchema,
    discounts: decimalAmountSchema,
    credits: decimalAmountSchema,
    paid: decimalAmountSchema,
    reconciliationAdjust: decimalAmountSchema,
    /** Never below 0. */
    totalBalance: decimalAmountSchema,
    overpaid: decimalAmountSchema,
    /** The part of `paid` that is billed but not yet received. */
    outstanding: decimalAmountSchema,
  }),
  /** The tax that the price after reductions includes; absent when exempt. */
  tax: z.object({ rate: z.number(), amount: decimalAmountSchema }).optional(),
  /** False while the study's invoice is suppressed. */
  isAvailable: z.boolean(),
})
export type Invoice = z.infer<typeof invoiceSchema>
