import { describeCancelledMoney } from '#domain/payments/cancelled-money.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'

/** Shows, in place of the payment form, the open tasks about the money of a cancelled appointment. */
export function CancelledMoneyPanel({ view }: Pick<PaymentPartProps, 'view'>) {
  const { paid, totalBalance, currency } = view.payments
  const { kind, title, text } = describeCancelledMoney(roundToMoney(paid), roundToMoney(totalBalance), currency)
  return (
    <Panel title={paymentPanelWords.cancelledMoney} isCollapsible={false}>
      <Banner tone={kind === 'open' ? 'warning' : 'info'} title={title}>
        {text}
      </Banner>
    </Panel>
  )
}
