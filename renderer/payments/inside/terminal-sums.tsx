import { formatMoney } from '#domain/format/format-money.ts'
import { TextField } from '../../kit/controls/text-field.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { takePaymentWords } from './take-payment-words.ts'
import type { CardAmount } from './terminal-amount.ts'

const words = takePaymentWords.terminal

/** Shows Remaining Balance, Amount to Pay, New Remaining Balance (booking spec §2 Terminal payment panel). */
export function TerminalSums({ view, sums }: Pick<PaymentPartProps, 'view'> & { readonly sums: CardAmount }) {
  const { currency } = view.payments
  return (
    <div className="pp-amount">
      <TextField
        label={words.amount}
        isRequired
        isNumeric
        inputMode="decimal"
        prefix={currency}
        value={sums.typed}
        onChange={sums.type}
        errorMessage={sums.fieldProblem}
      />
      <dl className="pp-after">
        <div>
          <dt>{words.remaining}</dt>
          <dd>{formatMoney(sums.balance, currency)}</dd>
        </div>
        <div>
          <dt>{words.newRemaining}</dt>
          <dd>{sums.left === null ? '–' : formatMoney(sums.left, currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
