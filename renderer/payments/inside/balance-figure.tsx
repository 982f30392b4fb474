import type { PaymentView } from '#contract/payments/bridge.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { type BalanceState, toBalanceState } from '#domain/payments/balance-state.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Badge, type BadgeTone } from '../../kit/controls/badge.tsx'
import { paymentPageWords } from '../payment-page-words.ts'
import { stillOwed } from './still-owed.ts'

const words = paymentPageWords.balance

const tones: Readonly<Record<BalanceState['kind'], BadgeTone>> = {
  owed: 'warning',
  covered: 'info',
  paid: 'success',
  billed: 'warning',
  overpaid: 'warning',
  'not-collected': 'neutral',
  'refund-due': 'warning',
}

/** Shows the balance, the largest figure of the page, with its meaning in a word. */
export function BalanceFigure({ view }: { readonly view: PaymentView }) {
  const { payments, study } = view
  const { kind, amount } = toBalanceState({
    balance: roundToMoney(payments.totalBalance),
    stillOwed: stillOwed(view),
    overpaid: roundToMoney(payments.overpaid),
    paid: roundToMoney(payments.paid),
    isBilled: isBilledAndUnpaid(view),
    isCancelled: study.status.cancelled,
  })
  return (
    <p className="pp-balance" aria-live="polite">
      <span className="pp-balance__label">{words.labels[kind]}</span>
      <strong className="pp-balance__amount">{formatMoney(amount, payments.currency)}</strong>
      <Badge tone={tones[kind]}>{words.kinds[kind]}</Badge>
    </p>
  )
}
