import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Money } from '#domain/money/money.ts'
import { lacksNote, totalsOf } from '#domain/payments/build-cash-up.ts'
import type { CashUp, CashUpLine } from '#domain/payments/cash-up.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { Badge } from '../../widgets/badge.tsx'
import { Button } from '../../widgets/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { Table, type TableColumn } from '../../widgets/table.tsx'
import { centsOf, countLabel, describeDifference, hiddenWords, plainAmount } from './finance-words.ts'

type Props = {
  readonly cashUp: CashUp
  /** Whether every person's lines stand here, or only one's own. */
  readonly isAll: boolean
  /** Why nothing can be counted now; null where it can. */
  readonly reason: string | null
  readonly onCount: (line: CashUpLine) => void
}

/** The day by person and tender; what is counted by hand stays hidden until it is counted. */
export function CashUpTable({ cashUp, isAll, reason, onCount }: Props) {
  const { all, byTender } = totalsOf(cashUp)
  const byHand = totalsOf({ lines: cashUp.lines.filter((line) => line.isCounted) }).all
  return (
    <>
      <Table<CashUpLine>
        caption={`Takings in ${cashUp.currency}, by person and tender`}
        density="small"
        columns={columnsFor(reason, onCount)}
        rows={cashUp.lines}
        rowKey={(line) => `${line.userID} ${line.paymentType}`}
        empty={
          <EmptyState size="small" icon={<Coins aria-hidden="true" />} title="No money moved on this day">
            {isAll ? 'Payments and refunds of this location stand here.' : 'What you take and refund here stands here.'}
          </EmptyState>
        }
        footer={
          cashUp.lines.length > 1
            ? {
                person: 'Total',
                taken: total(all.taken),
                refunded: total(all.refunded),
                uncaptured: total(all.uncaptured),
                expected: total(all.expected),
                // Only what is counted by hand has these two: its own sum stands below.
                counted: '–',
                difference: '–',
              }
            : undefined
        }
      />
      {isAll && byTender.length > 1 ? (
        <dl className="s-finance__tenders" aria-label="Expected by tender">
          {sumNames.map(({ name, isIn }) => (
            <div key={name} className="s-finance__sum">
              <dt>{name}</dt>
              <dd>
                {total(totalsOf({ lines: cashUp.lines.filter(({ paymentType }) => isIn(paymentType)) }).all.expected)}
              </dd>
            </div>
          ))}
          {cashUp.lines.some((line) => line.isCounted) ? (
            <div className="s-finance__sum">
              <dt>Counted by hand</dt>
              <dd>
                {total(byHand.counted)}
                {byHand.difference === null ? null : `, ${describeDifference(byHand.difference)}`}
              </dd>
            </div>
          ) : null}
          {byTender.map(({ paymentType, expected }) => (
            <div key={paymentType}>
              <dt>{ruleOfPaymentType(paymentType).label}</dt>
              <dd>{total(expected)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}

/** What a day's sum is made of: money that came in, and what was put on a bill or taken from what the member had. */
const sumNames: readonly { readonly name: string; readonly isIn: (paymentType: PaymentType) => boolean }[] = [
  { name: 'Money of the day', isIn: (paymentType) => isMoneyTender(paymentType) },
  { name: 'Billed or redeemed, no money today', isIn: (paymentType) => !isMoneyTender(paymentType) },
]
const isMoneyTender = (paymentType: PaymentType): boolean =>
  ['card', 'money'].includes(ruleOfPaymentType(paymentType).tender)

const hidden: ReactNode = <span className="s-finance__hidden">{hiddenWords}</span>
const total = (amount: Money | null): ReactNode => (amount === null ? hidden : plainAmount(amount))
const figure = (amount: number | null): ReactNode => (amount === null ? hidden : plainAmount(centsOf(amount)))

const columnsFor = (reason: string | null, onCount: Props['onCount']): readonly TableColumn<CashUpLine>[] => [
  { id: 'person', header: 'Person', isRowHeader: true, cell: (line) => line.userName },
  { id: 'tender', header: 'Tender', cell: (line) => ruleOfPaymentType(line.paymentType).label },
  { id: 'taken', header: 'Taken', isNumeric: true, cell: (line) => figure(line.taken) },
  { id: 'refunded', header: 'Refunded', isNumeric: true, cell: (line) => figure(line.refunded) },
  { id: 'uncaptured', header: 'Not captured', isNumeric: true, cell: (line) => figure(line.uncaptured) },
  { id: 'expected', header: 'Expected', isNumeric: true, cell: (line) => figure(line.expected) },
  {
    id: 'counted',
    header: 'Counted',
    isNumeric: true,
    cell: (line) => (line.counted === null ? (line.isCounted ? 'Not yet' : '–') : plainAmount(centsOf(line.counted))),
  },
  {
    id: 'difference',
    header: 'Over or short',
    isNumeric: true,
    cell: (line) =>
      line.isOutdated ? (
        <Badge tone="warning">Money moved since</Badge>
      ) : line.difference === null ? (
        line.isCounted ? (
          hidden
        ) : (
          '–'
        )
      ) : (
        <>
          {describeDifference(centsOf(line.difference))}
          {lacksNote(line) ? <Badge tone="warning">Note needed</Badge> : null}
          {line.note === '' ? null : <span className="s-finance__note">{line.note}</span>}
        </>
      ),
  },
  {
    id: 'actions',
    header: <span className="w-visually-hidden">Actions</span>,
    cell: (line) =>
      line.isCounted ? (
        <Button
          size="xsmall"
          variant={line.counted === null || line.isOutdated || lacksNote(line) ? 'primary' : 'outline'}
          disabledReason={reason}
          aria-label={`${countLabel(line)} ${ruleOfPaymentType(line.paymentType).label.toLowerCase()} of ${line.userName}`}
          onPress={() => onCount(line)}
        >
          {countLabel(line)}
        </Button>
      ) : null,
  },
]
