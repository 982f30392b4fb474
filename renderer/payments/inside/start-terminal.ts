import { useState } from 'react'
import { type Money, toDecimalAmount } from '#domain/values/money.ts'
import { describeRefusal } from './payment-failures.ts'
import type { PaymentPartProps } from './payment-part-props.ts'

type TerminalStart = { readonly isPending: boolean; readonly start: (amount: Money) => Promise<void> }

/** Returns the function that starts a payment on the card terminal. A second call while it runs does nothing. */
export const useTerminalStart = ({ desk, view, stores }: PaymentPartProps): TerminalStart => {
  const [isPending, setIsPending] = useState(false)
  return {
    isPending,
    start: async (amount) => {
      if (isPending) return
      setIsPending(true)
      const { studyID } = view.study
      const reply = await stores.attempts
        .getState()
        .start({ studyID, amount: toDecimalAmount(amount), through: 'terminal' })
      setIsPending(false)
      if (!reply.ok) desk.getState().say(describeRefusal('payment', reply.failure))
    },
  }
}
