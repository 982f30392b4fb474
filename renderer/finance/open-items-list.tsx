import type { ReactNode } from 'react'
import { ageInDays } from '#domain/finance/age-in-days.ts'
import type { CashUpMember } from '#domain/finance/cash-up-details.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { overpaidRefundFlag } from '#domain/payments/overpaid-refund.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Currency, roundToMoney, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.lists

/** An item that finance still has to look at. */
export type OpenItem = {
  readonly key: string
  readonly studyID: StudyID
  /** When the item began to be open; null if that is not known, or if the item is no longer open. */
  readonly since: Instant | null
  /** Null while it would reveal the expected amount before the count. */
  readonly amount: number | null
  /** The amount's currency, if it differs from the list's. */
  readonly currency?: Currency | undefined
  readonly details: string
  readonly link: string
  /** Whether the row has a button that opens its refund with the amount filled in. */
  readonly isRefund?: boolean
}

/**
 * Returns the sum of a list. Null while an amount is hidden, because the sum would reveal it. Also null if an amount is
 * in another currency.
 */
const sumOf = (rows: readonly OpenItem[]): number | null =>
  rows.reduce<number | null>(
    (sum, { amount, currency }) =>
      sum === null || amount === null || currency !== undefined ? null : sum + roundToMoney(amount),
    0,
  )

/** Shows an amount. Adds the currency only if it differs from the one in the column header. */
function Amount({ amount, currency }: Pick<OpenItem, 'amount' | 'currency'>) {
  if (amount === null) return <Hidden />
  return currency === undefined ? formatTableAmount(roundToMoney(amount)) : formatAmount(amount, currency)
}

/** The total of a list of which the first items are read. */
type OpenTotal = {
  readonly count: number
  /** Null while it would reveal a hidden amount. */
  readonly amount: number | null
  /** Reads more items; null if no more can be read at once. */
  readonly onMore: (() => void) | null
}

type Props = {
  /** The members of the listed studies; empty until they are read. */
  readonly members: readonly CashUpMember[]
  readonly now: Instant
  readonly timezone: ZoneId
  readonly title: string
  readonly badge: ReactNode
  readonly rows: readonly OpenItem[]
  /** The number of all items, and their sum if the server knows it, when only the first are read. */
  readonly total?: OpenTotal | undefined
  readonly currency: string
  /** A first column with a checkbox for each row. */
  readonly choice?:
    | {
        readonly header: ReactNode
        /** `member` is the name of the row's member; undefined until it is read. */
        readonly cell: (row: OpenItem, member: string | undefined) => ReactNode
      }
    | undefined
  /** Below the table. */
  readonly children?: ReactNode
}

/** Shows items with member, age and amount. Each links to its study. */
export function OpenItemsList(props: Props) {
  const { title, badge, rows, total, currency, members, now, timezone, choice } = props
  const people = new Map(members.map((member) => [member.studyID, member]))
  const isPart = total !== undefined && total.count > rows.length
  const sum = !isPart ? sumOf(rows) : total.amount === null ? null : roundToMoney(total.amount)
  return (
    <section className="s-finance__list" aria-label={title}>
      <h3>
        {title} {badge}
      </h3>
      <Table<OpenItem>
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
          ...(choice === undefined
            ? []
            : [
                {
                  id: 'choice',
                  header: choice.header,
                  width: '44px',
                  cell: (row: OpenItem) => choice.cell(row, people.get(row.studyID)?.name),
                },
              ]),
          {
            id: 'member',
            header: words.member,
            isRowHeader: true,
            sortBy: ({ studyID }) => people.get(studyID)?.name ?? null,
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
            sortBy: ({ since }) => (since === null ? null : ageInDays(since, now, timezone).days),
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
            sortBy: ({ amount }) => amount,
            cell: ({ amount, currency: other }) => <Amount amount={amount} currency={other} />,
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
      {isPart ? (
        <div className="s-finance__bar">
          {total.onMore === null ? null : (
            <Button size="small" aria-label={words.moreOf(title)} onPress={total.onMore}>
              {words.more}
            </Button>
          )}
          <p className="s-finance__quiet">
            {words.shown(rows.length, total.count)}
            {total.onMore === null ? ` ${words.most}` : ''}
          </p>
        </div>
      ) : null}
      {props.children}
    </section>
  )
}
