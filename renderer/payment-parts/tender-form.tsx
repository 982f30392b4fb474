import { useState } from 'react'
import { useStore } from 'zustand'
import { formatMoney, type Money, toDecimalAmount, toMoney } from '#domain/money/money.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import {
  invoiceTotalFlag,
  isExternalLenderOffered,
  isForcedToTotal,
  type PaymentType,
  ruleOfPaymentType,
} from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { today } from '#domain/time/location-clock.ts'
import { Banner } from '../widgets/banner.tsx'
import { Button } from '../widgets/button.tsx'
import { TextField } from '../widgets/text-field.tsx'
import { awaitingReason, CommitButton } from './commit-button.tsx'
import { hasLocationAndTime } from './payment-gates.ts'
import { amountWords, centsOf, type PaymentPartProps } from './payment-part-props.ts'
import { PersonWords } from './person-words.tsx'
import { stillOwed } from './still-owed.ts'
import { CashChange, GiftCardCheck, InvoicePayer } from './tender-extras.tsx'

type Props = PaymentPartProps & {
  readonly paymentType: PaymentType
  /** Why it cannot be taken now. */
  readonly reason: string | null
}

/** `500.00`, as it stands in an amount field. */
const amountText = (amount: Money): string => toDecimalAmount(amount).toFixed(2)

/** The form of every type but the cards: amount, reference, and what the type needs beside them. */
export function TenderForm(props: Props) {
  const { desk, view, paymentType, reason, isOnline, stores } = props
  const { payments, location, member } = view
  const form = useStore(desk, (state) => state.forms.payment)
  const commit = useStore(desk, (state) => state.commits.payment)
  const now = useStore(stores.clock, (state) => state.minute)
  const [isAsked, setIsAsked] = useState(false)
  const rule = ruleOfPaymentType(paymentType)
  const balance = stillOwed(view)
  const credits = centsOf(payments.availableCredits)
  const hasFlag = new URLSearchParams(window.location.search).has(invoiceTotalFlag)
  const isForcedTotal = isForcedToTotal({
    paymentType,
    locationType: location.type,
    today: today(now, location.timezone),
    hasFlag,
  })
  const wanted = paymentType === 'referralCredit' ? toMoney(Math.min(balance, credits)) : balance
  const isFrozen = commit !== 'idle'
  const typed = isForcedTotal && !isFrozen ? amountText(balance) : (form.amount ?? amountText(wanted))
  const parsed = parseTypedAmount(typed, { min: 'above-zero' })
  const amount = parsed.ok ? parsed.amount : toMoney(0)
  const decision = decidePayment({
    paymentType,
    amount,
    referenceID: form.referenceID,
    giftCardNumber: form.giftCardNumber,
    balance,
    isForcedTotal,
    availableCredits: credits,
    isExternalLenderOffered: isExternalLenderOffered({
      externalLender: location.externalLender,
      memberCountry: member.country,
    }),
    hasLocationAndTime: hasLocationAndTime(view),
  })
  const fields = decision.ok ? {} : (decision.fields ?? {})
  const amountProblem = parsed.ok
    ? fields.amount
    : describeTypedAmountProblem(parsed.problem, balance, payments.currency)
  const isAmountOpen = form.amount !== null || isAsked || paymentType === 'referralCredit'
  const nothingOwed = balance <= 0 ? 'Nothing is owed on this study.' : null
  const frozen = isFrozen ? awaitingReason : null
  const recorded = useStore(desk, (state) => state.recorded)
  const tender = rule.label.toLowerCase()
  // No sum stands on the button while what is typed cannot be read as one.
  const what = parsed.ok ? `${formatMoney(amount, payments.currency)} ${tender}` : tender
  const { update } = desk.getState()

  const pay = async (): Promise<void> => {
    setIsAsked(true)
    // Asking again sends what was sent, whatever the ledger says by now.
    if (commit === 'idle') {
      if (!decision.ok || !parsed.ok) return
      update('payment', { paymentType, amount: typed })
    }
    const isDone = await desk.getState().pay(
      {
        paymentType,
        amount: toDecimalAmount(amount),
        referenceID: form.referenceID.trim(),
        giftCardNumber: form.giftCardNumber.trim(),
        invoicePayer: form.invoicePayer,
        isInvoiceTotal: hasFlag,
      },
      what,
    )
    if (isDone) setIsAsked(false)
  }

  if (recorded !== null) return <Recorded {...props} words={recorded} />
  return (
    <>
      <TextField
        label="Amount"
        isRequired
        isNumeric
        inputMode="decimal"
        prefix={payments.currency}
        value={typed}
        onChange={(text) => update('payment', { amount: text })}
        errorMessage={isAmountOpen && nothingOwed === null ? amountProblem : undefined}
        disabledReason={frozen ?? (isForcedTotal ? 'A bill is for the whole balance.' : nothingOwed)}
      />
      {paymentType === 'referralCredit' ? (
        <p className="pp-quiet">
          Share Health Credits available: {amountWords(payments.availableCredits, payments.currency)}
        </p>
      ) : null}
      {paymentType === 'giftCertificateIntegrated' ? (
        <GiftCardCheck {...props} errorMessage={isAsked ? fields.giftCardNumber : undefined} frozen={frozen} />
      ) : rule.referenceLabel === null ? null : (
        <TextField
          label={rule.referenceLabel}
          isRequired
          value={form.referenceID}
          onChange={(referenceID) => update('payment', { referenceID })}
          errorMessage={isAsked || form.referenceID !== '' ? fields.referenceID : undefined}
          disabledReason={frozen}
        />
      )}
      {rule.isBill ? <InvoicePayer {...props} frozen={frozen} /> : null}
      {paymentType === 'cash' ? <CashChange {...props} amount={amount} /> : null}
      <dl className="pp-after">
        <div>
          <dt>New balance</dt>
          <dd>{formatMoney(toMoney(Math.max(0, balance - amount)), payments.currency)}</dd>
        </div>
      </dl>
      {paymentType === 'cash' && !isOnline ? (
        <p className="pp-why">
          Offline: the cash is kept on this workstation as provisional, and recorded once the back office answers.
        </p>
      ) : null}
      <CommitButton commit={commit} reason={reason ?? nothingOwed} onPress={() => void pay()}>
        {isOnline ? 'Record' : 'Keep'} {what} for <PersonWords member={member} />
      </CommitButton>
    </>
  )
}

/** What was taken, until the desk asks for more: a second press on the same spot takes nothing. */
function Recorded({ desk, view, words }: Props & { readonly words: string }) {
  const { currency } = view.payments
  const owed = stillOwed(view)
  return (
    <Banner
      tone="success"
      title={`${words} ${view.provisional.length > 0 ? 'kept' : 'recorded'}`}
      action={
        owed > 0 ? (
          <Button size="small" onPress={() => desk.getState().payMore()}>
            Take another payment
          </Button>
        ) : undefined
      }
    >
      {owed > 0 ? `${formatMoney(owed, currency)} is still owed.` : 'Nothing more is owed.'}
    </Banner>
  )
}
