import { formatMoney } from '../format/format-money.ts'
import type { Currency, Money } from '../values/money.ts'

type CancelledMoney = {
  /** `open`: money is paid and staff decide about its refund. `none`: nothing is left to do. */
  readonly kind: 'open' | 'none'
  readonly title: string
  readonly text: string
}

/** Part of every text, because the invoice summary shows a balance even after a cancellation (booking spec §2). */
const notCollectedLine = 'Payments are closed for cancelled appointments.'

/**
 * Returns in words what staff still have to do about the money of a cancelled appointment. `paid` is payments less
 * refunds. `balance` is the ledger's open balance, which is not collected.
 */
export const describeCancelledMoney = (paid: Money, balance: Money, currency: Currency): CancelledMoney => {
  if (paid > 0) {
    return {
      kind: 'open',
      title: `${formatMoney(paid, currency)} paid and not refunded`,
      text: `Refund the money from its transaction, or note in the activity log why it is not refunded. ${notCollectedLine}`,
    }
  }
  const kept =
    balance > 0
      ? ` The balance of ${formatMoney(balance, currency)} is not collected, but the invoice summary still shows it.`
      : ''
  return { kind: 'none', title: 'No refund is due', text: `${notCollectedLine}${kept}` }
}
