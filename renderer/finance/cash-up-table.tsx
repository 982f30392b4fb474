import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMoneyReceived, lacksNote, totalsOf } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Money, roundToMoney } from '#domain/values/money.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { CountsTable } from './counts-table.tsx'
import { countLabel, describeDifference, financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.takings

type Props = {
  /** The lines of one block: of the open block, or of a closed one as frozen at its close. */
  readonly cashUp: Pick<CashUp, 'lines' | 'currency'> & Partial<Pick<CashUp, 'voidedCounts'>>
  /** The block's name, for the captions. */
  readonly name: string
  readonly timezone: ZoneId
  /** Whether the table lists all persons, or only the user. */
  readonly isAll: boolean
  /** Why nothing can be counted now; null if lines can be counted. */
  readonly reason: string | null
  /** Absent for a closed block, which has no buttons. */
  readonly onCount?: ((line: CashUpLine) => void) | undefined
}

/** Shows a block of the day by person and payment type. Cash and cheques stay hidden until they are counted. */
export function CashUpTable({ cashUp, name, timezone, isAll, reason, onCount }: Props) {
  const received = cashUp.lines.filter(({ paymentType }) => isMoneyReceived(paymentType))
  const { all, byTender } = totalsOf({ lines: received })
  const byHand = totalsOf({ lines: received.filter((line) => line.isCounted) }).all
  const hasTenders = isAll && byTender.length > 1
  const figures = figureColumns(cashUp.voidedCounts ?? [])
  return (
    <>
      <Table<CashUpLine>
        caption={words.caption(name, cashUp.currency)}
        density="small"
        columns={onCount === undefined ? figures : [...figures, countColumn(reason, onCount)]}
        rows={received}
        rowKey={(line) => `${line.userID} ${line.paymentType}`}
        empty={
          <EmptyState size="small" icon={<Coins aria-hidden="true" />} title={words.empty}>
            {isAll ? words.emptyHint : words.yourEmptyHint}
          </EmptyState>
        }
        footer={
          received.length > 1
            ? {
                person: words.totalReceived,
                taken: total(all.taken),
                refunded: total(all.refunded),
                uncaptured: total(all.uncaptured),
                expected: total(all.expected),
                // Only cash and cheques have these two figures. The section by payment type, if it is shown, has the
                // sums of these figures.
                counted: hasTenders ? financeWords.noFigure : total(byHand.counted),
                difference:
                  hasTenders || byHand.difference === null
                    ? financeWords.noFigure
                    : describeDifference(byHand.difference),
              }
            : undefined
        }
      />
      {hasTenders ? (
        <section aria-label={words.byTender}>
          <h3 className="s-finance__tenders-title">{words.byTender}</h3>
          <dl className="s-finance__tenders">
            {received.some((line) => line.isCounted) ? (
              <div className="s-finance__sum">
                <dt>{words.countedByHand}</dt>
                <dd>
                  {byHand.counted === null || byHand.difference === null
                    ? total(byHand.counted)
                    : words.countedWithDifference(
                        formatTableAmount(byHand.counted),
                        describeDifference(byHand.difference),
                      )}
                </dd>
              </div>
            ) : null}
            {byTender.map(({ paymentType, expected }) => (
              <div key={paymentType}>
                <dt>{ruleOfPaymentType(paymentType).label}</dt>
                <dd>{total(expected, financeWords.hidden.tender(ruleOfPaymentType(paymentType).label))}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <NotReceived lines={cashUp.lines} name={name} currency={cashUp.currency} />
      <CountsTable
        title={financeWords.counts.title}
        label={financeWords.counts.label(name)}
        caption={financeWords.counts.caption(name, cashUp.currency)}
        rows={cashUp.lines.flatMap((line) =>
          line.counts.map((count, place) => ({
            ...count,
            userID: line.userID,
            userName: line.userName,
            paymentType: line.paymentType,
            number: place + 1,
          })),
        )}
        timezone={timezone}
      />
    </>
  )
}

/**
 * Shows invoices, credits and vouchers in a separate table: they settle a study's balance, but no money is received.
 */
function NotReceived(props: {
  readonly lines: readonly CashUpLine[]
  readonly name: string
  readonly currency: string
}) {
  const lines = props.lines.filter(({ paymentType }) => !isMoneyReceived(paymentType))
  if (lines.length === 0) return null
  const { all } = totalsOf({ lines })
  const { notReceived } = financeWords
  const kindOf = (line: CashUpLine): string =>
    ruleOfPaymentType(line.paymentType).isBill ? notReceived.invoiced : notReceived.redeemed
  return (
    <section className="s-finance__list" aria-label={notReceived.label(props.name)}>
      <h3>{notReceived.title}</h3>
      <Table<CashUpLine>
        caption={notReceived.caption(props.name, props.currency)}
        density="small"
        rows={lines}
        rowKey={(line) => `${line.userID} ${line.paymentType}`}
        columns={[
          { id: 'person', header: words.person, isRowHeader: true, cell: (line) => line.userName },
          { id: 'tender', header: words.tender, cell: (line) => ruleOfPaymentType(line.paymentType).label },
          { id: 'kind', header: notReceived.kind, cell: kindOf },
          { id: 'recorded', header: notReceived.recorded, isNumeric: true, cell: (line) => figure(line.taken) },
          { id: 'undone', header: notReceived.cancelled, isNumeric: true, cell: (line) => figure(line.refunded) },
          { id: 'left', header: notReceived.remaining, isNumeric: true, cell: (line) => figure(line.expected) },
        ]}
        footer={
          lines.length > 1
            ? {
                person: financeWords.total,
                recorded: total(all.taken),
                undone: total(all.refunded),
                left: total(all.expected),
              }
            : undefined
        }
      />
    </section>
  )
}

const { hidden } = financeWords

const total = (amount: Money | null, until: string = hidden.total): ReactNode =>
  amount === null ? <Hidden until={until} /> : formatTableAmount(amount)
const figure = (amount: number | null, until: string = hidden.line): ReactNode =>
  amount === null ? <Hidden until={until} /> : formatTableAmount(roundToMoney(amount))

/**
 * Returns the text in place of a line's hidden figures. It names the count that reveals the figures: the first count of
 * the line, or a new count after a change or a reopening.
 */
const untilOf = (line: CashUpLine, voided: CashUp['voidedCounts']): string =>
  line.counts.length > 0 ||
  voided.some(({ userID, paymentType }) => userID === line.userID && paymentType === line.paymentType)
    ? hidden.again
    : hidden.line

const figureColumns = (voided: CashUp['voidedCounts']): readonly TableColumn<CashUpLine>[] => [
  { id: 'person', header: words.person, isRowHeader: true, cell: (line) => line.userName },
  { id: 'tender', header: words.tender, cell: (line) => ruleOfPaymentType(line.paymentType).label },
  { id: 'taken', header: words.taken, isNumeric: true, cell: (line) => figure(line.taken, untilOf(line, voided)) },
  {
    id: 'refunded',
    header: words.refunded,
    isNumeric: true,
    cell: (line) => figure(line.refunded, untilOf(line, voided)),
  },
  {
    id: 'uncaptured',
    header: words.uncaptured,
    isNumeric: true,
    cell: (line) => figure(line.uncaptured, untilOf(line, voided)),
  },
  {
    id: 'expected',
    header: words.expected,
    isNumeric: true,
    cell: (line) => figure(line.expected, untilOf(line, voided)),
  },
  {
    id: 'counted',
    header: words.counted,
    isNumeric: true,
    cell: (line) =>
      line.counted === null
        ? line.isCounted
          ? words.notCounted
          : financeWords.noFigure
        : formatTableAmount(roundToMoney(line.counted)),
  },
  {
    id: 'difference',
    header: words.difference,
    isNumeric: true,
    cell: (line) =>
      line.isOutdated ? (
        <Badge tone="warning">{words.outdated}</Badge>
      ) : line.difference === null ? (
        line.isCounted ? (
          <Hidden until={untilOf(line, voided)} />
        ) : (
          financeWords.noFigure
        )
      ) : (
        <>
          {describeDifference(roundToMoney(line.difference))}{' '}
          {lacksNote(line) ? <Badge tone="warning">{words.noteNeeded}</Badge> : null}
          {line.note === '' ? null : <span className="s-finance__note">{line.note}</span>}
        </>
      ),
  },
]

const countColumn = (reason: string | null, onCount: (line: CashUpLine) => void): TableColumn<CashUpLine> => ({
  id: 'actions',
  header: <span className="w-visually-hidden">{financeWords.actions}</span>,
  cell: (line) =>
    line.isCounted ? (
      <Button
        size="xsmall"
        variant={line.counted === null || line.isOutdated || lacksNote(line) ? 'primary' : 'outline'}
        disabledReason={reason}
        aria-label={words.countOf(countLabel(line), ruleOfPaymentType(line.paymentType).label, line.userName)}
        onPress={() => onCount(line)}
      >
        {countLabel(line)}
      </Button>
    ) : null,
})
