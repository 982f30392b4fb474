import type { Failure } from '#contract/reply.ts'
import type { CashUpLine } from '#domain/finance/cash-up.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import type { Currency } from '#domain/values/money.ts'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { drawerWords } from './drawer-words.ts'
import { financeWords } from './finance-words.ts'
import { moveBetweenCounts } from './move-between-counts.ts'
import type { ReadDrawer } from './read-drawer.ts'

const words = financeWords.takings

type Props = {
  readonly line: CashUpLine
  readonly currency: Currency
  readonly counted: string
  /** The notes and coins typed below the row, which give the amount; null if there are none. */
  readonly drawer: ReadDrawer | null
  readonly failure: Failure | undefined
  /** Why the field takes no input now; null if it does. */
  readonly frozen: string | null
  readonly onType: (counted: string) => void
}

/**
 * Shows the field in which the user types the count of one line of the table. Each change is kept as a draft, and
 * nothing is sent until the user records the counts. `moveBetweenCounts` describes its keys.
 */
export function CountField({ line, currency, counted, drawer, failure, frozen, onType }: Props) {
  const typed = parseTypedAmount(counted, { min: 'zero' })
  const isWrong = drawer === null && counted.trim() !== '' && !typed.ok
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
      value={drawer === null ? counted : drawer.ok ? toFieldAmount(drawer.takings) : ''}
      onChange={onType}
      onKeyDown={moveBetweenCounts}
      disabledReason={frozen ?? (drawer === null ? null : drawerWords.filledInTable)}
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
