import type { MoneyMoved } from '#contract/payments/routes.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import { mayUseOpenPromos } from '#domain/payments/promo.ts'
import { hasEarlierScan, isWholeBodyScan, type ReferralPlace, referralOffer } from '#domain/payments/referral.ts'
import { ledgerKind, type TransactionID } from '#domain/payments/transaction.ts'
import { hasRole } from '#domain/session/role.ts'
import { type Money, parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { readHoldBlock } from '../booking/settle-reason.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readSkus } from '../repositories/catalogue-repository.ts'
import { findAvailableCredits } from '../repositories/credits-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findOpenAttempt, toOpenAttempt, toPendingRefunds } from '../repositories/payment-attempts-repository.ts'
import { toReferralCode } from '../repositories/referral-code.ts'
import {
  findStudiesOfMember,
  parseAddons,
  parseStatus,
  type StudyRow,
  toStudy,
} from '../repositories/studies-repository.ts'
import {
  readLedger,
  type TransactionRow,
  toEntryOfRow,
  toTransactions,
} from '../repositories/transactions-repository.ts'
import { type Appended, summarizeStudy } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

export type PaymentsContext = Pick<
  HandlerContext,
  'kind' | 'caller' | 'environment' | 'reconciliation' | 'openPromoUsers' | 'now' | 'supportPhone'
>

/** Returns a study's money, read from the ledger in `db`, in the form that all clients receive (both specs §3). */
export const readStudyPayments = async (
  db: Database,
  study: StudyRow,
  context: PaymentsContext,
): Promise<StudyPayments> => {
  const [location, skus, ledger, attempt] = await Promise.all([
    findLocation(db, study.location_id),
    readSkus(db),
    readLedger(db, study.study_id),
    findOpenAttempt(db, study.study_id),
  ])
  if (location === undefined) throw new Refusal('not-found', backOfficePaymentsWords.locationGone)
  const { currency } = location.currency
  const summary = summarizeStudy(study, ledger.rows)
  const credits = await findAvailableCredits(db, study.patient_id, currency)
  const offer = referralOffer(await readReferralPlace(db, study, ledger.rows))
  const { caller } = context
  return {
    studyID: study.study_id as StudyPayments['studyID'],
    currency,
    skuID: study.sku_id,
    skuName:
      location.catalog.primary.find(({ skuID }) => skuID === study.sku_id)?.name ??
      skus.find(({ skuID }) => skuID === study.sku_id)?.name ??
      '',
    price: toDecimalAmount(summary.price),
    addons: [...parseAddons(study)],
    totalPrice: toDecimalAmount(summary.totalPrice),
    discountPromo: toDecimalAmount(summary.discountPromo),
    discountReferral: toDecimalAmount(summary.discountReferral),
    discountReferralCredit: toDecimalAmount(summary.discountReferralCredit),
    serviceCreditUse: toDecimalAmount(summary.serviceCreditUse),
    referralCreditUse: toDecimalAmount(summary.discountReferralCredit),
    paid: toDecimalAmount(summary.paid),
    uncaptured: toDecimalAmount(summary.uncaptured),
    reconciliationAdjust: toDecimalAmount(summary.reconciliationAdjust),
    totalBalance: toDecimalAmount(summary.totalBalance),
    overpaid: toDecimalAmount(summary.overpaid),
    availableCredits: toDecimalAmount(toMoney(Math.max(0, credits))),
    ownReferralCode: toReferralCode(study.patient_id),
    referralDiscount: toDecimalAmount(offer.discount),
    referralNotice: offer.notice,
    transactions: toTransactions(ledger, toPendingRefunds(attempt)),
    holdBlock: await readHoldBlock(db, study, context),
    openAttempts: attempt === undefined ? [] : [toOpenAttempt(attempt)],
    mayReconcile: context.reconciliation && caller !== null && hasRole(caller.roles, 'admin'),
    mayUseOpenPromos:
      caller?.isStaff === true &&
      mayUseOpenPromos({
        environment: context.environment,
        email: caller.email,
        allowedEmails: context.openPromoUsers,
      }),
    ledgerVersion: study.ledger_version,
  }
}

/** Returns the facts that decide whether a referral code applies to this study. */
export const readReferralPlace = async (
  db: Database,
  study: StudyRow,
  rows: readonly TransactionRow[],
): Promise<ReferralPlace> => {
  const [location, skus, studies] = await Promise.all([
    findLocation(db, study.location_id),
    readSkus(db),
    findStudiesOfMember(db, study.patient_id),
  ])
  const entries = rows.map(toEntryOfRow)
  const sku = skus.find(({ skuID }) => skuID === study.sku_id)
  return {
    hasLocationAndTime: hasLocationAndTime(study),
    hasEarlierScan: hasEarlierScan(
      toStudy(study),
      studies.map((row) => toStudy(row)),
    ),
    // A discount of 0 cannot be removed, so it remains in effect.
    isUsedOnStudy: rows.some(
      (row) =>
        row.payment_type === 'referral code' &&
        ledgerKind(row.transaction_type) === 'discount' &&
        (row.amount === 0 || refundableOf(entries, row.transaction_id as TransactionID) > 0),
    ),
    isWholeBody: sku !== undefined && isWholeBodyScan(sku),
    referralValue: parseDecimalAmount(location?.referralValue ?? 0) ?? noMoney,
    balance: summarizeStudy(study, rows).balance,
  }
}

const noMoney: Money = toMoney(0)

/** Returns whether a study can take a payment, promo or referral: it has an appointment and is not cancelled. */
export const hasLocationAndTime = (study: Pick<StudyRow, 'starts_at' | 'cancelled'>): boolean =>
  study.cancelled === 0 && study.starts_at !== null

/**
 * Returns the answer to a call that moves money (booking spec §7); all such calls have this answer. If the call is a
 * repetition, `moved` is the entry of the first call.
 */
export const toMoneyMoved = async (
  db: Database,
  moved: Pick<Appended, 'study' | 'temporaryHoldConverted'> & {
    readonly transaction: Pick<TransactionRow, 'transaction_id'>
  },
  context: PaymentsContext,
): Promise<MoneyMoved> => {
  const payments = await readStudyPayments(db, moved.study, context)
  const transaction = payments.transactions.find(
    ({ transactionID }) => transactionID === moved.transaction.transaction_id,
  )
  if (transaction === undefined) throw new Error('an entry that was made is not in its ledger')
  const { paid, paidTime } = parseStatus(moved.study)
  return {
    code: 200,
    transaction,
    payments,
    study: toStudy(moved.study),
    temporaryHoldConverted: moved.temporaryHoldConverted,
    paidStatus: paid,
    paidTime: paid && typeof paidTime === 'string' ? Math.floor(Date.parse(paidTime) / 1000) : null,
  }
}
