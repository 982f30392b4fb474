import type { ReactNode } from 'react'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.lists

type Props = { readonly cashUp: CashUp; readonly timezone: ZoneId; readonly mayResolve: boolean }

type Row = {
  readonly key: string
  readonly studyID: StudyID
  /** Null while it would reveal the expected amount before the count. */
  readonly amount: number | null
  readonly details: string
  readonly link: string
}

/** Shows the items to check before the day is closed. Each links to its study. */
export function DayLists({ cashUp, timezone, mayResolve }: Props) {
  const { openAttempts, unissuedInvoices, undepositedCheques, overpayments, currency } = cashUp
  const lists = [
    {
      title: words.attempts,
      tone: 'danger',
      rows: openAttempts.map(
        ({ attemptID, studyID, amount, since, by, driver }): Row => ({
          key: attemptID,
          studyID,
          amount,
          details: words.attempt(by, formatInstant(since, timezone), driver),
          // Only the study's page names the member and can resolve the attempt.
          link: mayResolve ? words.checkAttempt : words.openStudy,
        }),
      ),
    },
    {
      title: words.invoicesNotIssued,
      tone: 'warning',
      rows: unissuedInvoices.map(
        ({ transactionID, studyID, amount, date }): Row => ({
          key: transactionID,
          studyID,
          amount,
          details: words.recorded(formatInstant(date, timezone)),
          link: words.openStudy,
        }),
      ),
    },
    {
      title: words.chequesNotDeposited,
      tone: 'warning',
      rows: undepositedCheques.map(
        ({ transactionID, studyID, amount, date, referenceID }): Row => ({
          key: transactionID,
          studyID,
          amount,
          details: words.cheque(referenceID, formatInstant(date, timezone)),
          link: words.openStudy,
        }),
      ),
    },
    {
      title: words.overpaid,
      tone: 'warning',
      rows: overpayments.map(
        ({ studyID, amount }): Row => ({
          key: studyID,
          studyID,
          amount,
          details: words.toRefund,
          link: words.openStudy,
        }),
      ),
    },
  ] as const
  const shown = lists.filter(({ rows }) => rows.length > 0)
  return (
    <Panel
      title={isDayClosed(cashUp) ? words.titleClosed : words.title}
      isCollapsible={false}
      isFlush={shown.length > 0}
    >
      {shown.length === 0 ? (
        <p className="s-finance__quiet">{words.empty}</p>
      ) : (
        shown.map(({ title, tone, rows }) => (
          <List
            key={title}
            title={title}
            badge={<Badge tone={tone}>{rows.length}</Badge>}
            rows={rows}
            currency={currency}
          />
        ))
      )}
    </Panel>
  )
}

/**
 * Shows issued invoices that are not paid, and those marked as paid on this day. Both are separate from the money
 * received. Shows nothing if there are none.
 */
export function InvoiceLists({ cashUp, timezone }: Pick<Props, 'cashUp' | 'timezone'>) {
  const { outstandingInvoices, paidInvoices, currency } = cashUp
  const lists = [
    {
      title: words.invoicesOutstanding,
      rows: outstandingInvoices.map(
        ({ transactionID, studyID, amount, date }): Row => ({
          key: transactionID,
          studyID,
          amount,
          details: words.recorded(formatInstant(date, timezone)),
          link: words.openStudy,
        }),
      ),
    },
    {
      title: words.invoicesPaid,
      rows: paidInvoices.map(
        ({ transactionID, studyID, amount, paymentMethod, by, at }): Row => ({
          key: transactionID,
          studyID,
          amount,
          details: words.invoicePaid(paymentMethod, by, formatInstant(at, timezone)),
          link: words.openStudy,
        }),
      ),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (lists.length === 0) return null
  return (
    <Panel title={words.invoices} isCollapsible={false} isFlush>
      {lists.map(({ title, rows }) => (
        <List
          key={title}
          title={title}
          badge={<Badge tone="info">{rows.length}</Badge>}
          rows={rows}
          currency={currency}
        />
      ))}
    </Panel>
  )
}

/** Returns the sum of a list; null while an amount is hidden, because the sum would reveal it. */
const sumOf = (rows: readonly Row[]): number | null =>
  rows.reduce<number | null>(
    (sum, { amount }) => (sum === null || amount === null ? null : sum + roundToMoney(amount)),
    0,
  )

function List(props: {
  readonly title: string
  readonly badge: ReactNode
  readonly rows: readonly Row[]
  readonly currency: string
}) {
  const { title, badge, rows, currency } = props
  const sum = sumOf(rows)
  return (
    <section className="s-finance__list" aria-label={title}>
      <h3>
        {title} {badge}
      </h3>
      <Table<Row>
        caption={title}
        density="small"
        rows={rows}
        rowKey={({ key }) => key}
        footer={
          sum === null || rows.length < 2
            ? undefined
            : { study: financeWords.total, amount: formatTableAmount(toMoney(sum)) }
        }
        columns={[
          { id: 'study', header: words.study, isRowHeader: true, width: '160px', cell: ({ studyID }) => studyID },
          { id: 'details', header: words.details, cell: ({ details }) => details },
          {
            id: 'amount',
            header: words.amount(currency),
            isNumeric: true,
            width: '160px',
            cell: ({ amount }) => (amount === null ? <Hidden /> : formatTableAmount(roundToMoney(amount))),
          },
          {
            id: 'link',
            width: '170px',
            header: <span className="w-visually-hidden">{financeWords.actions}</span>,
            cell: ({ studyID, link }) => (
              <LinkButton size="xsmall" href={paths.studyPayment(studyID)} aria-label={words.linkOf(link, studyID)}>
                {link}
              </LinkButton>
            ),
          },
        ]}
      />
    </section>
  )
}
