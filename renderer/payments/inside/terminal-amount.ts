import { useState } from 'react'
import { useStore } from 'zustand'
import { decidePayment } from '#domain/payments/payment-form.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { type Money, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { canTakePayment } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { stillOwed } from './still-owed.ts'

/** The amount of a card payment as it is typed: what it is, what is left then, and what is wrong with it. */
export type CardAmount = {
  readonly typed: string
  readonly type: (text: string) => void
  /** 0 where nothing that can be read is typed. */
  readonly amount: Money
  readonly balance: Money
  /** What would be owed then; null while the amount cannot be taken. */
  readonly left: Money | null
  /** Why nothing can be taken; null where it can. */
  readonly problem: string | null
  /** Shown at the field: only what was typed is found fault with. */
  readonly fieldProblem: string | undefined
  /** Back to the whole balance, once it was taken. */
  readonly reset: () => void
}

/** The amount field of the card types; it stands in the panel's own form, so that it outlives a reload and a change of type. */
export const useCardAmount = (
  { desk, view }: PaymentPartProps,
  paymentType: 'card' | 'physicalTerminal',
): CardAmount => {
  const kept = useStore(desk, (state) => state.forms.payment.amount)
  const [isTouched, setIsTouched] = useState(false)
  const balance = stillOwed(view)
  const typed = kept ?? toDecimalAmount(balance).toFixed(2)
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
  const nothingOwed = balance <= 0 ? 'Nothing is owed on this study.' : null
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
