import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatAmount, formatMoney, toFieldAmount } from '#domain/format/format-money.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import {
  invoiceTotalFlag,
  isExternalLenderOffered,
  isForcedToTotal,
  type PaymentType,
  ruleOfPaymentType,
} from '#domain/payments/payment-types.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { roundToMoney, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { readCashReceived } from './cash-change.ts'
import { CommitButton } from './commit-button.tsx'
import { canTakePayment } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { ReceiptActs } from './receipt-acts.tsx'
import { stillOwed } from './still-owed.ts'
import { takePaymentWords } from './take-payment-words.ts'
import { CashChange, GiftCardCheck, InvoicePayerField } from './tender-extras.tsx'

const words = takePaymentWords

type Props = PaymentPartProps & {
  readonly paymentType: PaymentType
  /** Why a payment of this type cannot be taken now; null if it can. */
  readonly reason: string | null
}

const describeTender = (paymentType: PaymentType, what: string, money: string): string => {
  if (ruleOfPaymentType(paymentType).isBill) return words.addInvoice(what)
  return paymentType === 'giftCertificateIntegrated' ? words.chargeGiftCard(money) : words.record(what)
}

/**
 * Shows the form of every type except `card` and `physicalTerminal`: amount, reference, and the fields that the type
 * needs.
 */
export function TenderForm(props: Props) {
  const { desk, view, paymentType, reason, isOnline, stores } = props
  const { payments, location, member } = view
  const form = useStore(desk, (state) => state.forms.payment)
  const commit = useStore(desk, (state) => state.commits.payment)
  const now = useStore(stores.clock, (state) => state.minute)
  const [isAsked, setIsAsked] = useState(false)
  const rule = ruleOfPaymentType(paymentType)
  const balance = stillOwed(view)
  const credits = roundToMoney(payments.availableCredits)
  const hasFlag = new URLSearchParams(window.location.search).has(invoiceTotalFlag)
  const today = todayAt(now, location.timezone)
  const isForcedTotal = isForcedToTotal({ paymentType, locationType: location.type, today, hasFlag })
  const wanted = paymentType === 'referralCredit' ? toMoney(Math.min(balance, credits)) : balance
  const isFrozen = commit !== 'idle'
  const typed = isForcedTotal && !isFrozen ? toFieldAmount(balance) : (form.amount ?? toFieldAmount(wanted))
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
    hasLocationAndTime: canTakePayment(view),
  })
  const fields = decision.ok ? {} : (decision.fields ?? {})
  const amountProblem = parsed.ok
    ? fields.amount
    : describeTypedAmountProblem(parsed.problem, balance, payments.currency)
  const isAmountOpen = form.amount !== null || isAsked || paymentType === 'referralCredit'
  const isAmountRefused = amountProblem !== undefined || amount > balance
  const nothingOwed = balance <= 0 ? words.nothingOwed : null
  const frozen = isFrozen ? awaitingReason : null
  const recorded = useStore(desk, (state) => state.recorded)
  // The button shows no amount while the typed text is not a valid amount.
  const money = parsed.ok ? formatMoney(amount, payments.currency) : ''
  const what = words.what(money, rule.label.toLowerCase())
  const cash = readCashReceived(paymentType === 'cash' ? form.cashReceived : '', amount)
  const fieldsRef = useRef<HTMLDivElement>(null)
  const amountRef = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // After the errors are rendered, the focus moves to the first invalid field.
    if (refusals > 0) fieldsRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const isMoreAsked = useRef(false)
  useEffect(() => {
    if (recorded === null && isMoreAsked.current) amountRef.current?.focus()
    isMoreAsked.current = false
  }, [recorded])
  const { update } = desk.getState()

  const pay = async (): Promise<void> => {
    setIsAsked(true)
    // A retry repeats the first request, even if the ledger has changed.
    if (commit === 'idle') {
      if (!decision.ok || !parsed.ok || cash.kind === 'unreadable' || cash.kind === 'short') {
        setRefusals((count) => count + 1)
        return
      }
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

  const payMore = (): void => {
    // Atrium itself moved the focus to this button, so the second press of a double click must do nothing.
    if (desk.getState().isJustDone('payment')) return
    isMoreAsked.current = true
    desk.getState().payMore()
  }
  if (recorded !== null) return <Recorded {...props} what={recorded} onMore={payMore} />
  return (
    <div ref={fieldsRef} className="pp-form">
      <TextField
        ref={amountRef}
        label={words.amount}
        isRequired
        isNumeric
        inputMode="decimal"
        prefix={payments.currency}
        value={typed}
        onChange={(text) => update('payment', { amount: text })}
        errorMessage={isAmountOpen && nothingOwed === null ? amountProblem : undefined}
        disabledReason={frozen ?? (isForcedTotal ? words.wholeBalance : nothingOwed)}
      />
      {paymentType === 'referralCredit' ? (
        <p className="pp-quiet">{words.availableCredits(formatAmount(payments.availableCredits, payments.currency))}</p>
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
      {rule.isBill ? <InvoicePayerField {...props} frozen={frozen} /> : null}
      {paymentType === 'cash' ? (
        <CashChange {...props} amount={isAmountRefused ? null : amount} isAsked={isAsked} frozen={frozen} />
      ) : null}
      <dl className="pp-after">
        <div>
          <dt>{words.newBalance}</dt>
          <dd>
            {isAmountRefused && nothingOwed === null
              ? '–'
              : formatMoney(toMoney(Math.max(0, balance - amount)), payments.currency)}
          </dd>
        </div>
      </dl>
      {paymentType === 'cash' && !isOnline ? <p className="pp-why">{words.offlineCash}</p> : null}
      <CommitButton
        commit={commit}
        reason={reason ?? nothingOwed}
        act={isOnline ? describeTender(paymentType, what, money) : words.recordOffline(what)}
        view={view}
        onPress={() => void pay()}
      />
    </div>
  )
}

/**
 * Shows the recorded payment until the user asks to take another payment. The second press of a double click on the
 * record button has no effect here.
 */
function Recorded({ what, onMore, ...props }: Props & { readonly what: string; readonly onMore: () => void }) {
  const { desk, view } = props
  const { currency } = view.payments
  const recordedID = useStore(desk, (state) => state.recordedID)
  const changeDue = useStore(desk, (state) => state.changeDue)
  const ref = useRef<HTMLDivElement>(null)
  const owed = stillOwed(view)
  const rest =
    owed > 0
      ? words.recorded.owed(formatMoney(owed, currency))
      : isBilledAndUnpaid(view)
        ? words.recorded.billed(invoiceOutstandingWords)
        : words.recorded.nothingOwed
  useEffect(() => {
    // The focused record button is gone. If the user has moved the focus elsewhere, it stays there.
    const here = document.activeElement
    if (here !== null && here !== document.body) return
    const target = ref.current?.querySelector<HTMLElement>('button') ?? ref.current
    target?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className="pp-form">
      <Banner
        tone="success"
        title={view.provisional.length > 0 ? words.recorded.kept(what) : words.recorded.done(what)}
        action={
          owed > 0 ? (
            <Button size="small" onPress={onMore}>
              {words.recorded.more}
            </Button>
          ) : undefined
        }
      >
        {changeDue === null ? null : <strong>{words.recorded.change(changeDue)} </strong>}
        {rest}
      </Banner>
      <ReceiptActs {...props} transactionID={recordedID} />
    </div>
  )
}
