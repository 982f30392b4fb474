import type { MoneyMoved } from '#contract/payments/routes.ts'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { refundableOf, undoneBy } from '#domain/payments/ledger.ts'
import { refundFormMessage } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { decideRefund } from '#domain/payments/refund.ts'
import { ledgerKind, type TransactionDetails, type TransactionID } from '#domain/payments/transaction.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { addCredit } from '../repositories/credits-repository.ts'
import { addGiftCardEntry } from '../repositories/gift-cards-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import {
  findTransactionOfRequest,
  findTransactionRow,
  findTransactionRows,
  type TransactionRow,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { refuseOpenAttempt } from '../study-access/open-attempt.ts'
import { refuseUnprovenRefund } from './card-refund.ts'
import { invalidField, openLedger, refusal, refuseCardNumber, requestKeyOf, toMinor } from './checks.ts'
import { appendTransaction } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { toMoneyMoved } from './view.ts'

type RefundContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'idempotencyKey'
  | 'kind'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

type Refund = HandlerInput<'refundTransaction'>['body']

/** Returns whether a refund moves money on a card; all others are only recorded. */
export const isCardRefund = (row: TransactionRow, body: Pick<Refund, 'externalRefund'>): boolean =>
  ledgerKind(row.transaction_type) === 'payment' &&
  ruleOfPaymentType(row.payment_type).tender === 'card' &&
  body.externalRefund !== true

/** Returns the entry to refund. Throws 404 if it is not one of this study's. */
export const findRefunded = async (db: Database, studyID: string, transactionID: string): Promise<TransactionRow> => {
  const row = await findTransactionRow(db, transactionID)
  if (row === undefined || row.study_id !== studyID) {
    throw new Refusal('not-found', backOfficePaymentsWords.studyTransactionNotFound)
  }
  return row
}

/**
 * Checks a refund by the rules of booking spec §5, inside the database transaction that has locked the study's ledger.
 * Returns its amount and the kind of its entry. Throws 400 with fields `amount`, `memo`, `externalRefund`; 409
 * `amount-above-refundable`, `already-refunded`, `nothing-to-refund`, `interac-needs-card`.
 */
export const checkRefund = async (
  db: Database,
  row: TransactionRow,
  body: Refund,
): Promise<{ readonly amount: Money; readonly transactionType: 'Refund' | 'Remove Discount' }> => {
  const entries = (await findTransactionRows(db, row.study_id)).map(toEntryOfRow)
  const transactionID = row.transaction_id as TransactionID
  const amount = toMinor(body.amount)
  const { isInterac } = JSON.parse(row.details) as TransactionDetails
  const decision = decideRefund({
    entry: entries.find((entry) => entry.transactionID === transactionID),
    refundable: refundableOf(entries, transactionID),
    requested: amount,
    isInterac,
    hasInteracTransaction: (body.interacTransaction ?? '') !== '',
    isExternal: body.externalRefund === true,
  })
  if (!decision.ok) throw refusal(decision)
  const verb = undoneBy(ledgerKind(row.transaction_type)) === 'remove-discount' ? 'remove' : 'refund'
  if (body.memo.trim() === '') {
    throw invalidField('memo', refundFormMessage({ amount: false, reason: true }, verb) ?? '')
  }
  refuseCardNumber('memo', body.memo)
  return { amount, transactionType: decision.transactionType }
}

/**
 * Records a refund that moves no money on a card: money returned by hand, credits or a gift-card amount given back, a
 * discount removed, or a card refund made outside Atrium. Runs once per idempotency key. Throws as {@link checkRefund}
 * does, and 409 `payment-in-progress`; 404.
 */
export const refundByHand = async (
  studyID: string,
  transactionID: string,
  body: Refund,
  context: RefundContext,
): Promise<MoneyMoved> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    const requestKey = requestKeyOf(context)
    const done = requestKey === null ? undefined : await findTransactionOfRequest(db, requestKey)
    if (done !== undefined)
      return toMoneyMoved(db, { transaction: done, study, temporaryHoldConverted: false }, context)
    const row = await findRefunded(db, studyID, transactionID)
    await refuseOpenAttempt(db, study)
    await refuseUnprovenRefund(db, row, context.now)
    const { amount, transactionType } = await checkRefund(db, row, body)
    const undone = JSON.parse(row.details) as TransactionDetails
    const appended = await appendTransaction(
      db,
      study,
      {
        transactionType,
        paymentType: row.payment_type,
        amount,
        currency: row.currency,
        memo: body.memo.trim(),
        linkedTransaction: row.transaction_id,
        giftCardNumber: row.gift_card_number,
        requestKey,
        details: {
          promoID: undone.promoID,
          promoCategory: undone.promoCategory,
          referralCode: undone.referralCode,
          isExternalRefund: body.externalRefund === true,
        },
      },
      context,
    )
    await returnCredits(db, study, row, appended.transaction, context)
    return toMoneyMoved(db, appended, context)
  })

/**
 * Adds the refunded amount to the credits or the gift card that paid. If a referral discount was removed, takes back
 * the credits that the owner of the code earned by that discount.
 */
const returnCredits = async (
  db: Database,
  study: StudyRow,
  undone: TransactionRow,
  refund: TransactionRow,
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<void> => {
  const common = { study_id: study.study_id, transaction_id: refund.transaction_id, at: context.now }
  const credit = { ...common, currency: undone.currency, processed_by: requireCaller(context).userID }
  // The entry of the undone transaction names the member whose credits it changed. After a merge the study may belong
  // to another member, but the entries of the credit ledger never change.
  const changed = await db
    .selectFrom('member_credit')
    .select('patient_id')
    .where('transaction_id', '=', undone.transaction_id)
    .executeTakeFirst()
  if (ledgerKind(undone.transaction_type) === 'credit') {
    await addCredit(db, {
      ...credit,
      credit_id: context.newId(),
      patient_id: changed?.patient_id ?? study.patient_id,
      amount: refund.amount,
      reason: 'given-back',
    })
  }
  if (undone.payment_type === 'giftCertificateIntegrated' && undone.gift_card_number !== null) {
    await addGiftCardEntry(db, {
      ...common,
      entry_id: context.newId(),
      gift_card_key: normalizeGiftCardNumber(undone.gift_card_number),
      amount: refund.amount,
    })
  }
  if (undone.payment_type === 'referral code' && changed !== undefined) {
    await addCredit(db, {
      ...credit,
      credit_id: context.newId(),
      patient_id: changed.patient_id,
      amount: toMoney(-refund.amount),
      reason: 'referral',
    })
  }
}
