import type { RouteAnswer } from '#contract/back-office.ts'
import type { PromoCode } from '#domain/catalogue/sku.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { isInCategory, isPromoOffered, mayUseOpenPromos, promoDiscount } from '#domain/payments/promo.ts'
import { decideReferral, normalizeReferralCode } from '#domain/payments/referral.ts'
import { ledgerKind, type TransactionDetails, type TransactionID } from '#domain/payments/transaction.ts'
import type { Money } from '#domain/values/money.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readPromoCodes, readSkus } from '../repositories/catalogue-repository.ts'
import { addCredit } from '../repositories/credits-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findTransactionRows, type TransactionRow, toEntryOfRow } from '../repositories/transactions-repository.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { refuseOpenAttempt } from '../study-access/open-attempt.ts'
import { invalidField, openLedger, refusal, refuseCardNumber, toMinor } from './checks.ts'
import { appendTransaction, summarizeStudy } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { hasLocationAndTime, readReferralPlace, toMoneyMoved } from './view.ts'

type DiscountsContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

const promoNotValid = (message: string): Refusal => new Refusal('promo-not-valid', message)

/**
 * Subtracts a promo's discount from a study (booking spec §5, §7). Throws 409 `location-and-time-missing`,
 * `promo-not-valid`, `payment-in-progress`; 400 with fields `promoReason`, `promoAmount`; 404 for an unknown study.
 */
export const applyPromo = async (
  studyID: string,
  code: string,
  body: HandlerInput<'applyPromo'>['body'],
  context: DiscountsContext,
): Promise<RouteAnswer<'applyPromo'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    if (!hasLocationAndTime(study)) {
      throw new Refusal('location-and-time-missing', paymentMessages.discountCodeError)
    }
    if (body.promoReason.trim() === '') throw invalidField('promoReason', backOfficePaymentsWords.promoReasonNeeded)
    refuseCardNumber('promoReason', body.promoReason)
    await refuseOpenAttempt(db, study)
    const rows = await findTransactionRows(db, study.study_id)
    const promo = await findOfferedPromo(db, study, code, body.promoCategory, context)
    if (isUsed(promo.promoID, rows)) throw promoNotValid(backOfficePaymentsWords.promoUsed)
    const { price, balance } = summarizeStudy(study, rows)
    if (balance <= 0) throw promoNotValid(backOfficePaymentsWords.nothingOwed)
    const openAmount = promo.type === 'open' ? readOpenAmount(body.promoAmount ?? null, balance) : null
    const appended = await appendTransaction(
      db,
      study,
      {
        transactionType: 'Discount',
        paymentType: 'promocode',
        amount: promoDiscount(promo, { price, balance, openAmount }),
        memo: body.promoReason.trim(),
        details: { promoID: promo.promoID, promoCategory: body.promoCategory },
      },
      context,
    )
    const moved = await toMoneyMoved(db, appended, context)
    return { ...moved, balance: moved.payments.totalBalance, errorMessage: null }
  })

/**
 * Returns the promo of a code if it is offered for this study now; upper and lower case are equal. Throws 409
 * `promo-not-valid`.
 */
const findOfferedPromo = async (
  db: Database,
  study: StudyRow,
  code: string,
  category: Parameters<typeof isInCategory>[1],
  context: Pick<HandlerContext, 'caller' | 'environment' | 'now' | 'openPromoUsers'>,
): Promise<PromoCode> => {
  const [promos, skus] = await Promise.all([readPromoCodes(db), readSkus(db)])
  const wanted = code.trim().toLowerCase()
  const promo = promos.find(({ promoID }) => promoID.toLowerCase() === wanted)
  if (promo === undefined) throw promoNotValid(backOfficePaymentsWords.promoNotFound)
  const { email } = requireCaller(context)
  const mayUseOpen = mayUseOpenPromos({
    environment: context.environment,
    email,
    allowedEmails: context.openPromoUsers,
  })
  const isOffered = isPromoOffered(promo, {
    promocodesOfSku: skus.find(({ skuID }) => skuID === study.sku_id)?.promocodes ?? [],
    now: context.now,
    appointment: study.starts_at,
    mayUseOpen,
  })
  if (!isOffered) throw promoNotValid(backOfficePaymentsWords.promoNotValid)
  if (!isInCategory(promo, category)) throw promoNotValid(backOfficePaymentsWords.promoOtherCategory)
  return promo
}

/** Returns whether a promo was used on the study and not removed afterwards. */
const isUsed = (promoID: string, rows: readonly TransactionRow[]): boolean => {
  const entries = rows.map(toEntryOfRow)
  return rows.some(
    (row) =>
      ledgerKind(row.transaction_type) === 'discount' &&
      (JSON.parse(row.details) as TransactionDetails).promoID === promoID &&
      refundableOf(entries, row.transaction_id as TransactionID) > 0,
  )
}

const readOpenAmount = (amount: number | null, balance: Money): Money => {
  if (amount === null || amount <= 0) throw invalidField('promoAmount', backOfficePaymentsWords.promoAmountNeeded)
  const money = toMinor(amount)
  if (money > balance) throw invalidField('promoAmount', backOfficePaymentsWords.aboveBalance)
  return money
}

/**
 * Adds a referral code to a study: the member gets the location's referral value as a discount, and the code's owner
 * earns the same amount in Share Health Credits (booking spec §5). Throws 409 `referral-not-valid`,
 * `location-and-time-missing`, `payment-in-progress`; 404 for an unknown study.
 */
export const applyReferral = async (
  studyID: string,
  code: string,
  context: DiscountsContext,
): Promise<RouteAnswer<'applyReferral'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    await refuseOpenAttempt(db, study)
    const wanted = normalizeReferralCode(code)
    const owner = await findOwner(db, wanted)
    const place = await readReferralPlace(db, study, await findTransactionRows(db, study.study_id))
    const decision = decideReferral({ ...place, code: wanted, owner, memberID: study.patient_id })
    if (!decision.ok) throw refusal(decision)
    const appended = await appendTransaction(
      db,
      study,
      {
        transactionType: 'Discount',
        paymentType: 'referral code',
        amount: decision.discount,
        memo: decision.notice ?? '',
        details: { referralCode: wanted },
      },
      context,
    )
    if (owner !== null && decision.discount > 0) {
      await addCredit(db, {
        credit_id: context.newId(),
        patient_id: owner,
        amount: decision.discount,
        currency: (await locationOf(db, study)).currency.currency,
        study_id: study.study_id,
        transaction_id: appended.transaction.transaction_id,
        reason: 'referral',
        at: context.now,
        processed_by: requireCaller(context).userID,
      })
    }
    const moved = await toMoneyMoved(db, appended, context)
    return { ...moved, referralStatus: true, errorMessage: decision.notice }
  })

/**
 * Returns the owner of a referral code; null for an unknown code and for a code shared by two members. The code of a
 * merged member belongs to the member who was kept.
 */
const findOwner = async (db: Database, code: string): Promise<string | null> => {
  const rows = await db
    .selectFrom('member')
    .select(['patient_id', 'merged_into'])
    .where('referral_code', '=', code)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.merged_into ?? rows[0]?.patient_id ?? null) : null
}
