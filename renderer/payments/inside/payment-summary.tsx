import { useState } from 'react'
import { useStore } from 'zustand'
import { describePerson } from '#domain/booking/booking-form.ts'
import { isBilledAndUnpaid } from '#domain/payments/billed.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { amountWords, plainAmount } from '../../kit/amount-words.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'

type Line = {
  readonly label: string
  readonly amount: string
  /** A note beside the label, in muted text. */
  readonly note?: string | undefined
  readonly isTotal?: boolean
}

/** Returns an amount of the contract as `1,250.00`. */
const plain = (amount: number): string => plainAmount(roundToMoney(amount))

/** Returns an amount that reduces the balance, with a minus sign; 0 has no sign. */
const taken = (amount: number): string => plain(amount === 0 ? 0 : -amount)

const toLines = ({ view, isBooking }: Pick<PaymentPartProps, 'view' | 'isBooking'>): readonly Line[] => {
  const { payments } = view
  const { discountReferral, reconciliationAdjust: adjusted, currency } = payments
  return [
    { label: payments.skuName, note: `SKU ${payments.skuID}`, amount: plain(payments.price) },
    ...(payments.totalPrice === payments.price
      ? []
      : [{ label: 'Charges', amount: plain(payments.totalPrice - payments.price) }]),
    {
      label: 'Discounts',
      note: discountReferral > 0 ? `referral ${amountWords(discountReferral, currency)}` : undefined,
      amount: taken(payments.discountPromo + discountReferral),
    },
    {
      label: 'Share Health Credits',
      note: isBooking ? `${amountWords(payments.availableCredits, currency)} available` : undefined,
      amount: taken(payments.discountReferralCredit),
    },
    {
      label: 'Paid',
      note: paidNote(view),
      amount: taken(payments.paid),
    },
    ...(adjusted === 0
      ? []
      : [
          {
            label: 'Reconciliations',
            note: adjusted > 0 ? 'owed more' : 'owed less',
            amount: `${adjusted > 0 ? '+' : ''}${plain(adjusted)}`,
          },
        ]),
    {
      label: 'Balance',
      note: view.study.status.cancelled && payments.totalBalance > 0 ? 'not collected: cancelled' : undefined,
      amount: plain(payments.totalBalance),
      isTotal: true,
    },
  ]
}

/** Returns the part of the paid amount that has not arrived: uncaptured cards and unpaid invoices. */
const paidNote = (view: PaymentPartProps['view']): string | undefined => {
  const { uncaptured, currency } = view.payments
  const notes = [
    ...(uncaptured > 0 ? [`${amountWords(uncaptured, currency)} not captured yet`] : []),
    ...(isBilledAndUnpaid(view) ? [invoiceOutstandingWords.toLowerCase()] : []),
  ]
  return notes.length === 0 ? undefined : notes.join(', ')
}

/** Shows the Invoice summary (booking spec §2, section 1): what is booked, discounted, paid and owed. */
export function PaymentSummary(props: PaymentPartProps) {
  const { payments } = props.view
  return (
    <Panel
      title="Invoice summary"
      isCollapsible={false}
      actions={<span className="pp-currency">{payments.currency}</span>}
    >
      <p className="pp-quiet">Negative amounts reduce the balance.</p>
      <dl className="pp-sums">
        {toLines(props).map(({ label, note, amount, isTotal }) => (
          <div key={label} className={isTotal ? 'pp-sums__total' : undefined}>
            <dt>
              {label}
              {note === undefined ? null : <span className="pp-quiet"> {note}</span>}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {payments.overpaid > 0 ? (
        <Banner
          tone="warning"
          title={`${amountWords(payments.overpaid, payments.currency)} more was paid than is owed`}
        >
          Refund it from the transaction it came with.
        </Banner>
      ) : null}
      {props.view.study.status.cancelled ? null : <PriceUpdate {...props} />}
    </Panel>
  )
}

/** Offers to change to the catalogue's price where the study was booked at another one. */
function PriceUpdate({ desk, view, gates }: PaymentPartProps) {
  const commit = useStore(desk, (state) => state.commits.price)
  const [isAsking, setIsAsking] = useState(false)
  const { study, location, member, payments } = view
  const sold = location.catalog.primary.find(({ skuID }) => skuID === study.skuID)
  if (sold === undefined || sold.price === payments.price || !gates.mayMoveMoney) return null
  const price = amountWords(sold.price, payments.currency)
  return (
    <Banner
      title={`${sold.name} costs ${price} here now`}
      action={
        <Button size="small" disabledReason={gates.change} onPress={() => setIsAsking(true)}>
          Update price
        </Button>
      }
    >
      This study was booked at {amountWords(payments.price, payments.currency)}.
      <ConfirmDialog
        isOpen={isAsking}
        title="Update price"
        confirmLabel={`Set the price to ${price} for ${describePerson(member)}`}
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
        The price goes from {amountWords(payments.price, payments.currency)} to {price}, and what is owed changes by as
        much. Discounts already given stay as they are.
      </ConfirmDialog>
    </Banner>
  )
}
