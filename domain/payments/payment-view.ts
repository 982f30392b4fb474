import { z } from 'zod'
import { currencies, decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { attemptIDSchema, transactionSchema } from './transaction.ts'

/** An attempt of any desk on a study that has not ended: nothing else is charged before it is settled. */
const openAttemptSchema = z.object({
  attemptID: attemptIDSchema,
  kind: z.enum(['payment', 'refund']),
  amount: decimalAmountSchema,
  since: instantSchema,
  /** Full name of who began it. */
  by: z.string(),
  driver: z.string(),
})
export type OpenAttempt = z.infer<typeof openAttemptSchema>

/**
 * Why a temporary hold does not become a booking, although it is paid. `forbidden`: a notice rules the scan out. `settle`: a
 * stop has neither a sign-off nor a reason.
 */
const holdBlockSchema = z.object({ kind: z.enum(['forbidden', 'settle']), text: z.string() })
export type HoldBlock = z.infer<typeof holdBlockSchema>

/** `GET /payment/study/{id}`: the invoice summary and the ledger (both specs §3). Amounts are decimals of one currency. */
export const studyPaymentsSchema = z.object({
  studyID: studyIDSchema,
  currency: z.enum(currencies),
  skuID: z.number().int(),
  /** The booked item. */
  skuName: z.string(),
  price: decimalAmountSchema,
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
  /** What was paid beyond it; 0 or more. */
  overpaid: decimalAmountSchema,
  /** Share Health Credits the member has. */
  availableCredits: decimalAmountSchema,
  /** The member's own code, to give to friends. */
  ownReferralCode: z.string(),
  /** What a referral code takes off here; 0 where it would take nothing (the button says Not Valid). */
  referralDiscount: decimalAmountSchema,
  /** Why a referral code would take nothing off; null where it would. */
  referralNotice: z.string().nullable(),
  /** Newest first. */
  transactions: z.array(transactionSchema),
  openAttempts: z.array(openAttemptSchema),
  /** Null for a booking, and for a hold that becomes one once it is paid. */
  holdBlock: holdBlockSchema.nullable().default(null),
  /** Whether the Finance Only form is shown: role admin and the flag (booking spec §6). */
  mayReconcile: z.boolean(),
  /** Whether this person may use open-type promos. */
  mayUseOpenPromos: z.boolean(),
  /** Counts changes of the ledger: equal numbers, equal ledgers. */
  ledgerVersion: z.number().int(),
})
export type StudyPayments = z.infer<typeof studyPaymentsSchema>
