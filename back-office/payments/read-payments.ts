import type { RouteAnswer } from '#contract/back-office.ts'
import { buildInvoice } from '#domain/payments/build-invoice.ts'
import { decideGiftCard } from '#domain/payments/gift-card.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import { ledgerKind, type Transaction, type TransactionType } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findPractitioner, readPromoCodes } from '../repositories/catalogue-repository.ts'
import { findGiftCard, findGiftCardBalance } from '../repositories/gift-cards-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { findTransactionRow } from '../repositories/transactions-repository.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { refusal } from './checks.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { readStudyPayments } from './view.ts'

type ReadPaymentsContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

/**
 * Returns a study's invoice summary and ledger; a member may read only their own studies. Throws 404 for an unknown
 * study.
 */
export const readPayments = async (studyID: string, context: ReadPaymentsContext): Promise<StudyPayments> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const payments = await readStudyPayments(context.db, study, context)
  return context.caller?.isStaff === true ? payments : asSeenByMember(payments)
}

/** Removes the names and notes of staff, because members have no right to see them. */
const asSeenByMember = (payments: StudyPayments): StudyPayments => ({
  ...payments,
  openAttempts: payments.openAttempts.map((attempt) => ({ ...attempt, by: '' })),
  transactions: payments.transactions.map((entry) => ({
    ...entry,
    memo: '',
    processedBy: null,
    processedByPII: null,
    steps: null,
  })),
})

const noSuchTransaction = (): Refusal => new Refusal('not-found', backOfficePaymentsWords.transactionNotFound)

/**
 * Returns a transaction's detail. Throws 404 for an unknown transaction, and for a transaction of a study that the
 * caller may not see.
 */
export const readTransaction = async (transactionID: string, context: ReadPaymentsContext): Promise<Transaction> => {
  const row = await findTransactionRow(context.db, transactionID)
  if (row === undefined) throw noSuchTransaction()
  if (!mayWorkAt(requireCaller(context), row.location_id)) throw noSuchTransaction()
  context.setAuditSubject({ studyID: row.study_id })
  const { transactions } = await readPayments(row.study_id, context)
  const found = transactions.find((candidate) => candidate.transactionID === transactionID)
  if (found === undefined) throw noSuchTransaction()
  return found
}

/** Returns the latest transaction of a type, in any spelling of the type. Throws 404 when there is none. */
export const readTransactionOfType = async (
  studyID: string,
  transactionType: TransactionType,
  context: ReadPaymentsContext,
): Promise<Transaction> => {
  const { transactions } = await readPayments(studyID, context)
  const wanted = ledgerKind(transactionType)
  const found = transactions.find((candidate) => ledgerKind(candidate.transactionType) === wanted)
  if (found === undefined) throw noSuchTransaction()
  return found
}

/** Returns the balance of a gift card that may pay for this study. Throws 409 `gift-card-not-valid`. */
export const readGiftCard = async (
  studyID: string,
  number: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readGiftCard'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const { currency } = (await locationOf(context.db, study)).currency
  const found = await findGiftCard(context.db, number)
  const balance = await findGiftCardBalance(context.db, number)
  const decision = decideGiftCard({
    card: found === undefined ? null : { balance, currency: found.currency, isActive: found.active !== 0 },
    currency,
    amount: toMoney(0),
  })
  if (!decision.ok) throw refusal(decision)
  return { giftCardNumber: found?.number ?? number, balance: toDecimalAmount(balance) }
}

/** Returns a study's current invoice. Throws 404 as {@link readPayments} does. */
export const readInvoice = async (studyID: string, context: ReadPaymentsContext): Promise<Invoice> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  return makeInvoice(context.db, study, context)
}

/**
 * Makes a study's invoice. The invoice's date is the time when it was issued, or now if it is not issued yet. Throws
 * 404 when the study's member no longer exists.
 */
export const makeInvoice = async (db: Database, study: StudyRow, context: ReadPaymentsContext): Promise<Invoice> => {
  const [location, member, payments, promos] = await Promise.all([
    locationOf(db, study),
    findMember(db, study.patient_id),
    readStudyPayments(db, study, context),
    readPromoCodes(db, 'all'),
  ])
  if (member === undefined) throw new Refusal('not-found', backOfficePaymentsWords.memberGone)
  const { transactions } = payments
  const openBills = transactions.filter(({ transactionType, refundable, details }) => {
    return ledgerKind(transactionType) === 'payment' && (refundable > 0 || details.invoicePayer === null)
  })
  const payerID = openBills.find(({ details }) => details.invoicePayer !== null)?.details.invoicePayer ?? null
  const payer = payerID === null ? undefined : await findPractitioner(db, payerID)
  const issued = openBills.find(({ steps }) => steps?.issued.isDone === true)?.steps?.issued.transactionTime
  return buildInvoice({
    study: toStudy(study),
    location,
    member,
    skuName: payments.skuName,
    price: toMoney(study.price),
    addons: payments.addons,
    transactions,
    promoNames: Object.fromEntries(promos.map(({ promoID, name }) => [promoID, name])),
    payerName:
      payer === undefined ? null : [payer.salutation, payer.firstName, payer.lastName].filter(Boolean).join(' '),
    issuedAt: toInstant((issued ?? context.now) * 1000),
  })
}
