import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { fullName } from '#domain/members/member.ts'
import { describeCard } from '#domain/payments/card-brand.ts'
import { paymentMessages, transactionFetchError } from '#domain/payments/payment-messages.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { amountWords } from '../../kit/amount-words.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { TransactionSteps } from './transaction-steps.tsx'
import {
  describeUndone,
  momentOf,
  nameOfTransaction,
  signedAmountOfTransaction,
  statusOfTransaction,
  typeOfTransaction,
} from './transaction-words.ts'

/**
 * Shows the transaction detail modal (booking spec §2, section 5): every field, and the steps of what is paid later.
 */
export function TransactionDialog(props: PaymentPartProps) {
  const { desk, view } = props
  const detail = useStore(desk, (state) => state.detail)
  const commit = useStore(desk, (state) => state.commits.step)
  const { member, study } = view
  if (detail === null) return null
  const { transactionID, read } = detail
  const close = (): void => {
    desk.getState().reset('step')
    void desk.getState().openDetail(null)
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      isDismissable={commit !== 'pending'}
      title="Transaction"
      subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
      footer={<Button onPress={close}>Close</Button>}
    >
      {read.kind === 'ready' ? (
        <>
          <Facts {...props} transaction={read.value} />
          <TransactionSteps {...props} transaction={read.value} />
        </>
      ) : read.kind === 'failed' ? (
        <Banner
          tone="error"
          title="Error fetching transaction details"
          action={
            <Button size="small" onPress={() => void desk.getState().openDetail(transactionID)}>
              Try again
            </Button>
          }
        >
          {transactionFetchError(transactionID)}
        </Banner>
      ) : (
        <SkeletonGroup label="Loading the transaction" className="pp-loading">
          <Skeleton shape="block" height="220px" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

function Facts({ desk, view, transaction }: PaymentPartProps & { readonly transaction: Transaction }) {
  const { details, currency } = transaction
  const practitioners = useStore(desk, (state) => state.practitioners)
  const { invoicePayer } = details
  useEffect(() => {
    if (invoicePayer !== null) void desk.getState().readPractitioners()
  }, [desk, invoicePayer])
  const payer =
    practitioners.kind === 'ready'
      ? (practitioners.value.find(({ id }) => id === invoicePayer)?.name ?? invoicePayer)
      : practitioners.kind === 'failed'
        ? paymentMessages.invoicePayerError
        : '…'
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Transaction', nameOfTransaction(transaction)],
    ['Type', typeOfTransaction(transaction)],
    ['Amount', signedAmountOfTransaction(transaction)],
    ['Can still be given back', transaction.refundable > 0 ? amountWords(transaction.refundable, currency) : null],
    ['Date', momentOf(transaction.transactionTime, transaction.timezone)],
    ['Status', statusOfTransaction(transaction)],
    ['Processed by', transaction.processedByPII ?? transaction.processedBy],
    ['Number', transaction.transactionID],
    ['SKU', String(transaction.sku)],
    ['Reference', details.referenceID],
    ['Gift card', details.giftCardNumber],
    ['Card', describeCard(details)],
    ['Interac', details.isInterac ? 'Yes: refunded with the card present' : null],
    ['Promo', details.promoID],
    ['Referral code', details.referralCode],
    ['Invoice payer', invoicePayer === null ? null : payer],
    ['Classification', details.classification],
    ['Undoes', describeUndone(transaction, view.payments.transactions)],
    ['External refund', details.isExternalRefund ? 'Given back elsewhere, recorded here' : null],
    ['Reason', transaction.memo],
  ]
  return (
    <dl className="pp-facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
