import { useState } from 'react'
import { useStore } from 'zustand'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { canTakePayment } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { stillOwed } from './still-owed.ts'
import { takePaymentWords } from './take-payment-words.ts'

/** The typed amount of a card payment: its value, the balance after it, and its problem. */
export type CardAmount = {
  readonly typed: string
  readonly type: (text: string) => void
  /** 0 while the typed text is not an amount. */
  readonly amount: Money
  readonly balance: Money
  /** The balance after the payment; null while the amount cannot be taken. */
  readonly left: Money | null
  /** Why the amount cannot be taken; null if it can. */
  readonly problem: string | null
  /** The problem shown at the field; undefined until the user has typed. */
  readonly fieldProblem: string | undefined
  /** Replaces the typed amount with the whole balance. */
  readonly reset: () => void
}

/** Returns the amount field of the card types. The payment form's draft stores the amount, which survives a reload. */
export const useCardAmount = (
  { desk, view }: PaymentPartProps,
  paymentType: 'card' | 'physicalTerminal',
): CardAmount => {
  const kept = useStore(desk, (state) => state.forms.payment.amount)
  const [isTouched, setIsTouched] = useState(false)
  const balance = stillOwed(view)
  const typed = kept ?? toFieldAmount(balance)
  const parsed = parseTypedAmount(typed, { min: 'zero' })
  const amount = parsed.ok ? parsed.amount : toMoney(0)
  const decision = decidePayment({
    paymentType,
    amount,
    referenceID: '',
    giftCardNumber: '',
    balance,
    isForcedTotal: false,
    availableCredits: toMoney(0),
    isExternalLenderOffered: false,
    hasLocationAndTime: canTakePayment(view),
  })
  const nothingOwed = balance <= 0 ? takePaymentWords.nothingOwed : null
  const problem = parsed.ok
    ? (nothingOwed ?? (decision.ok ? null : (decision.fields?.amount ?? decision.message)))
    : describeTypedAmountProblem(parsed.problem, balance, view.payments.currency)
  return {
    typed,
    type: (text) => {
      setIsTouched(true)
      desk.getState().update('payment', { amount: text })
    },
    amount,
    balance,
    left: problem === null ? toMoney(balance - amount) : null,
    problem,
    fieldProblem: (isTouched || kept !== null) && nothingOwed === null ? (problem ?? undefined) : undefined,
    reset: () => {
      setIsTouched(false)
      desk.getState().update('payment', { amount: null })
    },
  }
}
