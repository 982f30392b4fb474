import { Receipt } from 'lucide-react'
import { toFieldAmount } from '#domain/format/format-money.ts'
import { describeCard } from '#domain/payments/card-brand.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { describeUsedUp, refundPlan } from '#domain/payments/refund.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Table, type TableColumn } from '../../kit/controls/table.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import {
  amountOfTransaction,
  describeTransaction,
  momentOf,
  nameOfTransaction,
  statusOfTransaction,
  transactionWords,
  typeOfTransaction,
  undoneWords,
} from './transaction-words.ts'

const words = transactionWords.table

/** Shows Transaction Details (booking spec §2, section 4), newest first. */
export function TransactionsTable(props: PaymentPartProps) {
  const { payments } = props.view
  return (
    <Panel
      title={words.title}
      isCollapsible={false}
      isFlush
      actions={
        <>
          <span className="pp-quiet">{words.amountSign}</span>
          <span className="pp-currency">{payments.currency}</span>
        </>
      }
    >
      <Table<Transaction>
        caption={words.caption}
        columns={columnsFor(props)}
        rows={payments.transactions}
        rowKey={(row) => row.transactionID}
        empty={
          <EmptyState size="compact" icon={<Receipt aria-hidden="true" />} title={paymentMessages.noTransactions}>
            {words.empty}
          </EmptyState>
        }
      />
    </Panel>
  )
}

const columnsFor = ({ desk, view, gates }: PaymentPartProps): readonly TableColumn<Transaction>[] => [
  {
    id: 'transaction',
    header: words.transaction,
    isRowHeader: true,
    cell: (row) => (
      <>
        {nameOfTransaction(row)}
        {detailOf(row, view) === '' ? null : <span className="pp-quiet pp-line">{detailOf(row, view)}</span>}
      </>
    ),
  },
  { id: 'type', header: words.type, cell: typeOfTransaction },
  {
    id: 'amount',
    header: words.amount,
    isNumeric: true,
    cell: (row) => {
      const undone = undoneWords(row, view.payments.transactions)
      return (
        <>
          {amountOfTransaction(row)}
          {undone === '' ? null : <span className="pp-quiet pp-line">{undone}</span>}
        </>
      )
    },
  },
  {
    id: 'date',
    header: words.date,
    cell: (row) => {
      // In a narrow column, date and time are each on their own line, and neither line breaks.
      const moment = momentOf(row.transactionTime, row.timezone)
      const day = moment.slice(0, 'DD MMM YYYY'.length)
      return (
        <span className="tabular">
          <span className="pp-unbroken">{day}</span> <span className="pp-unbroken">{moment.slice(day.length + 1)}</span>
        </span>
      )
    },
  },
  {
    id: 'status',
    header: words.status,
    cell: (row) => {
      const status = statusOfTransaction(row)
      return (
        <Badge tone={status === 'Pending' || status === transactionWords.status.notIssued ? 'warning' : 'neutral'}>
          {status}
        </Badge>
      )
    },
  },
  {
    id: 'actions',
    header: words.actions,
    cell: (row) => {
      const { verb, cap, fixedAmount } = refundPlan(row)
      const usedUp = describeUsedUp({ kind: ledgerKind(row.transactionType), paymentType: row.paymentType })
      const isCancelledBill = cap === 0 && row.amount !== 0 && usedUp.title === paymentTitles.invoiceCancellation
      const isUndoable =
        gates.mayMoveMoney && ['payment', 'credit', 'discount'].includes(ledgerKind(row.transactionType))
      return (
        <span className="pp-actions">
          <Button
            size="xsmall"
            aria-label={words.viewOne(describeTransaction(row))}
            onPress={() => void desk.getState().openDetail(row.transactionID)}
          >
            {words.view}
          </Button>
          {isUndoable ? (
            <Button
              size="xsmall"
              aria-label={(verb === 'remove' ? words.removeOne : words.refundOne)(describeTransaction(row))}
              disabledReason={
                cap > 0 ? gates.change : row.amount === 0 ? words.ofZero : isCancelledBill ? null : usedUp.message
              }
              onPress={() => {
                if (isCancelledBill) {
                  desk.getState().say({ title: usedUp.title, text: usedUp.message })
                  return
                }
                desk.getState().update('refund', {
                  transactionID: row.transactionID,
                  amount: toFieldAmount(toMoney(fixedAmount ?? cap)),
                  memo: '',
                  externalRefund: false,
                })
              }}
            >
              {verb === 'remove' ? words.remove : words.refund}
            </Button>
          ) : null}
        </span>
      )
    },
  },
]

/**
 * Returns what distinguishes two entries of one type: the promo, the card's last digits, the reference. A refund or
 * removal shows its reason first.
 */
const detailOf = (
  { details, memo, transactionType }: Transaction,
  { promocodes }: PaymentPartProps['view'],
): string => {
  const promo = promocodes.find(({ promoID }) => promoID === details.promoID)?.name ?? details.promoID
  const own = promo ?? describeCard(details) ?? details.referralCode ?? details.giftCardNumber ?? details.referenceID
  const undoes = ['refund', 'remove-discount'].includes(ledgerKind(transactionType))
  const parts = undoes ? [memo, own ?? ''] : [own ?? memo]
  return parts.filter((part) => part !== '').join(' · ')
}
