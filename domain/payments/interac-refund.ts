import type { Currency, Money } from '../values/money.ts'

/** The only currency of an Interac refund, in the spelling of the processor (booking spec §9). */
const interacCurrency = 'cad'

type InteracRefund = {
  /** The amount that can still be refunded, in cents (booking spec §9). */
  readonly amount: number
  readonly currency: typeof interacCurrency
}

/**
 * Returns a reader's input for an Interac refund: the amount in cents, with currency cad (booking spec §9).
 * `refundable` is in cents too. Null for any other payment.
 */
export const toInteracRefund = (
  payment: { readonly isInterac: boolean; readonly currency: Currency },
  refundable: Money,
): InteracRefund | null =>
  payment.isInterac && payment.currency === 'CAD' ? { amount: refundable, currency: interacCurrency } : null
