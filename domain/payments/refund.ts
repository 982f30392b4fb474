import { type Money, parseDecimalAmount, toMoney } from '../values/money.ts'
import { type LedgerEntry, undoneBy } from './ledger.ts'
import { paymentMessages, paymentTitles } from './payment-messages.ts'
import { ruleOfPaymentType } from './payment-types.ts'
import { ledgerKind, type Transaction } from './transaction.ts'

type RefundDecision =
  | { readonly ok: true; readonly transactionType: 'Refund' | 'Remove Discount' }
  | {
      readonly ok: false
      readonly code:
        | 'amount-above-refundable'
        | 'already-refunded'
        | 'nothing-to-refund'
        | 'interac-needs-card'
        | 'invalid-input'
      /** The modal's title (booking spec §8). */
      readonly title: string
      readonly message: string
      /** With `invalid-input` and `amount-above-refundable`: the field that is wrong. */
      readonly fields?: Readonly<Record<string, string>>
    }

/**
 * Returns the error catalogue's words for an entry with nothing left to refund (booking spec §8). A fully refunded bill
 * counts as a cancelled invoice.
 */
export const describeUsedUp = (
  entry: Pick<LedgerEntry, 'kind' | 'paymentType'>,
): { readonly title: string; readonly message: string } => {
  const title = paymentTitles.refundError
  if (entry.kind === 'discount') return { title, message: paymentMessages.allFundsRemoved }
  if (!ruleOfPaymentType(entry.paymentType).isBill) return { title, message: paymentMessages.allFundsRefunded }
  return { title: paymentTitles.invoiceCancellation, message: paymentMessages.invoiceAlreadyCancelled }
}

/**
 * Decides whether an entry may be refunded by an amount (booking spec §5). `refundable` is the result of
 * {@link refundableOf}. `isExternal`: the refund is made outside Atrium, and Atrium only records it. This is possible
 * for payments other than integrated gift cards. Within Atrium an Interac refund needs the card present
 * (`hasInteracTransaction`: the reader has made the refund).
 */
export const decideRefund = (input: {
  readonly entry: LedgerEntry | undefined
  readonly refundable: Money
  readonly requested: Money
  readonly isInterac: boolean
  readonly hasInteracTransaction: boolean
  readonly isExternal: boolean
}): RefundDecision => {
  const { entry, refundable, requested, isInterac, hasInteracTransaction, isExternal } = input
  const title = paymentTitles.refundError
  const wrongAmount = (code: 'invalid-input' | 'amount-above-refundable', message: string): RefundDecision => ({
    ok: false,
    code,
    title,
    message,
    fields: { amount: message },
  })
  const undoing = entry === undefined ? null : undoneBy(entry.kind)
  if (entry === undefined || undoing === null)
    return { ok: false, code: 'nothing-to-refund', title, message: 'This transaction cannot be refunded or removed.' }
  if (entry.amount === 0)
    return {
      ok: false,
      code: 'nothing-to-refund',
      title,
      message: 'This transaction is for 0.00, so there is nothing to refund.',
    }
  if (refundable <= 0) return { ok: false, code: 'already-refunded', ...describeUsedUp(entry) }
  const isRemoval = undoing === 'remove-discount'
  if (requested <= 0) return wrongAmount('invalid-input', 'The amount must be above 0.')
  if (requested > refundable)
    return wrongAmount(
      'amount-above-refundable',
      `The amount is more than can be ${isRemoval ? 'removed' : 'refunded'}.`,
    )
  if (entry.paymentType === 'giftCertificateIntegrated' && requested !== refundable)
    return wrongAmount('invalid-input', 'Gift cards are refunded in full.')
  if (isExternal && (entry.kind !== 'payment' || entry.paymentType === 'giftCertificateIntegrated')) {
    const message = "Credits, discounts and gift cards can't be refunded outside Atrium."
    return { ok: false, code: 'invalid-input', title, message, fields: { externalRefund: message } }
  }
  if (isInterac && !hasInteracTransaction && !isExternal)
    return {
      ok: false,
      code: 'interac-needs-card',
      title,
      message: 'Interac refunds need the card present. Use the card terminal.',
    }
  return { ok: true, transactionType: isRemoval ? 'Remove Discount' : 'Refund' }
}

/** The refund form of a transaction. Amounts are integer minor units. */
type RefundPlan = {
  readonly verb: 'refund' | 'remove'
  /** The only possible amount, for integrated gift cards; null if staff type the amount. */
  readonly fixedAmount: Money | null
  /** The maximum refund; 0 if nothing can be refunded. */
  readonly cap: Money
  /** Interac, or a payment on a PIN pad: the refund is made on the reader. */
  readonly needsCardPresent: boolean
}

/** Returns whether a PIN pad took the payment. The card processor has no record of it, so the pad must refund it. */
export const isPadPayment = ({ details }: Pick<Transaction, 'details'>): boolean => details.paymentMethod === 'serial'

/** Returns the refund form for a transaction. */
export const refundPlan = (transaction: Transaction): RefundPlan => {
  const kind = ledgerKind(transaction.transactionType)
  const cap = undoneBy(kind) === null ? toMoney(0) : (parseDecimalAmount(transaction.refundable) ?? toMoney(0))
  return {
    verb: kind === 'discount' ? 'remove' : 'refund',
    fixedAmount: transaction.paymentType === 'giftCertificateIntegrated' ? cap : null,
    cap,
    needsCardPresent: kind === 'payment' && (transaction.details.isInterac || isPadPayment(transaction)),
  }
}
