import type { RouteAnswer } from '#contract/back-office.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { decideReconciliation } from '#domain/payments/reconciliation.ts'
import { parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { toStudy } from '../repositories/studies-repository.ts'
import { alreadyCancelled } from '../study-access/checks.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { refuseOpenAttempt } from '../study-access/open-attempt.ts'
import { invalidField, openLedger, refuseCardNumber, toMinor } from './checks.ts'
import { appendTransaction, logPayments, writeBalance } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { toMoneyMoved } from './view.ts'

type FinanceContext = Pick<
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

/**
 * Adds finance's adjustment to a ledger (booking spec §5): above 0 increases what the member owes, below 0 reduces it.
 * Throws 403 `insufficient-permissions` when reconciliation is turned off; 400 with fields `amount`, `classification`,
 * `reason`; 409 `payment-in-progress`; 404 for an unknown study.
 */
export const reconcile = async (
  studyID: string,
  body: HandlerInput<'reconcile'>['body'],
  context: FinanceContext,
): Promise<MoneyMoved> => {
  if (!context.reconciliation) {
    throw new Refusal('insufficient-permissions', backOfficePaymentsWords.reconciliationOff)
  }
  const decision = decideReconciliation({
    amount: toMinor(body.amount),
    classification: body.classification,
    reason: body.reason,
  })
  if (!decision.ok) {
    const fields = Object.fromEntries(Object.entries(decision.problems).map(([field, { message }]) => [field, message]))
    const message = Object.values(fields)[0] ?? paymentMessages.adjustmentFailed
    throw new Refusal('invalid-input', message, { fields })
  }
  refuseCardNumber('reason', decision.reason)
  return inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    await refuseOpenAttempt(db, study)
    const appended = await appendTransaction(
      db,
      study,
      {
        transactionType: 'reconciliation',
        paymentType: 'finance',
        amount: decision.amount,
        memo: decision.reason,
        details: { classification: decision.classification },
      },
      context,
    )
    return toMoneyMoved(db, appended, context)
  })
}

/**
 * Sets the booked scan's price to the location's current price; a repetition changes nothing. Throws 400
 * `invalid-input` with field `skuID` if the scan type is not the study's or the location does not sell it, or with
 * field `price` if the price is not the location's; 409 `already-cancelled`, `payment-in-progress`; 404 for an unknown
 * study.
 */
export const changePrice = async (
  studyID: string,
  body: HandlerInput<'changePrice'>['body'],
  context: FinanceContext,
): Promise<RouteAnswer<'changePrice'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openLedger(db, studyID, context)
    if (study.cancelled === 1) throw alreadyCancelled(study)
    const location = await locationOf(db, study)
    if (body.skuID !== study.sku_id) throw invalidField('skuID', backOfficePaymentsWords.otherScanBooked)
    const sold = location.catalog.primary.find(({ skuID }) => skuID === study.sku_id)
    if (sold === undefined) throw invalidField('skuID', backOfficePaymentsWords.scanNotSold)
    const price = toMinor(body.price)
    if (price !== parseDecimalAmount(sold.price)) {
      throw invalidField('price', backOfficePaymentsWords.priceChanged)
    }
    const answer = (row: typeof study): RouteAnswer<'changePrice'> => ({
      price: toDecimalAmount(toMoney(row.price)),
      totalBalance: toDecimalAmount(toMoney(Math.max(0, row.balance))),
      study: toStudy(row),
    })
    if (price === study.price) return answer(study)
    await refuseOpenAttempt(db, study)
    const { name } = requireCaller(context)
    const { changed, notes } = await writeBalance(db, study, { price }, name, context)
    const shown = formatMoney(price, location.currency.currency)
    const lines = [`Price changed to ${shown} for scan ${study.sku_id}`, ...notes]
    await logPayments(db, changed, lines, name, context)
    return answer(changed)
  })
