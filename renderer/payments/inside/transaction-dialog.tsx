import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { fullName } from '#domain/members/member.ts'
import { describeCard } from '#domain/payments/card-brand.ts'
import { paymentMessages, transactionFetchError } from '#domain/payments/payment-messages.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { paymentPageWords } from '../payment-page-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { ReceiptActs } from './receipt-acts.tsx'
import { TransactionSteps } from './transaction-steps.tsx'
import {
  describeUndone,
  momentOf,
  nameOfTransaction,
  signedAmountOfTransaction,
  statusOfTransaction,
  transactionWords,
  typeOfTransaction,
} from './transaction-words.ts'

const words = transactionWords.dialog

/**
 * Shows the transaction detail modal (booking spec §2, section 5): every field, and the transaction's steps if it has
 * any.
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
      title={words.title}
      subtitle={paymentPageWords.person(fullName(member), formatDate(member.dob), study.studyID)}
      footer={<Button onPress={close}>{words.close}</Button>}
    >
      {read.kind === 'ready' ? (
        <>
          <Facts {...props} transaction={read.value} />
          <ReceiptActs {...props} transactionID={transactionID} />
          <TransactionSteps {...props} transaction={read.value} />
        </>
      ) : read.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failed}
          action={
            <Button size="small" onPress={() => void desk.getState().openDetail(transactionID)}>
              {words.tryAgain}
            </Button>
          }
        >
          {transactionFetchError(transactionID)}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading} className="pp-loading">
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
    [words.transaction, nameOfTransaction(transaction)],
    [words.type, typeOfTransaction(transaction)],
    [words.amount, signedAmountOfTransaction(transaction)],
    [words.refundable, transaction.refundable > 0 ? formatAmount(transaction.refundable, currency) : null],
    [words.date, momentOf(transaction.transactionTime, transaction.timezone)],
    [words.status, statusOfTransaction(transaction)],
    [words.processedBy, transaction.processedByPII ?? transaction.processedBy],
    [words.number, transaction.transactionID],
    [words.sku, String(transaction.sku)],
    [words.reference, details.referenceID],
    [words.giftCard, details.giftCardNumber],
    [words.card, describeCard(details)],
    [words.interac, details.isInterac ? words.interacHint : null],
    [words.promo, details.promoID],
    [words.referralCode, details.referralCode],
    [words.invoicePayer, invoicePayer === null ? null : payer],
    [words.classification, details.classification],
    [words.undoes, describeUndone(transaction, view.payments.transactions)],
    [words.externalRefund, details.isExternalRefund ? words.externalRefundHint : null],
    [words.reason, transaction.memo],
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
