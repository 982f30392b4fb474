import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Money } from '#domain/money/money.ts'
import { lacksNote, totalsOf } from '#domain/payments/build-cash-up.ts'
import type { CashUp, CashUpLine } from '#domain/payments/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
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
                counted: total(all.counted),
                difference: all.difference === null ? hidden : describeDifference(all.difference),
              }
            : undefined
        }
      />
      {isAll && byTender.length > 1 ? (
        <dl className="s-finance__tenders" aria-label="Expected by tender">
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
