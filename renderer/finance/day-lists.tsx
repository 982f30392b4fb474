import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import type { CashUpMember } from '#domain/finance/cash-up-details.ts'
import { countOutstanding, maxOutstandingRows, type OutstandingList } from '#domain/finance/outstanding.ts'
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
  readonly onMore: (list: OutstandingList) => void
  /** The parts with which cheques are deposited; null if this user may not deposit cheques. */
  readonly deposit: DepositParts | null
}

/** Returns the total of a list; nothing for a list that is always whole. */
const totalOf = (
  cashUp: CashUp,
  list: OutstandingList | null,
  onMore: Props['onMore'],
): Pick<ComponentProps<typeof OpenItemsList>, 'total'> => {
  const total = list === null ? undefined : cashUp.totals?.[list]
  if (list === null || total === undefined) return {}
  const isMost = cashUp[list].length >= maxOutstandingRows
  return { total: { ...total, onMore: isMost ? null : () => onMore(list) } }
}

const badgeOf = (cashUp: CashUp, list: OutstandingList | null, rows: readonly OpenItem[]): number =>
  list === null ? rows.length : countOutstanding(cashUp, list)

/** Shows the items to check before the day is closed. Each links to its study. */
export function DayLists({ cashUp, members, now, timezone, mayResolve, mayRefund, onMore, deposit }: Props) {
  const { openAttempts, unissuedInvoices, undepositedCheques, overpayments, currency } = cashUp
  const lists = [
    {
      title: words.attempts,
      list: null,
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
      list: 'unissuedInvoices',
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
      list: 'undepositedCheques',
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
      list: 'overpayments',
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
        shown.map(({ title, list: name, tone, rows }) => {
          const list = {
            title,
            badge: <Badge tone={tone}>{badgeOf(cashUp, name, rows)}</Badge>,
            rows,
            ...totalOf(cashUp, name, onMore),
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
  onMore,
}: Pick<Props, 'cashUp' | 'members' | 'now' | 'timezone' | 'onMore'>) {
  const { outstandingInvoices, paidInvoices, currency } = cashUp
  const lists = [
    {
      title: words.invoicesOutstanding,
      list: 'outstandingInvoices',
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
      list: null,
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
  ] as const
  const shown = lists.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0) return null
  return (
    <Panel title={words.invoices} isCollapsible={false} isFlush>
      {shown.map(({ title, list, rows }) => (
        <OpenItemsList
          key={title}
          title={title}
          badge={<Badge tone="info">{badgeOf(cashUp, list, rows)}</Badge>}
          rows={rows}
          {...totalOf(cashUp, list, onMore)}
          currency={currency}
          members={members}
          now={now}
          timezone={timezone}
        />
      ))}
    </Panel>
  )
}
