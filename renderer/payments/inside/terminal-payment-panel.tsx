import { useState } from 'react'
import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { paymentTitles } from '#domain/payments/payment-messages.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { ReaderStrip } from '../reader-strip.tsx'
import { whyNoReader } from '../terminal-store.ts'
import { CommitButton } from './commit-button.tsx'
import { describeRefusal } from './payment-failures.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { PersonWords } from './person-words.tsx'
import { takePaymentWords } from './take-payment-words.ts'
import { useCardAmount } from './terminal-amount.ts'
import { TerminalSums } from './terminal-sums.tsx'

/**
 * Shows a payment on the card terminal: the reader of this workstation, the amount, and Process Payment (booking spec
 * §2).
 */
export function TerminalPaymentPanel(props: PaymentPartProps) {
  const { desk, view, stores, gates } = props
  const { studyID, locationID } = view.study
  const [isPending, setIsPending] = useState(false)
  const sums = useCardAmount(props, 'physicalTerminal')
  const noReader = useStore(stores.terminal, (state) => whyNoReader(state.terminal))
  const start = async (): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    const reply = await stores.attempts
      .getState()
      .start({ studyID, amount: toDecimalAmount(sums.amount), through: 'terminal' })
    setIsPending(false)
    if (!reply.ok) desk.getState().say(describeRefusal('payment', reply.failure))
  }
  return (
    <>
      <ReaderStrip stores={stores} locationID={locationID} timezone={view.location.timezone} />
      <TerminalSums view={view} sums={sums} />
      <CommitButton
        commit={isPending ? 'pending' : 'idle'}
        reason={gates.take ?? sums.problem ?? noReader}
        onPress={() => void start()}
      >
        {takePaymentWords.terminal.process(
          paymentTitles.processPayment,
          formatMoney(sums.amount, view.payments.currency),
        )}{' '}
        <PersonWords member={view.member} />
      </CommitButton>
    </>
  )
}
