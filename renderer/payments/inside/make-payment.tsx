import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import {
  defaultPaymentType,
  offeredPaymentTypes,
  type PaymentType,
  ruleOfPaymentType,
} from '#domain/payments/payment-types.ts'
import { moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Panel } from '../../kit/controls/panel.tsx'
import { CardFieldsForm } from './card-fields-form.tsx'
import { emptyForms } from './payment-forms.ts'
import type { PaymentGates } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { toViewedPayment } from './payment-state.ts'
import { PaymentTypes } from './quick-pay.tsx'
import { takePaymentWords } from './take-payment-words.ts'
import { TenderForm } from './tender-form.tsx'
import { TerminalPaymentPanel } from './terminal-payment-panel.tsx'

/**
 * Returns the transaction whose modal was opened last, also after the modal is closed. If it is an unissued invoice,
 * the panel starts with the payment type invoice (booking spec §2).
 */
const useViewed = ({ desk, view }: Pick<PaymentPartProps, 'desk' | 'view'>) => {
  const viewedID = useStore(desk, (state) => state.viewedID)
  return toViewedPayment(view, viewedID)
}

/** Returns the chosen type, or the one the panel starts with. Offline, only cash can be taken. */
const typeToShow = (
  chosen: PaymentType | null,
  view: PaymentView,
  isOnline: boolean,
  viewed: ReturnType<typeof useViewed>,
): PaymentType => chosen ?? (isOnline ? defaultPaymentType({ locationType: view.location.type, viewed }) : 'cash')

/** Shows Make a Payment (booking spec §2, section 3): the type, the scan's location, and the form of that type. */
export function MakePayment(props: PaymentPartProps) {
  const { desk, view, isOnline, gates } = props
  const form = useStore(desk, (state) => state.forms.payment)
  const commit = useStore(desk, (state) => state.commits.payment)
  const lastTender = useStore(desk, (state) => state.lastTender)
  const paymentType = typeToShow(form.paymentType, view, isOnline, useViewed(props))
  const { location, study, member, payments } = view
  const offered = offeredPaymentTypes({
    externalLender: location.externalLender,
    memberCountry: member.country,
    currency: payments.currency,
  })
  const isOpenType = offered.some((rule) => rule.paymentType === paymentType)
  useEffect(() => {
    if (!isOpenType) desk.getState().update('payment', { paymentType: null })
  }, [desk, isOpenType])
  if (!gates.mayMoveMoney) {
    return (
      <Panel title={takePaymentWords.title} isCollapsible={false}>
        <p className="pp-why">{moneyForbiddenReason}</p>
      </Panel>
    )
  }
  const appointment =
    study.booking === null
      ? takePaymentWords.noTime
      : formatWeekdayAndInstant(study.booking.utcStart, location.timezone)
  const choose = (value: string | null): void => {
    const chosen = offered.find((rule) => rule.paymentType === value)
    if (chosen === undefined || chosen.paymentType === paymentType) return
    // Fields typed for another type would be recorded without being visible.
    desk.getState().update('payment', { ...emptyForms.payment, paymentType: chosen.paymentType })
  }
  const frozen = commit === 'idle' ? null : awaitingReason
  return (
    <Panel title={takePaymentWords.title} isCollapsible={false}>
      <div className="pp-form pp-take">
        <PaymentTypes
          offered={offered.map((rule) => rule.paymentType)}
          current={paymentType}
          lastUsed={lastTender}
          disabledReason={frozen}
          onChoose={choose}
        />
        <p className="pp-quiet">{takePaymentWords.place(location.address.name, appointment)}</p>
        <PaymentForm {...props} paymentType={paymentType} reason={reasonFor(paymentType, gates)} />
      </div>
    </Panel>
  )
}

/** Returns why a type cannot be taken now; null if it can. */
const reasonFor = (paymentType: PaymentType, gates: PaymentGates): string | null => {
  if (paymentType === 'cash') return gates.cash
  return ruleOfPaymentType(paymentType).tender === 'card' ? gates.card : gates.take
}

/**
 * Shows the form of a type; card types have forms of their own. A card type that cannot be taken shows the reason
 * instead.
 */
function PaymentForm(
  props: PaymentPartProps & { readonly paymentType: PaymentType; readonly reason: string | null },
): ReactNode {
  const { paymentType, reason } = props
  if (paymentType !== 'card' && paymentType !== 'physicalTerminal') return <TenderForm {...props} />
  if (reason !== null) return <p className="pp-why">{reason}</p>
  return paymentType === 'card' ? <CardFieldsForm {...props} /> : <TerminalPaymentPanel {...props} />
}
