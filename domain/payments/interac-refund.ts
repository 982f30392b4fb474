import type { Currency, Money } from '../values/money.ts'

/** The only currency of an Interac refund, as the reader's kit spells it (booking spec §9). */
const interacCurrency = 'cad'

type InteracRefund = {
  /** What can still be refunded, times 100 (booking spec §9): cents. */
  readonly amount: number
  readonly currency: typeof interacCurrency
}

/**
 * What a reader needs for an Interac refund: amounts are multiplied by 100 with currency cad (booking spec §9). `refundable`
 * is in cents already. Null where the payment was no Interac payment, which is refunded without the card.
 */
export const toInteracRefund = (
  payment: { readonly isInterac: boolean; readonly currency: Currency },
  refundable: Money,
): InteracRefund | null =>
  payment.isInterac && payment.currency === 'CAD' ? { amount: refundable, currency: interacCurrency } : null
