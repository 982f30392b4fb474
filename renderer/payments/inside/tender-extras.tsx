import { useEffect, useState } from 'react'
import { Group } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import { formatAmount, formatMoney, toFieldAmount } from '#domain/format/format-money.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { quickCash } from '#domain/payments/quick-cash.ts'
import { type Money, roundToMoney, toMoney } from '#domain/values/money.ts'
import { Button } from '../../kit/controls/button.tsx'
import { ComboBox } from '../../kit/controls/combo-box.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { readCashReceived } from './cash-change.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { takePaymentWords } from './take-payment-words.ts'

const words = takePaymentWords

type Extra = PaymentPartProps & { readonly frozen: string | null }

/**
 * Shows cash received and change due. Both are only for the user and are never sent. `amount` is null while the typed
 * amount is refused, so there is no change to show. `isAsked`: the user tried to record, so missing cash is an error.
 */
export function CashChange({
  desk,
  view,
  amount,
  isAsked,
  frozen,
}: Extra & { readonly amount: Money | null; readonly isAsked: boolean }) {
  const cashReceived = useStore(desk, (state) => state.forms.payment.cashReceived)
  const { currency } = view.payments
  const received = readCashReceived(cashReceived, amount ?? toMoney(0))
  const isShort = received.kind === 'short'
  const problem =
    received.kind === 'unreadable'
      ? received.message
      : isShort && isAsked
        ? words.cash.short(formatMoney(received.missing, currency))
        : undefined
  const shown = amount === null ? null : isShort ? received.missing : received.kind === 'enough' ? received.due : null
  const receive = (text: string): void => desk.getState().update('payment', { cashReceived: text })
  return (
    <>
      <div className="pp-pair">
        <TextField
          label={words.cash.received}
          isNumeric
          inputMode="decimal"
          prefix={currency}
          value={cashReceived}
          onChange={receive}
          errorMessage={problem}
          disabledReason={frozen}
        />
        <dl className="pp-change" aria-live="polite">
          <dt>{isShort ? words.cash.missing : words.cash.change}</dt>
          <dd>{shown === null ? '–' : formatMoney(shown, currency)}</dd>
        </dl>
      </div>
      {amount === null ? null : (
        <Group className="pp-quick pp-quick__notes" aria-label={words.cash.quick}>
          {quickCash(amount, currency).map((sum) => (
            <Button
              key={sum}
              size="xsmall"
              excludeFromTabOrder
              disabledReason={frozen}
              onPress={() => receive(toFieldAmount(sum))}
            >
              {sum === amount ? words.cash.exact(formatMoney(sum, currency)) : formatMoney(sum, currency)}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}

type Checked =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'found'; readonly giftCardNumber: string; readonly balance: number }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Shows the number of a gift card or voucher, and its balance. */
export function GiftCardCheck({
  bridge,
  desk,
  view,
  gates,
  frozen,
  errorMessage,
}: Extra & { readonly errorMessage: string | undefined }) {
  const giftCardNumber = useStore(desk, (state) => state.forms.payment.giftCardNumber)
  const [checked, setChecked] = useState<Checked>({ kind: 'idle' })
  const check = async (): Promise<void> => {
    setChecked({ kind: 'pending' })
    const reply = await bridge.payments.readGiftCard({
      studyID: view.study.studyID,
      giftCardNumber: giftCardNumber.trim(),
    })
    setChecked(reply.ok ? { kind: 'found', ...reply.value } : { kind: 'failed', failure: reply.failure })
    // The proposed amount is at most the card's balance. An amount that the user typed stays.
    if (!reply.ok || desk.getState().forms.payment.amount !== null) return
    const { balance } = reply.value
    if (balance < view.payments.totalBalance)
      desk.getState().update('payment', { amount: toFieldAmount(roundToMoney(balance)) })
  }
  const problem = checked.kind === 'failed' ? checked.failure.message : undefined
  return (
    <div className="pp-pair">
      <TextField
        label={words.giftCard.number}
        isRequired
        value={giftCardNumber}
        onChange={(text) => {
          desk.getState().update('payment', { giftCardNumber: text })
          setChecked({ kind: 'idle' })
        }}
        errorMessage={problem ?? errorMessage}
        description={
          checked.kind === 'found'
            ? words.giftCard.left(formatAmount(checked.balance, view.payments.currency), checked.giftCardNumber)
            : undefined
        }
        disabledReason={frozen}
      />
      <Button
        className="pp-pair__button"
        isPending={checked.kind === 'pending'}
        disabledReason={giftCardNumber.trim() === '' ? words.giftCard.noNumber : gates.take}
        onPress={() => void check()}
      >
        {words.giftCard.check}
      </Button>
    </div>
  )
}

const itself = 'member'

/** Selects who pays an invoice: the member (for a partner invoice, the partner) or a practitioner. */
export function InvoicePayerField({ desk, frozen, paymentType }: Extra & { readonly paymentType: PaymentType }) {
  const invoicePayer = useStore(desk, (state) => state.forms.payment.invoicePayer)
  const practitioners = useStore(desk, (state) => state.practitioners)
  useEffect(() => void desk.getState().readPractitioners(), [desk])
  const known = practitioners.kind === 'ready' ? practitioners.value : []
  return (
    <ComboBox
      label={words.payer.label}
      options={[
        { value: itself, label: paymentType === 'partner invoice' ? words.payer.partner : words.payer.member },
        ...known.map(({ id, name, profession }) => ({ value: id, label: name, description: profession })),
      ]}
      value={invoicePayer ?? itself}
      // The user clears the field to search for another payer. The old payer stays until the user chooses a new one.
      onChange={(value) => {
        if (value !== null) desk.getState().update('payment', { invoicePayer: value === itself ? null : value })
      }}
      emptyText={words.payer.none}
      description={practitioners.kind === 'failed' ? paymentMessages.invoicePayerError : undefined}
      disabledReason={frozen}
    />
  )
}
