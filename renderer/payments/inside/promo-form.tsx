import { useState } from 'react'
import { useStore } from 'zustand'
import { promoCategories } from '#domain/catalogue/sku.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { describePromo, isInCategory, type PromoCategory, promoDiscount } from '#domain/payments/promo.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { roundToMoney, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { CommitButton } from './commit-button.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'

const words = paymentPanelWords.promo

const categoryNames: Readonly<Record<PromoCategory, string>> = words.categories

/** Shows the promo form (booking spec §2, §5): category, promo, reason, and the typed amount of an `open` promo. */
export function PromoForm({ desk, view, gates }: PaymentPartProps) {
  const form = useStore(desk, (state) => state.forms.promo)
  const commit = useStore(desk, (state) => state.commits.promo)
  const { payments, promocodes } = view
  // The errors disappear when a payment or refund changes the ledger: the user has moved on to something else.
  const ledger = `${payments.transactions.length} ${payments.totalBalance}`
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const isAsked = askedAt === ledger
  const { currency } = payments
  const listed = promocodes.filter((promo) => isInCategory(promo, form.category))
  const promo = promocodes.find(({ promoID }) => promoID === form.promoID)
  const isOpen = promo?.type === 'open'
  const typed = parseTypedAmount(form.amount, { min: 'above-zero' })
  const isAbove = isOpen && typed.ok && typed.amount > roundToMoney(payments.totalBalance)
  const discount =
    // While the typed amount is not valid, no other amount is shown in its place.
    promo === undefined || (isOpen && (!typed.ok || isAbove))
      ? null
      : promoDiscount(promo, {
          price: roundToMoney(payments.price),
          balance: roundToMoney(payments.totalBalance),
          openAmount: typed.ok ? typed.amount : null,
        })
  const frozen = commit === 'idle' ? null : awaitingReason
  const { update } = desk.getState()
  const reason =
    gates.discount ??
    (!gates.hasPlace
      ? null
      : payments.totalBalance <= 0
        ? words.nothingOwed
        : listed.length === 0
          ? words.noneValid
          : null)
  const isComplete = promo !== undefined && form.reason.trim() !== '' && (!isOpen || (typed.ok && !isAbove))

  const apply = async (): Promise<void> => {
    const { isJustDone, say } = desk.getState()
    if (isJustDone('promo')) return
    if (!gates.hasPlace) {
      say({ title: paymentTitles.discountCodeError, text: paymentMessages.discountCodeError })
      return
    }
    setAskedAt(ledger)
    if (form.promoID === null || (commit === 'idle' && !isComplete)) return
    const isDone = await desk.getState().applyPromo({
      promoID: form.promoID,
      promoCategory: form.category,
      promoReason: form.reason.trim(),
      promoAmount: isOpen && typed.ok ? toDecimalAmount(typed.amount) : null,
    })
    if (isDone) setAskedAt(null)
  }

  return (
    <div className="pp-form">
      <SelectField
        label={words.category}
        options={promoCategories.map((value) => ({ value, label: categoryNames[value] }))}
        value={form.category}
        onChange={(value) => {
          const category = promoCategories.find((each) => each === value) ?? 'all'
          const isKept = promo !== undefined && isInCategory(promo, category)
          update('promo', { category, ...(isKept ? {} : { promoID: null, amount: '' }) })
        }}
        disabledReason={frozen}
      />
      <SelectField
        label={words.promo}
        isRequired
        options={listed.map((each) => ({ value: each.promoID, label: describePromo(each) }))}
        value={form.promoID}
        onChange={(promoID) => update('promo', { promoID })}
        errorMessage={isAsked && promo === undefined ? words.missing : undefined}
        disabledReason={frozen}
      />
      {isOpen ? (
        <TextField
          label={words.amount}
          isRequired
          isNumeric
          inputMode="decimal"
          prefix={currency}
          value={form.amount}
          onChange={(amount) => update('promo', { amount })}
          errorMessage={
            isAbove
              ? words.aboveBalance
              : typed.ok || (form.amount === '' && !isAsked)
                ? undefined
                : describeTypedAmountProblem(typed.problem, null, currency)
          }
          disabledReason={frozen}
        />
      ) : null}
      <TextField
        label={words.reason}
        isRequired
        value={form.reason}
        onChange={(text) => update('promo', { reason: text })}
        errorMessage={isAsked && form.reason.trim() === '' ? words.reasonMissing : undefined}
        disabledReason={frozen}
      />
      <CommitButton
        commit={commit}
        what="discount"
        variant="outline"
        reason={reason}
        act={discount === null ? words.apply : words.applyAmount(formatMoney(toMoney(discount), currency))}
        view={view}
        onPress={() => void apply()}
      />
    </div>
  )
}
