import { z } from 'zod'
import { addonSchema } from '../locations/addon.ts'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { attemptIDSchema, transactionSchema } from './transaction.ts'

/**
 * A card payment or refund that is still open, whichever workstation began it. Until it ends, no other attempt can
 * start on its study.
 */
const openAttemptSchema = z.object({
  attemptID: attemptIDSchema,
  kind: z.enum(['payment', 'refund']),
  amount: decimalAmountSchema,
  since: instantSchema,
  /** Full name of the person who started it. */
  by: z.string(),
  driver: z.string(),
})
export type OpenAttempt = z.infer<typeof openAttemptSchema>

/**
 * Why a payment would not turn a temporary hold into a booking. `forbidden`: a notice forbids the scan. `settle`: a
 * stop has neither a sign-off nor a reason.
 */
const holdBlockSchema = z.object({ kind: z.enum(['forbidden', 'settle']), text: z.string() })
export type HoldBlock = z.infer<typeof holdBlockSchema>

/**
 * The answer of `GET /payment/study/{id}`: the invoice summary and the ledger (both specs §3). Amounts are decimals of
 * one currency.
 */
export const studyPaymentsSchema = z.object({
  studyID: studyIDSchema,
  currency: z.enum(currencies),
  skuID: z.number().int(),
  /** The booked item. */
  skuName: z.string(),
  price: decimalAmountSchema,
  /** The add-ons of the booking, at their agreed prices. */
  addons: z.array(addonSchema).default([]),
  /** Price, add-ons and charges. */
  totalPrice: decimalAmountSchema,
  discountPromo: decimalAmountSchema,
  discountReferral: decimalAmountSchema,
  discountReferralCredit: decimalAmountSchema,
  serviceCreditUse: decimalAmountSchema,
  referralCreditUse: decimalAmountSchema,
  paid: decimalAmountSchema,
  uncaptured: decimalAmountSchema,
  reconciliationAdjust: decimalAmountSchema,
  /** Never below 0 (booking spec §2). */
  totalBalance: decimalAmountSchema,
  /** The overpaid amount; 0 or more. */
  overpaid: decimalAmountSchema,
  /** Share Health Credits the member has. */
  availableCredits: decimalAmountSchema,
  /** The member's own code, to give to friends. */
  ownReferralCode: z.string(),
  /** The discount of a referral code on this study; 0 if there is no discount (the button shows Not Valid). */
  referralDiscount: decimalAmountSchema,
  /** Why a referral code has no discount on this study; null if it has a discount. */
  referralNotice: z.string().nullable(),
  /** Newest first. */
  transactions: z.array(transactionSchema),
  openAttempts: z.array(openAttemptSchema),
  /** Null for a booking, and for a temporary hold that a payment would turn into a booking. */
  holdBlock: holdBlockSchema.nullable().default(null),
  /** Whether the Finance Only form is shown: role admin, and the server allows reconciliation (booking spec §6). */
  mayReconcile: z.boolean(),
  /** Whether this person may use open-type promos. */
  mayUseOpenPromos: z.boolean(),
  /** The number of changes of the ledger: equal numbers mean equal ledgers. */
  ledgerVersion: z.number().int(),
})
export type StudyPayments = z.infer<typeof studyPaymentsSchema>
