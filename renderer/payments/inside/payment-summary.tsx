import { useState } from 'react'
import { useStore } from 'zustand'
import { formatAmount, formatSignedAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { roundToMoney, toDecimalAmount } from '#domain/values/money.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { identityOf, nameAct } from './commit-identity.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'

const { summary: words, price: priceWords } = paymentPanelWords

type Line = {
  readonly label: string
  readonly amount: string
  /** A note beside the label, in muted text. */
  readonly note?: string | undefined
  readonly isTotal?: boolean
}

/** Formats a decimal amount: `1,250.00`. */
const plain = (amount: number): string => formatTableAmount(roundToMoney(amount))

/** Returns an amount that reduces the balance, with a minus sign; 0 has no sign. */
const taken = (amount: number): string => plain(amount === 0 ? 0 : -amount)

const toLines = ({ view, isBooking }: Pick<PaymentPartProps, 'view' | 'isBooking'>): readonly Line[] => {
  const { payments } = view
  const { discountReferral, reconciliationAdjust: adjusted, currency, addons } = payments
  const items = [payments.price, ...addons.map(({ price }) => price)]
  const charges = toDecimalAmount(roundToMoney(items.reduce((rest, price) => rest - price, payments.totalPrice)))
  return [
    { label: payments.skuName, note: words.sku(payments.skuID), amount: plain(payments.price) },
    ...payments.addons.map(({ name, price }) => ({ label: name, note: words.addon, amount: plain(price) })),
    ...(charges === 0 ? [] : [{ label: words.charges, amount: plain(charges) }]),
    {
      label: words.discounts,
      note: discountReferral > 0 ? words.referral(formatAmount(discountReferral, currency)) : undefined,
      amount: taken(payments.discountPromo + discountReferral),
    },
    {
      label: words.credits,
      note: isBooking ? words.available(formatAmount(payments.availableCredits, currency)) : undefined,
      amount: taken(payments.discountReferralCredit),
    },
    {
      label: words.paid,
      note: paidNote(view),
      amount: taken(payments.paid),
    },
    ...(adjusted === 0
      ? []
      : [
          {
            label: words.reconciliations,
            note: adjusted > 0 ? words.owedMore : words.owedLess,
            amount: formatSignedAmount(roundToMoney(adjusted)),
          },
        ]),
    {
      label: words.balance,
      note: view.study.status.cancelled && payments.totalBalance > 0 ? words.notCollected : undefined,
      amount: plain(payments.totalBalance),
      isTotal: true,
    },
  ]
}

/** Returns the note about paid money that has not arrived yet: uncaptured cards and unpaid invoices. */
const paidNote = (view: PaymentPartProps['view']): string | undefined => {
  const { uncaptured, currency } = view.payments
  const notes = [
    ...(uncaptured > 0 ? [words.uncaptured(formatAmount(uncaptured, currency))] : []),
    ...(isBilledAndUnpaid(view) ? [words.billed] : []),
  ]
  return notes.length === 0 ? undefined : notes.join(', ')
}

/** Shows the Invoice summary (booking spec §2, section 1): what is booked, discounted, paid and owed. */
export function PaymentSummary(props: PaymentPartProps) {
  const { payments } = props.view
  return (
    <Panel title={words.title} isCollapsible={false} actions={<span className="pp-currency">{payments.currency}</span>}>
      <dl className="pp-sums">
        {toLines(props).map(({ label, note, amount, isTotal }) => (
          <div key={label} className={isTotal ? 'pp-sums__total' : amount === plain(0) ? 'pp-sums__zero' : undefined}>
            <dt>
              {label}
              {note === undefined ? null : <span className="pp-quiet"> {note}</span>}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {payments.overpaid > 0 ? (
        <Banner tone="warning" title={words.overpaid(formatAmount(payments.overpaid, payments.currency))}>
          {words.overpaidDetail}
        </Banner>
      ) : null}
      {props.view.study.status.cancelled ? null : <PriceUpdate {...props} />}
    </Panel>
  )
}

/** Offers to change to the catalogue's price if the study was booked at a different price. */
function PriceUpdate({ desk, view, gates }: PaymentPartProps) {
  const commit = useStore(desk, (state) => state.commits.price)
  const [isAsking, setIsAsking] = useState(false)
  const { study, location, member, payments } = view
  const sold = location.catalog.primary.find(({ skuID }) => skuID === study.skuID)
  if (sold === undefined || sold.price === payments.price || !gates.mayMoveMoney) return null
  const price = formatAmount(sold.price, payments.currency)
  return (
    <Banner
      title={priceWords.now(sold.name, price, location.address.name)}
      action={
        <Button size="small" disabledReason={gates.change} onPress={() => setIsAsking(true)}>
          {priceWords.update}
        </Button>
      }
    >
      {priceWords.before(formatAmount(payments.price, payments.currency))}
      <ConfirmDialog
        isOpen={isAsking}
        title={priceWords.update}
        confirmLabel={priceWords.confirm(price)}
        confirmName={nameAct(priceWords.confirm(price), member)}
        who={identityOf(view)}
        isPending={commit === 'pending'}
        disabledReason={gates.change}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          void desk
            .getState()
            .changePrice({ skuID: study.skuID, price: sold.price })
            .then(() => setIsAsking(false))
        }}
      >
        {priceWords.detail(formatAmount(payments.price, payments.currency), price)}
      </ConfirmDialog>
    </Banner>
  )
}
