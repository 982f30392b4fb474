import { CircleCheck } from 'lucide-react'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import type { CashUpMember } from '#domain/finance/cash-up-details.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { ChequesList, type DepositParts } from './cheques-list.tsx'
import { financeWords } from './finance-words.ts'
import { type OpenItem, OpenItemsList } from './open-items-list.tsx'

const words = financeWords.lists

type Props = {
  readonly cashUp: CashUp
  /** The members of the listed studies; empty until they are read. */
  readonly members: readonly CashUpMember[]
  readonly now: Instant
  readonly timezone: ZoneId
  readonly mayResolve: boolean
  readonly mayRefund: boolean
  /** The parts with which cheques are deposited; null if this user may not deposit cheques. */
  readonly deposit: DepositParts | null
}

/** Shows the items to check before the day is closed. Each links to its study. */
export function DayLists({ cashUp, members, now, timezone, mayResolve, mayRefund, deposit }: Props) {
  const { openAttempts, unissuedInvoices, undepositedCheques, overpayments, currency } = cashUp
  const lists = [
    {
      title: words.attempts,
      tone: 'danger',
      rows: openAttempts.map(
        ({ attemptID, studyID, amount, since, by, driver }): OpenItem => ({
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
        ({ transactionID, studyID, amount, date }): OpenItem => ({
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
        ({ transactionID, studyID, amount, date, referenceID, currency: own = currency }): OpenItem => ({
          key: transactionID,
          studyID,
          since: date,
          amount,
          currency: own === currency ? undefined : own,
          details: words.cheque(referenceID, formatInstant(date, timezone)),
          link: words.openStudy,
        }),
      ),
    },
    {
      title: words.overpaid,
      tone: 'warning',
      rows: overpayments.map(
        ({ studyID, amount }): OpenItem => ({
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
    <Panel title={isDayClosed(cashUp) ? words.titleClosed : words.title} isCollapsible={false} isFlush>
      {shown.length === 0 ? (
        <EmptyState size="compact" icon={<CircleCheck aria-hidden="true" />} title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        shown.map(({ title, tone, rows }) => {
          const list = {
            title,
            badge: <Badge tone={tone}>{rows.length}</Badge>,
            rows,
            currency,
            members,
            now,
            timezone,
          }
          return title === words.chequesNotDeposited && deposit !== null ? (
            <ChequesList key={title} {...list} {...deposit} cheques={undepositedCheques} />
          ) : (
            <OpenItemsList key={title} {...list} />
          )
        })
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
        ({ transactionID, studyID, amount, date }): OpenItem => ({
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
        ({ transactionID, studyID, amount, paymentMethod, by, at }): OpenItem => ({
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
        <OpenItemsList
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
