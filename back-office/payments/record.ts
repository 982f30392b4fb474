import type { RouteAnswer } from '#contract/back-office.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import type { Location } from '#domain/locations/location.ts'
import { decideGiftCard, normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import { isExternalLenderOffered, isForcedToTotal, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findPractitioner } from '../repositories/catalogue-repository.ts'
import { addCredit, findAvailableCredits, lockCredits } from '../repositories/credits-repository.ts'
import {
  addGiftCardEntry,
  findGiftCard,
  findGiftCardBalance,
  lockGiftCard,
} from '../repositories/gift-cards-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findTransactionOfRequest, findTransactionRows } from '../repositories/transactions-repository.ts'
import { alreadyCancelled } from '../study-access/checks.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { refuseOpenAttempt } from '../study-access/open-attempt.ts'
import { invalidField, openLedger, refusal, refuseCardNumber, requestKeyOf, toMinor } from './checks.ts'
import { type Appended, appendTransaction, summarizeStudy } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { hasLocationAndTime, toMoneyMoved } from './view.ts'

type RecordContext = Pick<
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

type Asked = HandlerInput<'recordPayment'>['body']['payment']
/** `amount` is null if none was typed: the payment is for the whole amount due. */
type Payment = Omit<Asked, 'amount'> & { readonly amount: Asked['amount'] | null }
type Recorded = Appended & { readonly isIssued: boolean }

/**
 * Records a payment by any tender but a card (booking spec §5, §7), once per idempotency key. Throws 400
 * `invalid-input` with fields; 409 `already-cancelled`, `location-and-time-missing`, `amount-above-balance` (also when
 * a bill for the whole balance would differ from the typed amount), `payment-in-progress`, `gift-card-not-valid`,
 * `not-enough-credits`; 404 for an unknown study.
 */
export const recordPayment = async (
  studyID: string,
  body: HandlerInput<'recordPayment'>['body'],
  context: RecordContext,
): Promise<RouteAnswer<'recordPayment'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    if (body.locationID !== undefined && body.locationID !== study.location_id) {
      throw invalidField('locationID', backOfficePaymentsWords.studyMoved)
    }
    const recorded =
      (await findRecorded(db, study, context)) ??
      (await pay(db, study, body.payment, await locationOf(db, study), context))
    return {
      ...(await toMoneyMoved(db, recorded, context)),
      redirect: null,
      proactiveBooking: recorded.study.proactive_booking === 1,
      automaticallyIssued: recorded.isIssued,
    }
  })

/**
 * Records an issued invoice for the whole amount due of a study at a whitelabel location (booking spec §5). Throws 409
 * `step-not-allowed` for a study at any other location; other refusals as in {@link recordPayment}.
 */
export const recordWhitelabelPayment = async (
  studyID: string,
  body: HandlerInput<'recordWhitelabelPayment'>['body'],
  context: RecordContext,
): Promise<RouteAnswer<'recordWhitelabelPayment'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    const location = await locationOf(db, study)
    if (location.type !== 'whitelabel') {
      throw new Refusal('step-not-allowed', backOfficePaymentsWords.whitelabelOnly)
    }
    const referenceID = body.referenceID ?? ''
    const payment: Payment = {
      paymentType: 'invoice',
      amount: null,
      referenceID:
        referenceID === '' ? [location.invoiceNumber, study.study_id].filter(Boolean).join('-') : referenceID,
      invoicePayer: body.invoicePayer ?? null,
    }
    const recorded = await pay(db, study, payment, location, context)
    return { ...(await toMoneyMoved(db, recorded, context)), automaticallyIssued: recorded.isIssued }
  })

/** Returns what this call recorded in an earlier run whose answer was lost. */
const findRecorded = async (
  db: Database,
  study: StudyRow,
  context: Pick<HandlerContext, 'caller' | 'idempotencyKey'>,
): Promise<Recorded | undefined> => {
  const requestKey = requestKeyOf(context)
  const transaction = requestKey === null ? undefined : await findTransactionOfRequest(db, requestKey)
  if (transaction === undefined) return undefined
  const issued = await db
    .selectFrom('transaction_step')
    .select('step_id')
    .where('transaction_id', '=', transaction.transaction_id)
    .where('place', '=', 1)
    .where('step', '=', 'issued')
    .where('at', '=', transaction.transaction_time)
    .executeTakeFirst()
  return { transaction, study, temporaryHoldConverted: false, isIssued: issued !== undefined }
}

/** Checks a payment by the payment rules and appends it, with its use of credits or a gift card. */
const pay = async (
  db: Database,
  study: StudyRow,
  payment: Payment,
  location: Location,
  context: RecordContext,
): Promise<Recorded> => {
  if (study.cancelled === 1) throw alreadyCancelled(study)
  await refuseOpenAttempt(db, study)
  const { paymentType } = payment
  const { currency } = location.currency
  const memo = payment.memo ?? ''
  refuseCardNumber('memo', memo)
  refuseCardNumber('referenceID', payment.referenceID ?? '')
  refuseCardNumber('giftCardNumber', payment.giftCardNumber ?? '')
  const isCredit = paymentType === 'referralCredit'
  if (isCredit) await lockCredits(db, context.kind, [study.patient_id])
  const member = await findMember(db, study.patient_id)
  const referenceID = (payment.referenceID ?? '').trim()
  const typed = payment.amount === null ? null : toMinor(payment.amount)
  const isForcedTotal = isForcedToTotal({
    paymentType,
    locationType: location.type,
    today: todayAt(toInstant(context.now * 1000), location.timezone),
    hasFlag: payment.isInvoiceTotal === true,
  })
  const decision = decidePayment({
    paymentType,
    amount: typed ?? toMoney(0),
    referenceID,
    giftCardNumber: payment.giftCardNumber ?? '',
    balance: summarizeStudy(study, await findTransactionRows(db, study.study_id)).balance,
    isForcedTotal,
    availableCredits: isCredit ? await findAvailableCredits(db, study.patient_id, currency) : toMoney(0),
    isExternalLenderOffered: isExternalLenderOffered({
      externalLender: location.externalLender,
      memberCountry: member?.country ?? '',
    }),
    hasLocationAndTime: hasLocationAndTime(study),
  })
  if (!decision.ok) throw refusal(decision)
  const { amount } = decision
  // A bill is for the whole balance. If the user saw another amount, the call is refused instead of billing an amount
  // that the user did not see.
  if (typed !== null && isForcedTotal && amount !== typed) {
    const message = backOfficePaymentsWords.balanceChanged(formatMoney(amount, currency))
    throw refusal({ code: 'amount-above-balance', message, fields: { amount: message } })
  }
  const giftCard =
    paymentType === 'giftCertificateIntegrated'
      ? await takeGiftCard(db, { number: payment.giftCardNumber ?? '', currency, amount }, context)
      : null
  const invoicePayer = payment.invoicePayer ?? null
  if (invoicePayer !== null && (await findPractitioner(db, invoicePayer)) === undefined) {
    throw invalidField('invoicePayer', backOfficePaymentsWords.payerNotFound)
  }
  const isIssued = location.type === 'whitelabel' && ruleOfPaymentType(paymentType).isBill
  const appended = await appendTransaction(
    db,
    study,
    {
      transactionType: decision.transactionType,
      paymentType,
      amount,
      time: timeOf(payment, context.now),
      memo,
      giftCardNumber: giftCard,
      requestKey: requestKeyOf(context),
      details: { referenceID: referenceID === '' ? null : referenceID, invoicePayer },
      isIssued,
    },
    context,
  )
  const spent = { study_id: study.study_id, transaction_id: appended.transaction.transaction_id, at: context.now }
  const { userID } = requireCaller(context)
  if (isCredit) {
    await addCredit(db, {
      ...spent,
      credit_id: context.newId(),
      patient_id: study.patient_id,
      amount: -amount,
      currency,
      reason: 'used',
      processed_by: userID,
    })
  }
  if (giftCard !== null) {
    await addGiftCardEntry(db, {
      ...spent,
      entry_id: context.newId(),
      gift_card_key: normalizeGiftCardNumber(giftCard),
      amount: -amount,
    })
  }
  return { ...appended, isIssued }
}

/**
 * Cash that is reported late is recorded with the time when it was taken. Because clocks differ, this time is limited:
 * it is not after now, and at most this many seconds (seven days) before now.
 */
const latenessSeconds = 7 * 86_400

const timeOf = ({ paymentType, takenAt }: Payment, now: number): number => {
  if (paymentType !== 'cash' || takenAt === undefined) return now
  return Math.min(now, Math.max(now - latenessSeconds, Math.floor(Date.parse(takenAt) / 1000)))
}

/**
 * Locks a gift card until the database transaction ends, so that no other call can spend from it. Checks the card and
 * returns its number as printed.
 */
const takeGiftCard = async (
  db: Database,
  spend: { readonly number: string; readonly currency: Location['currency']['currency']; readonly amount: Money },
  context: Pick<HandlerContext, 'kind'>,
): Promise<string> => {
  await lockGiftCard(db, context.kind, spend.number)
  const found = await findGiftCard(db, spend.number)
  const balance = await findGiftCardBalance(db, spend.number)
  const decision = decideGiftCard({
    card: found === undefined ? null : { balance, currency: found.currency, isActive: found.active !== 0 },
    currency: spend.currency,
    amount: spend.amount,
  })
  if (!decision.ok) throw refusal({ ...decision, fields: { giftCardNumber: decision.message } })
  return found?.number ?? spend.number
}
