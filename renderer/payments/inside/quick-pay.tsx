import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { quickTenders } from '#domain/payments/quick-tenders.ts'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { whyNoReader } from '../terminal-store.ts'
import type { CommitAct } from './commit-button.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { useTerminalStart } from './start-terminal.ts'
import { stillOwed } from './still-owed.ts'
import { takePaymentWords } from './take-payment-words.ts'

const words = takePaymentWords.quick

/**
 * Returns the button that charges the whole balance on the connected card terminal with one press. Null without a ready
 * reader, while no card can be charged, or once the user has chosen a type or typed an amount.
 */
export const useTerminalCharge = (props: PaymentPartProps): CommitAct | null => {
  const { desk, view, stores, gates, isOnline } = props
  const { isPending, start } = useTerminalStart(props)
  const noReader = useStore(stores.terminal, (state) => whyNoReader(state.terminal))
  const { paymentType, amount } = useStore(desk, (state) => state.forms.payment)
  const commit = useStore(desk, (state) => state.commits.payment)
  const recorded = useStore(desk, (state) => state.recorded)
  const owed = stillOwed(view)
  const isUntouched = paymentType === null && amount === null && commit === 'idle' && recorded === null
  const isReady = noReader === null && gates.card === null && isOnline && owed > 0
  if (!isPending && !(isUntouched && isReady)) return null
  return {
    commit: isPending ? 'pending' : 'idle',
    act: words.charge(formatMoney(owed, view.payments.currency)),
    onPress: () => void start(owed),
  }
}

type TenderProps = {
  readonly offered: readonly PaymentType[]
  readonly current: PaymentType
  readonly lastUsed: PaymentType | null
  readonly disabledReason: string | null
  readonly onChoose: (paymentType: string) => void
}

/**
 * Shows a button for each frequent payment type and for the type used last in this window, and a list of all types. The
 * list shows the chosen type only if no button does.
 */
export function PaymentTypes({ offered, current, lastUsed, disabledReason, onChoose }: TenderProps) {
  const types = quickTenders({ offered, lastUsed })
  const isQuick = types.includes(current)
  return (
    <div className="pp-take__types">
      <RadioGroup
        variant="segmented"
        label={words.tenders}
        isLabelHidden
        options={types.map((paymentType) => {
          const { label } = ruleOfPaymentType(paymentType)
          return { value: paymentType, label: paymentType === lastUsed ? words.lastUsed(label) : label }
        })}
        value={isQuick ? current : null}
        onChange={onChoose}
        isDisabled={disabledReason !== null}
      />
      <div className="pp-take__type">
        <SelectField
          label={takePaymentWords.type}
          isLabelHidden
          placeholder={words.others}
          options={offered.map((paymentType) => ({
            value: paymentType,
            label: ruleOfPaymentType(paymentType).label,
          }))}
          value={isQuick ? null : current}
          onChange={onChoose}
          disabledReason={disabledReason}
        />
      </div>
    </div>
  )
}
