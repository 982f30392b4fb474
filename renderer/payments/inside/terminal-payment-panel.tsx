import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { paymentTitles } from '#domain/payments/payment-messages.ts'
import { ReaderStrip } from '../reader-strip.tsx'
import { whyNoReader } from '../terminal-store.ts'
import { CommitButton } from './commit-button.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { useTerminalStart } from './start-terminal.ts'
import { takePaymentWords } from './take-payment-words.ts'
import { useCardAmount } from './terminal-amount.ts'
import { TerminalSums } from './terminal-sums.tsx'

/**
 * Shows a payment on the card terminal: the reader of this workstation, the amount, and Process Payment (booking spec
 * §2).
 */
export function TerminalPaymentPanel(props: PaymentPartProps) {
  const { view, stores, gates } = props
  const { isPending, start } = useTerminalStart(props)
  const sums = useCardAmount(props, 'physicalTerminal')
  const noReader = useStore(stores.terminal, (state) => whyNoReader(state.terminal))
  return (
    <>
      <ReaderStrip stores={stores} locationID={view.study.locationID} timezone={view.location.timezone} />
      <TerminalSums view={view} sums={sums} />
      <CommitButton
        commit={isPending ? 'pending' : 'idle'}
        reason={gates.take ?? sums.problem ?? noReader}
        act={takePaymentWords.terminal.process(
          paymentTitles.processPayment,
          formatMoney(sums.amount, view.payments.currency),
        )}
        view={view}
        onPress={() => void start(sums.amount)}
      />
    </>
  )
}
