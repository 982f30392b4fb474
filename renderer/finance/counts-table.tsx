import type { VoidedCount } from '#domain/finance/cash-up.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Table } from '../kit/controls/table.tsx'
import { drawerWords } from './drawer-words.ts'
import { describeDifference, financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.counts
const { again } = financeWords.hidden

/** A count with its number within its line, from 1. */
type NumberedCount = VoidedCount & { readonly number: number }

type Props = {
  readonly title: string
  /** The label of this section of the page. */
  readonly label: string
  readonly caption: string
  readonly rows: readonly NumberedCount[]
  readonly timezone: ZoneId
}

/** Shows counts with their person and time. Shows nothing if there are none. */
export function CountsTable({ title, label, caption, rows, timezone }: Props) {
  if (rows.length === 0) return null
  return (
    <section className="s-finance__list" aria-label={label}>
      <h3>{title}</h3>
      <Table<NumberedCount>
        caption={caption}
        density="small"
        rows={rows}
        rowKey={({ userID, paymentType, number }) => `${userID} ${paymentType} ${number}`}
        columns={[
          {
            id: 'what',
            header: words.counted,
            isRowHeader: true,
            cell: ({ userName, paymentType, number }) =>
              words.countOf(userName, ruleOfPaymentType(paymentType).label, number),
          },
          { id: 'by', header: words.by, cell: ({ countedBy }) => countedBy },
          { id: 'at', header: words.at, cell: ({ countedAt }) => formatInstant(countedAt, timezone) },
          {
            id: 'amount',
            header: words.amount,
            isNumeric: true,
            cell: ({ counted }) =>
              counted === null ? <Hidden until={again} /> : formatTableAmount(roundToMoney(counted)),
          },
          {
            id: 'difference',
            header: words.difference,
            isNumeric: true,
            cell: ({ difference }) =>
              difference === null ? <Hidden until={again} /> : describeDifference(roundToMoney(difference)),
          },
          {
            id: 'note',
            header: financeWords.note,
            cell: ({ note, drawer }) =>
              [
                note,
                ...(drawer === undefined ? [] : [drawerWords.counted(formatTableAmount(roundToMoney(drawer.float)))]),
              ]
                .filter((part) => part !== '')
                .join(' · '),
          },
        ]}
      />
    </section>
  )
}
