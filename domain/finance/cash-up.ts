import { z } from 'zod'
import { paymentTypes } from '../payments/payment-types.ts'
import { attemptIDSchema, stepPaymentMethods, transactionIDSchema } from '../payments/transaction.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { drawerSchema } from './count-drawer.ts'
import { outstandingTotalsSchema } from './outstanding.ts'

/** One count of a line. Every count is kept. */
const cashUpLineCountSchema = z.object({
  counted: decimalAmountSchema,
  /**
   * The counted amount minus the sum expected at the time of the count; null while the line is to be counted blind
   * again.
   */
  difference: decimalAmountSchema.nullable(),
  note: z.string(),
  countedBy: z.string(),
  countedAt: instantSchema,
  /** The counted notes and coins of the drawer, and its float; absent if staff entered only the sum. */
  drawer: drawerSchema.optional(),
})

/** The amounts that one person took in one tender, in one block of a day of the location's calendar. */
const cashUpLineSchema = z.object({
  userID: z.string(),
  userName: z.string(),
  paymentType: z.enum(paymentTypes),
  /**
   * `taken` and `refunded` are the payments and the refunds of the block. A refund counts on its own date, not on the
   * date of its payment. Both are null while the line is still to be counted blind.
   */
  taken: decimalAmountSchema.nullable(),
  refunded: decimalAmountSchema.nullable(),
  /** `taken - refunded - uncaptured`. */
  expected: decimalAmountSchema.nullable(),
  /** The part of the card payments that is not captured yet; never part of `expected`. */
  uncaptured: decimalAmountSchema.nullable(),
  /** Whether staff count the line by hand: lines of cash and of cheques. */
  isCounted: z.boolean(),
  counted: decimalAmountSchema.nullable(),
  /** `counted - expected`: above 0 is over, below 0 is short. Null unless the line has a valid count. */
  difference: decimalAmountSchema.nullable(),
  note: z.string(),
  countedBy: z.string().nullable(),
  countedAt: instantSchema.nullable(),
  /** Whether money moved in this line after its count, so that the line must be counted again. */
  isOutdated: z.boolean(),
  /** The float last counted in this person's drawer at the location, on this day or before; absent if there is none. */
  float: decimalAmountSchema.optional(),
  /** All counts of this line in its block, oldest first; the last one is valid unless `isOutdated`. */
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
    /** Null while the line that includes this cheque is still to be counted blind. */
    amount: decimalAmountSchema.nullable(),
    date: instantSchema,
    referenceID: z.string(),
    /** Absent from blocks that earlier versions froze, in which every cheque is in the currency of the day. */
    currency: z.enum(currencies).optional(),
    /**
     * The number of the cheque's steps and refunds so far. A deposit sends the number that was shown, so that the
     * server notices a later change.
     */
    version: z.number().int().min(0).default(0),
  }),
)
/** Studies on which more was paid than was owed. The amount is null while the study has money in a blind line. */
const overpaymentsSchema = z.array(z.object({ studyID: studyIDSchema, amount: decimalAmountSchema.nullable() }))

const frozenCountSchema = z.number().int().min(0)

/** The lists that a close freezes. They never change. */
export const frozenBlockSchema = z.object({
  lines: z.array(cashUpLineSchema),
  /**
   * The first items of what was left to do at the time of the close: issue invoices, deposit cheques, refund
   * overpayments. Blocks that earlier versions froze have every item.
   */
  unissuedInvoices: unissuedInvoicesSchema,
  undepositedCheques: undepositedChequesSchema,
  overpayments: overpaymentsSchema,
  /** The number of all items of each list. Absent from blocks that earlier versions froze. */
  counts: z
    .object({
      unissuedInvoices: frozenCountSchema,
      undepositedCheques: frozenCountSchema,
      overpayments: frozenCountSchema,
    })
    .optional(),
})
export type FrozenBlock = z.infer<typeof frozenBlockSchema>

/** A closed block: the whole day, or the part of it since the previous close. @internal Tests read what is stored. */
export const closedBlockSchema = frozenBlockSchema.extend({
  closedBy: z.string(),
  closedAt: instantSchema,
  note: z.string(),
  /** Why the block was closed before the day's last appointment ended; empty otherwise. */
  earlyReason: z.string(),
})
export type ClosedBlock = z.infer<typeof closedBlockSchema>

/** A location's day as finance closes it. */
export const cashUpSchema = z.object({
  locationID: locationIDSchema,
  /** A date of the location's calendar. */
  date: plainDateSchema,
  currency: z.enum(currencies),
  /**
   * The number of the open block. Each count and each close names the block that was shown, so that it applies to no
   * other block.
   */
  block: z.number().int().min(0),
  /**
   * The lines of the open block. They sum the day's payments and refunds, except those frozen by a close that is still
   * in force.
   */
  lines: z.array(cashUpLineSchema),
  /** The closed blocks as they were frozen, oldest first. */
  closed: z.array(closedBlockSchema),
  /** All closes and reopenings of the day, oldest first, including closes that a reopening voided. */
  events: z.array(
    z.object({
      kind: z.enum(['closed', 'reopened']),
      by: z.string(),
      at: instantSchema,
      note: z.string(),
      /** Why the day was closed before its last appointment ended; empty otherwise. */
      earlyReason: z.string().default(''),
    }),
  ),
  /** The counts that a reopening voided, oldest first, so that every difference that was found stays visible. */
  voidedCounts: z.array(voidedCountSchema).default([]),
  /** The end of the day's last appointment. Closing before this time requires a reason. */
  lastAppointmentEnd: instantSchema.nullable(),
  /** The card attempts that must be checked before the day is closed. */
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
  /** Invoices that are issued and not paid. They are not part of the money received. */
  outstandingInvoices: unissuedInvoicesSchema.default([]),
  /**
   * Invoices marked as paid on this day. Marking an invoice as paid adds nothing to the lines or to the counts of the
   * lines.
   */
  paidInvoices: paidInvoicesSchema.default([]),
  undepositedCheques: undepositedChequesSchema,
  overpayments: overpaymentsSchema,
  /**
   * The totals of the lists that grow until finance resolves their items; the lists have the first items, oldest first.
   * Absent for staff who do not see the lists.
   */
  totals: outstandingTotalsSchema.optional(),
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
