import { CreditCard } from 'lucide-react'
import { Group } from 'react-aria-components'
import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { quickTenders } from '#domain/payments/quick-tenders.ts'
import { Button } from '../../kit/controls/button.tsx'
import { whyNoReader } from '../terminal-store.ts'
import { CommitButton } from './commit-button.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { useTerminalStart } from './start-terminal.ts'
import { stillOwed } from './still-owed.ts'
import { takePaymentWords } from './take-payment-words.ts'

const words = takePaymentWords.quick

/**
 * Shows the payment of the whole balance on the connected card terminal, one press away. Shows nothing without a ready
 * reader, while no card can be charged, or once the user has chosen a type or typed an amount.
 */
export function ChargeTerminal(props: PaymentPartProps) {
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
  return (
    <CommitButton
      commit={isPending ? 'pending' : 'idle'}
      variant="outline"
      reason={null}
      act={words.charge(formatMoney(owed, view.payments.currency))}
      view={view}
      onPress={() => void start(owed)}
    />
  )
}

type TenderProps = {
  readonly offered: readonly PaymentType[]
  readonly current: PaymentType
  readonly lastUsed: PaymentType | null
  readonly disabledReason: string | null
  readonly onChoose: (paymentType: PaymentType) => void
}

/** Shows the payment types that are one press away: the card terminal, and the type used last at this desk. */
export function QuickTenders({ offered, current, lastUsed, disabledReason, onChoose }: TenderProps) {
  const types = quickTenders({ offered, lastUsed })
  if (types.length === 0) return null
  return (
    <Group className="pp-quick" aria-label={words.tenders}>
      {types.map((paymentType) => {
        const { label } = ruleOfPaymentType(paymentType)
        return (
          <Button
            key={paymentType}
            size="small"
            variant={paymentType === current ? 'secondary' : 'outline'}
            aria-pressed={paymentType === current}
            icon={paymentType === 'physicalTerminal' ? <CreditCard aria-hidden="true" /> : undefined}
            disabledReason={disabledReason}
            onPress={() => onChoose(paymentType)}
          >
            {paymentType === lastUsed ? words.lastUsed(label) : label}
          </Button>
        )
      })}
    </Group>
  )
}
