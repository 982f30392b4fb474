import { z } from 'zod'
import { studyIDSchema } from '../booking/study-id.ts'
import { locationIDSchema } from '../locations/location-id.ts'
import { currencies, decimalAmountSchema } from '../money/money.ts'
import { instantSchema, plainDateSchema } from '../time/time-schemas.ts'
import { paymentTypes } from './payment-types.ts'
import { attemptIDSchema, transactionIDSchema } from './transaction.ts'

/** One person's takings in one tender on one day of the location's calendar. */
export const cashUpLineSchema = z.object({
  userID: z.string(),
  userName: z.string(),
  paymentType: z.enum(paymentTypes),
  /** Payments and refunds of the day, each on its own date; null while this line is still to be counted blind. */
  taken: decimalAmountSchema.nullable(),
  refunded: decimalAmountSchema.nullable(),
  /** Taken less refunded, without what is not captured. */
  expected: decimalAmountSchema.nullable(),
  /** Of what was taken by card, what is not captured yet; never part of `expected`. */
  uncaptured: decimalAmountSchema.nullable(),
  /** Whether somebody counts it by hand: cash and cheques. */
  isCounted: z.boolean(),
  counted: decimalAmountSchema.nullable(),
  /** Counted less expected: above 0 over, below 0 short. Null before the count. */
  difference: decimalAmountSchema.nullable(),
  note: z.string(),
  countedBy: z.string().nullable(),
  countedAt: instantSchema.nullable(),
  /** Payments of this line since it was counted: it has to be counted again. */
  isOutdated: z.boolean(),
})
export type CashUpLine = z.infer<typeof cashUpLineSchema>

/** A location's day as finance closes it. */
export const cashUpSchema = z.object({
  locationID: locationIDSchema,
  /** Of the location's calendar. */
  date: plainDateSchema,
  currency: z.enum(currencies),
  lines: z.array(cashUpLineSchema),
  /** What has to be looked at before the day is closed. */
  openAttempts: z.array(
    z.object({
      attemptID: attemptIDSchema,
      studyID: studyIDSchema,
      amount: decimalAmountSchema,
      since: instantSchema,
      by: z.string(),
      driver: z.string(),
    }),
  ),
  unissuedInvoices: z.array(
    z.object({
      transactionID: transactionIDSchema,
      studyID: studyIDSchema,
      amount: decimalAmountSchema,
      date: instantSchema,
    }),
  ),
  undepositedCheques: z.array(
    z.object({
      transactionID: transactionIDSchema,
      studyID: studyIDSchema,
      amount: decimalAmountSchema,
      date: instantSchema,
      referenceID: z.string(),
    }),
  ),
  /** Studies on which more was paid than was owed. */
  overpayments: z.array(z.object({ studyID: studyIDSchema, amount: decimalAmountSchema })),
  signedOff: z.object({ by: z.string(), at: instantSchema, note: z.string() }).nullable(),
})
export type CashUp = z.infer<typeof cashUpSchema>
