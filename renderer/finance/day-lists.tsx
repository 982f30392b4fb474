import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { ageInDays } from '#domain/finance/age-in-days.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import type { CashUpMember } from '#domain/finance/cash-up-details.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { overpaidRefundFlag } from '#domain/payments/overpaid-refund.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.lists

type Props = {
  readonly cashUp: CashUp
  /** The members of the listed studies; empty until they are read. */
  readonly members: readonly CashUpMember[]
  readonly now: Instant
  readonly timezone: ZoneId
  readonly mayResolve: boolean
  readonly mayRefund: boolean
}

type Row = {
  readonly key: string
  readonly studyID: StudyID
  /** When the item began to be open; null if that is not known, or if the item is no longer open. */
  readonly since: Instant | null
  /** Null while it would reveal the expected amount before the count. */
  readonly amount: number | null
  readonly details: string
  readonly link: string
  /** Whether the row has a button that opens its refund with the amount filled in. */
  readonly isRefund?: boolean
}

/** Shows the items to check before the day is closed. Each links to its study. */
export function DayLists({ cashUp, members, now, timezone, mayResolve, mayRefund }: Props) {
  const { openAttempts, unissuedInvoices, undepositedCheques, overpayments, currency } = cashUp
  const lists = [
    {
      title: words.attempts,
      tone: 'danger',
      rows: openAttempts.map(
        ({ attemptID, studyID, amount, since, by, driver }): Row => ({
          key: attemptID,
          studyID,
          since,
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
          since: date,
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
          since: date,
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
          since: members.find((member) => member.studyID === studyID)?.lastAt ?? null,
          amount,
          details: words.toRefund,
          link: words.openStudy,
          isRefund: mayRefund,
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
        <EmptyState size="small" icon={<ListChecks aria-hidden="true" />} title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        shown.map(({ title, tone, rows }) => (
          <List
            key={title}
            title={title}
            badge={<Badge tone={tone}>{rows.length}</Badge>}
            rows={rows}
            currency={currency}
            members={members}
            now={now}
            timezone={timezone}
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
export function InvoiceLists({
  cashUp,
  members,
  now,
  timezone,
}: Pick<Props, 'cashUp' | 'members' | 'now' | 'timezone'>) {
  const { outstandingInvoices, paidInvoices, currency } = cashUp
  const lists = [
    {
      title: words.invoicesOutstanding,
      rows: outstandingInvoices.map(
        ({ transactionID, studyID, amount, date }): Row => ({
          key: transactionID,
          studyID,
          since: date,
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
          since: null,
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
          members={members}
          now={now}
          timezone={timezone}
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

type ListProps = Pick<Props, 'members' | 'now' | 'timezone'> & {
  readonly title: string
  readonly badge: ReactNode
  readonly rows: readonly Row[]
  readonly currency: string
}

function List({ title, badge, rows, currency, members, now, timezone }: ListProps) {
  const people = new Map(members.map((member) => [member.studyID, member]))
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
            : { member: financeWords.total, amount: formatTableAmount(toMoney(sum)) }
        }
        columns={[
          {
            id: 'member',
            header: words.member,
            isRowHeader: true,
            cell: ({ studyID }) => {
              const member = people.get(studyID)
              return member === undefined ? (
                financeWords.noFigure
              ) : (
                <>
                  {member.name}
                  <span className="s-finance__born">{words.born(formatDateText(member.dob))}</span>
                </>
              )
            },
          },
          { id: 'study', header: words.study, width: '110px', cell: ({ studyID }) => studyID },
          { id: 'details', header: words.details, cell: ({ details }) => details },
          {
            id: 'age',
            header: words.age,
            isNumeric: true,
            width: '90px',
            cell: ({ since }) => {
              if (since === null) return financeWords.noFigure
              const { days, isOld } = ageInDays(since, now, timezone)
              return isOld ? <Badge tone="warning">{words.days(days)}</Badge> : words.days(days)
            },
          },
          {
            id: 'amount',
            header: words.amount(currency),
            isNumeric: true,
            width: '120px',
            cell: ({ amount }) => (amount === null ? <Hidden /> : formatTableAmount(roundToMoney(amount))),
          },
          {
            id: 'link',
            width: '190px',
            header: <span className="w-visually-hidden">{financeWords.actions}</span>,
            cell: ({ studyID, link, amount, isRefund = false }) => (
              <span className="s-finance__acts">
                {isRefund && amount !== null ? (
                  <LinkButton
                    size="xsmall"
                    href={`${paths.studyPayment(studyID)}?${overpaidRefundFlag}`}
                    aria-label={words.refundOf(
                      formatTableAmount(roundToMoney(amount)),
                      people.get(studyID)?.name ?? studyID,
                    )}
                  >
                    {words.refund}
                  </LinkButton>
                ) : null}
                <LinkButton size="xsmall" href={paths.studyPayment(studyID)} aria-label={words.linkOf(link, studyID)}>
                  {link}
                </LinkButton>
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
