import type { Currency, Money } from '../values/money.ts'

/** The only currency of an Interac refund, as the reader's kit spells it (booking spec §9). */
const interacCurrency = 'cad'

type InteracRefund = {
  /** The amount that can still be refunded, times 100 (booking spec §9): cents. */
  readonly amount: number
  readonly currency: typeof interacCurrency
}

/**
 * Returns a reader's input for an Interac refund: amounts are multiplied by 100 with currency cad (booking spec §9).
 * `refundable` is already in cents. Null for other payments, which are refunded without the card.
 */
export const toInteracRefund = (
  payment: { readonly isInterac: boolean; readonly currency: Currency },
  refundable: Money,
): InteracRefund | null =>
  payment.isInterac && payment.currency === 'CAD' ? { amount: refundable, currency: interacCurrency } : null
