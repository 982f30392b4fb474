import { z } from 'zod'
import { paymentTypes } from '../payments/payment-types.ts'
import { attemptIDSchema, stepPaymentMethods, transactionIDSchema } from '../payments/transaction.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'

/** One count of a line. Every count is kept. */
const cashUpLineCountSchema = z.object({
  counted: decimalAmountSchema,
  /** Counted less expected at that moment; null while the line is to be counted blind again. */
  difference: decimalAmountSchema.nullable(),
  note: z.string(),
  countedBy: z.string(),
  countedAt: instantSchema,
})

/** One person's takings in one tender in one block of a day of the location's calendar. */
const cashUpLineSchema = z.object({
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
  /** All counts of this line in its block, oldest first; the last one counts. */
  counts: z.array(cashUpLineCountSchema).default([]),
})
export type CashUpLine = z.infer<typeof cashUpLineSchema>

/** A count of a block that a reopening voided. */
const voidedCountSchema = cashUpLineCountSchema.extend({
  userID: z.string(),
  userName: z.string(),
  paymentType: z.enum(paymentTypes),
  /** Null while the line is to be counted blind again. */
  counted: decimalAmountSchema.nullable(),
})
export type VoidedCount = z.infer<typeof voidedCountSchema>

const unissuedInvoicesSchema = z.array(
  z.object({
    transactionID: transactionIDSchema,
    studyID: studyIDSchema,
    amount: decimalAmountSchema,
    date: instantSchema,
  }),
)
/** Invoices that were marked as paid on the day. */
const paidInvoicesSchema = z.array(
  z.object({
    transactionID: transactionIDSchema,
    studyID: studyIDSchema,
    amount: decimalAmountSchema,
    paymentMethod: z.enum(stepPaymentMethods).nullable(),
    by: z.string(),
    at: instantSchema,
  }),
)
const undepositedChequesSchema = z.array(
  z.object({
    transactionID: transactionIDSchema,
    studyID: studyIDSchema,
    /** Null while the count of the cheques that include this one is still blind. */
    amount: decimalAmountSchema.nullable(),
    date: instantSchema,
    referenceID: z.string(),
  }),
)
/** Studies on which more was paid than was owed. The amount is null while the study has money in a blind line. */
const overpaymentsSchema = z.array(z.object({ studyID: studyIDSchema, amount: decimalAmountSchema.nullable() }))

/** What a close froze. It never changes. */
export const frozenBlockSchema = z.object({
  lines: z.array(cashUpLineSchema),
  /** What was still to be done at the close. */
  unissuedInvoices: unissuedInvoicesSchema,
  undepositedCheques: undepositedChequesSchema,
  overpayments: overpaymentsSchema,
})
export type FrozenBlock = z.infer<typeof frozenBlockSchema>

/** A closed block: the day, or what came after an earlier close of it. @internal Tests read what is stored. */
export const closedBlockSchema = frozenBlockSchema.extend({
  closedBy: z.string(),
  closedAt: instantSchema,
  note: z.string(),
  /** Why it was closed before the day's last appointment ended; empty where it was not. */
  earlyReason: z.string(),
})
export type ClosedBlock = z.infer<typeof closedBlockSchema>

/** A location's day as finance closes it. */
export const cashUpSchema = z.object({
  locationID: locationIDSchema,
  /** Of the location's calendar. */
  date: plainDateSchema,
  currency: z.enum(currencies),
  /** The number of the open block. A count and a close name it, so that none reaches another block than the one shown. */
  block: z.number().int().min(0),
  /** Of the open block: the whole day before the first close, then only what came after the last close. */
  lines: z.array(cashUpLineSchema),
  /** The blocks that are closed, oldest first, as they were frozen. */
  closed: z.array(closedBlockSchema),
  /** All closes and reopenings of the day, oldest first, those that a reopening voided included. */
  events: z.array(
    z.object({
      kind: z.enum(['closed', 'reopened']),
      by: z.string(),
      at: instantSchema,
      note: z.string(),
      /** Why a day was closed before its last appointment ended; empty where it was not. */
      earlyReason: z.string().default(''),
    }),
  ),
  /** The counts that a reopening voided, oldest first: a difference that was found stays in sight. */
  voidedCounts: z.array(voidedCountSchema).default([]),
  /** When the day's last appointment ends. Closing earlier asks for a reason. */
  lastAppointmentEnd: instantSchema.nullable(),
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
  unissuedInvoices: unissuedInvoicesSchema,
  /** Invoices that are issued and not paid. They are no part of the money received. */
  outstandingInvoices: unissuedInvoicesSchema.default([]),
  /** Invoices marked as paid on this day. What was received for them is not part of the lines and their counts. */
  paidInvoices: paidInvoicesSchema.default([]),
  undepositedCheques: undepositedChequesSchema,
  overpayments: overpaymentsSchema,
})
export type CashUp = z.infer<typeof cashUpSchema>

/** The tables of a day that are exported, each as a file of its own. */
export const cashUpTables = [
  'takings',
  'counts',
  'closings',
  'card-payments',
  'invoices',
  'outstanding-invoices',
  'paid-invoices',
  'cheques',
  'overpayments',
] as const
export type CashUpTableName = (typeof cashUpTables)[number]
