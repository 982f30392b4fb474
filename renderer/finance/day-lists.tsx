import type { ReactNode } from 'react'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { plainAmount } from '../kit/amount-words.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { Hidden } from './hidden.tsx'

type Props = { readonly cashUp: CashUp; readonly timezone: ZoneId; readonly mayResolve: boolean }

type Row = {
  readonly key: string
  readonly studyID: StudyID
  /** Null while it would reveal a blind count. */
  readonly amount: number | null
  readonly words: string
  readonly link: string
}

/** Shows the items to check before the day is closed. Each links to its study. */
export function DayLists({ cashUp, timezone, mayResolve }: Props) {
  const { openAttempts, unissuedInvoices, undepositedCheques, overpayments, currency } = cashUp
  const lists = [
    {
      title: 'Open card payments',
      tone: 'danger',
      rows: openAttempts.map(
        ({ attemptID, studyID, amount, since, by, driver }): Row => ({
          key: attemptID,
          studyID,
          amount,
          words: `By ${by} since ${formatInstant(since, timezone)}, ${driver}`,
          // Only the study's page names the member, and only there can the attempt be resolved.
          link: mayResolve ? 'Check or resolve' : 'Open the study',
        }),
      ),
    },
    {
      title: 'Invoices not issued',
      tone: 'warning',
      rows: unissuedInvoices.map(
        ({ transactionID, studyID, amount, date }): Row => ({
          key: transactionID,
          studyID,
          amount,
          words: `Recorded ${formatInstant(date, timezone)}`,
          link: 'Open the study',
        }),
      ),
    },
    {
      title: 'Cheques not deposited',
      tone: 'warning',
      rows: undepositedCheques.map(
        ({ transactionID, studyID, amount, date, referenceID }): Row => ({
          key: transactionID,
          studyID,
          amount,
          words: `${referenceID === '' ? 'Cheque' : `Cheque ${referenceID}`}, recorded ${formatInstant(date, timezone)}`,
          link: 'Open the study',
        }),
      ),
    },
    {
      title: 'Paid beyond the price',
      tone: 'warning',
      rows: overpayments.map(
        ({ studyID, amount }): Row => ({
          key: studyID,
          studyID,
          amount,
          words: 'To be refunded',
          link: 'Open the study',
        }),
      ),
    },
  ] as const
  const shown = lists.filter(({ rows }) => rows.length > 0)
  return (
    <Panel
      title={isDayClosed(cashUp) ? 'Still open' : 'Review before closing'}
      isCollapsible={false}
      isFlush={shown.length > 0}
    >
      {shown.length === 0 ? (
        <p className="s-finance__quiet">Nothing to review.</p>
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
 * Shows issued invoices that are not paid, and those marked as paid on this day, both apart from the money received.
 * Shows nothing without any.
 */
export function InvoiceLists({ cashUp, timezone }: Pick<Props, 'cashUp' | 'timezone'>) {
  const { outstandingInvoices, paidInvoices, currency } = cashUp
  const lists = [
    {
      title: 'Issued and not paid, no money received',
      rows: outstandingInvoices.map(
        ({ transactionID, studyID, amount, date }): Row => ({
          key: transactionID,
          studyID,
          amount,
          words: `Recorded ${formatInstant(date, timezone)}`,
          link: 'Open the study',
        }),
      ),
    },
    {
      title: 'Marked as paid on this day, not part of the counts',
      rows: paidInvoices.map(
        ({ transactionID, studyID, amount, paymentMethod, by, at }): Row => ({
          key: transactionID,
          studyID,
          amount,
          words: `${paymentMethod === null ? '' : `Paid by ${paymentMethod}, `}marked by ${by}, ${formatInstant(at, timezone)}`,
          link: 'Open the study',
        }),
      ),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (lists.length === 0) return null
  return (
    <Panel title="Invoices outstanding and paid" isCollapsible={false} isFlush>
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
        footer={sum === null || rows.length < 2 ? undefined : { study: 'Total', amount: plainAmount(toMoney(sum)) }}
        columns={[
          { id: 'study', header: 'Study', isRowHeader: true, width: '160px', cell: ({ studyID }) => studyID },
          { id: 'words', header: 'What', cell: ({ words }) => words },
          {
            id: 'amount',
            header: `Amount (${currency})`,
            isNumeric: true,
            width: '160px',
            cell: ({ amount }) => (amount === null ? <Hidden /> : plainAmount(roundToMoney(amount))),
          },
          {
            id: 'link',
            width: '170px',
            header: <span className="w-visually-hidden">Actions</span>,
            cell: ({ studyID, link }) => (
              <LinkButton size="xsmall" href={paths.studyPayment(studyID)} aria-label={`${link}, study ${studyID}`}>
                {link}
              </LinkButton>
            ),
          },
        ]}
      />
    </section>
  )
}
