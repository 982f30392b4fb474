import type { KeyboardEvent } from 'react'
import type { Failure } from '#contract/reply.ts'
import type { CashUpLine } from '#domain/finance/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import type { Currency } from '#domain/values/money.ts'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { financeWords } from './finance-words.ts'

const words = financeWords.takings

type Props = {
  readonly line: CashUpLine
  readonly currency: Currency
  readonly counted: string
  readonly failure: Failure | undefined
  /** Why the field takes no input now; null if it does. */
  readonly frozen: string | null
  readonly onType: (counted: string) => void
}

/** Moves the focus to the next count of the table, or to the button that records the counts. */
const focusNextCount = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const table = event.currentTarget.closest('.s-finance__counting')
  const fields = [...(table?.querySelectorAll<HTMLElement>('.s-finance__count input, .s-finance__record') ?? [])]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

/**
 * Shows the field in which the user types the count of one line of the table. Each change is kept as a draft, and
 * nothing is sent until the user records the counts. Tab and Enter go to the next count.
 */
export function CountField({ line, currency, counted, failure, frozen, onType }: Props) {
  const typed = parseTypedAmount(counted, { min: 'zero' })
  const isWrong = counted.trim() !== '' && !typed.ok
  const name = words.countedOf(line.userName, ruleOfPaymentType(line.paymentType).label.toLowerCase())
  return (
    <TextField
      className="s-finance__count"
      label={name}
      isLabelHidden
      size="small"
      isNumeric
      inputMode="decimal"
      placeholder={words.notCounted}
      value={counted}
      onChange={onType}
      onKeyDown={focusNextCount}
      disabledReason={frozen}
      errorMessage={
        isWrong && !typed.ok
          ? describeTypedAmountProblem(typed.problem, null, currency)
          : failure === undefined
            ? undefined
            : (failure.details?.fields?.counted ?? describeBookingFailure(failure).title)
      }
    />
  )
}
