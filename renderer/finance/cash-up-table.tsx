import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMoneyReceived, lacksNote, totalsOf } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import type { CashUpFigure } from '#domain/finance/cash-up-details.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Money, roundToMoney } from '#domain/values/money.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { CountsTable } from './counts-table.tsx'
import { FigureButton } from './figure-button.tsx'
import { figureWords } from './figure-words.ts'
import { type ShownFigure, waitsForCount } from './finance-state.ts'
import { countLabel, describeDifference, financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

const words = financeWords.takings

type Props = {
  /** The lines of one block: the open block, or a closed block as it was at its close. */
  readonly cashUp: Pick<CashUp, 'lines' | 'currency'> & Partial<Pick<CashUp, 'voidedCounts'>>
  /** The block's name, for the captions. */
  readonly name: string
  readonly timezone: ZoneId
  /** Whether the table lists the takings of all persons, or only those of the user. */
  readonly isAll: boolean
  /** Why nothing can be counted now; null if lines can be counted. */
  readonly reason: string | null
  /** Absent for a closed block, which has no buttons. */
  readonly onCount?: ((line: CashUpLine) => void) | undefined
  /** The field of a line that waits for its count; absent for a closed block. */
  readonly fieldOf?: ((line: CashUpLine) => ReactNode) | undefined
  /** The notes and coins below the row of such a line; null while they are closed. */
  readonly drawerOf?: ((line: CashUpLine) => ReactNode) | undefined
  /** Shown directly below the table. */
  readonly bar?: ReactNode
  /** The index of the closed block; null for the open block. */
  readonly block: number | null
  /** Opens the transactions behind a figure. */
  readonly onFigure?: ((figure: ShownFigure) => void) | undefined
}

/** The payment types that a block without payments lists with 0.00, so that the table states that no money came in. */
const usualTenders: readonly PaymentType[] = ['card', 'physicalTerminal', 'cash', 'cheque']

const toEmptyLine = (paymentType: PaymentType): CashUpLine => ({
  userID: '',
  userName: financeWords.noFigure,
  paymentType,
  taken: 0,
  refunded: 0,
  uncaptured: 0,
  expected: 0,
  isCounted: false,
  counted: null,
  difference: null,
  note: '',
  countedBy: null,
  countedAt: null,
  isOutdated: false,
  counts: [],
})

/** The width of a column of figures: each header is close to its figures, and the names get the remaining width. */
const figureWidth = '11%'

/** Shows a block of the day by person and payment type. Cash and cheques stay hidden until they are counted. */
export function CashUpTable(props: Props) {
  const { cashUp, name, timezone, isAll, reason, onCount, fieldOf, drawerOf, bar, block, onFigure } = props
  const received = cashUp.lines.filter(({ paymentType }) => isMoneyReceived(paymentType))
  const { all, byTender } = totalsOf({ lines: received })
  const byHand = totalsOf({ lines: received.filter((line) => line.isCounted) }).all
  const isEmpty = received.length === 0
  const hasTenders = isAll && byTender.length > 1
  const figures = figureColumns({ voided: cashUp.voidedCounts ?? [], fieldOf, block, onFigure })
  const totalOf = (column: CashUpFigure['column']): ReactNode => (
    <FigureButton
      amount={all[column]}
      until={hidden.total}
      isShort={column !== 'expected'}
      figure={{ column, block, userID: null, paymentType: null, isReceived: true }}
      name={figureWords.nameOf(words[column], figureWords.everyone, words.totalReceived)}
      onOpen={onFigure}
    />
  )
  return (
    <div className="s-finance__counting">
      <Table<CashUpLine>
        caption={words.caption(name, cashUp.currency)}
        density="small"
        columns={onCount === undefined ? figures : [...figures, countColumn(reason, onCount, fieldOf !== undefined)]}
        rows={isEmpty ? usualTenders.map(toEmptyLine) : received}
        rowKey={(line) => `${line.userID} ${line.paymentType}`}
        detailsOf={drawerOf}
        footer={
          isEmpty || received.length > 1
            ? {
                person: words.totalReceived,
                taken: totalOf('taken'),
                refunded: totalOf('refunded'),
                uncaptured: totalOf('uncaptured'),
                expected: totalOf('expected'),
                // Only cash and cheques are counted: these two figures are their sums.
                counted: received.some((line) => line.isCounted) ? total(byHand.counted) : financeWords.noFigure,
                difference:
                  isEmpty || byHand.difference === null ? (
                    financeWords.noFigure
                  ) : (
                    <Difference amount={byHand.difference} />
                  ),
              }
            : undefined
        }
      />
      {isEmpty ? (
        <EmptyState size="compact" icon={<Coins aria-hidden="true" />} title={words.empty}>
          {isAll ? words.emptyHint : words.yourEmptyHint}
        </EmptyState>
      ) : null}
      {bar}
      {hasTenders ? (
        <section aria-label={words.byTender}>
          <h3 className="s-finance__tenders-title">{words.byTender}</h3>
          <dl className="s-finance__tenders">
            {byTender.map(({ paymentType, expected }) => (
              <div key={paymentType}>
                <dt>{ruleOfPaymentType(paymentType).label}</dt>
                <dd>
                  <FigureButton
                    amount={expected}
                    until={financeWords.hidden.tender(ruleOfPaymentType(paymentType).label)}
                    figure={{ column: 'expected', block, userID: null, paymentType, isReceived: true }}
                    name={figureWords.nameOf(
                      words.expected,
                      figureWords.everyone,
                      ruleOfPaymentType(paymentType).label,
                    )}
                    onOpen={onFigure}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <NotReceived {...props} />
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
    </div>
  )
}

/**
 * Shows invoices, credits and vouchers in a separate table: they settle a study's balance, but no money is received.
 */
function NotReceived({ cashUp, name, block, onFigure }: Pick<Props, 'cashUp' | 'name' | 'block' | 'onFigure'>) {
  const lines = cashUp.lines.filter(({ paymentType }) => !isMoneyReceived(paymentType))
  if (lines.length === 0) return null
  const { all } = totalsOf({ lines })
  const { notReceived } = financeWords
  const kindOf = (line: CashUpLine): string =>
    ruleOfPaymentType(line.paymentType).isBill ? notReceived.invoiced : notReceived.redeemed
  const cellOf = (column: CashUpFigure['column'], head: string) => (line: CashUpLine) => (
    <FigureButton
      amount={line[column] === null ? null : roundToMoney(line[column])}
      until={hidden.line}
      figure={{ column, block, userID: line.userID, paymentType: line.paymentType, isReceived: false }}
      name={figureWords.nameOf(head, line.userName, ruleOfPaymentType(line.paymentType).label)}
      onOpen={onFigure}
    />
  )
  return (
    <section className="s-finance__list" aria-label={notReceived.label(name)}>
      <h3>{notReceived.title}</h3>
      <Table<CashUpLine>
        caption={notReceived.caption(name, cashUp.currency)}
        density="small"
        rows={lines}
        rowKey={(line) => `${line.userID} ${line.paymentType}`}
        columns={[
          { id: 'person', header: words.person, isRowHeader: true, cell: (line) => line.userName },
          { id: 'tender', header: words.tender, cell: (line) => ruleOfPaymentType(line.paymentType).label },
          { id: 'kind', header: notReceived.kind, cell: kindOf },
          {
            id: 'recorded',
            header: notReceived.recorded,
            isNumeric: true,
            cell: cellOf('taken', notReceived.recorded),
          },
          {
            id: 'undone',
            header: notReceived.cancelled,
            isNumeric: true,
            cell: cellOf('refunded', notReceived.cancelled),
          },
          {
            id: 'left',
            header: notReceived.remaining,
            isNumeric: true,
            cell: cellOf('expected', notReceived.remaining),
          },
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

/**
 * Returns the text in place of a line's hidden figures. It names the count that reveals the figures: the first count of
 * the line, or a new count after a change or a reopening.
 */
const hiddenUntilText = (line: CashUpLine, voided: CashUp['voidedCounts']): string =>
  line.counts.length > 0 ||
  voided.some(({ userID, paymentType }) => userID === line.userID && paymentType === line.paymentType)
    ? hidden.again
    : hidden.line

/** Shows a difference: balanced, over or short, in a word and a colour. */
function Difference({ amount }: { readonly amount: Money }) {
  const tone = amount === 0 ? 'success' : amount < 0 ? 'danger' : 'warning'
  return <Badge tone={tone}>{describeDifference(amount)}</Badge>
}

type FigureParts = Pick<Props, 'fieldOf' | 'block' | 'onFigure'> & { readonly voided: CashUp['voidedCounts'] }

const figureColumns = ({ voided, fieldOf, block, onFigure }: FigureParts): readonly TableColumn<CashUpLine>[] => {
  const cellOf = (column: CashUpFigure['column'], isShort: boolean) => (line: CashUpLine) => (
    <FigureButton
      amount={line[column] === null ? null : roundToMoney(line[column])}
      until={hiddenUntilText(line, voided)}
      isShort={isShort}
      figure={{ column, block, userID: line.userID, paymentType: line.paymentType, isReceived: true }}
      name={figureWords.nameOf(words[column], line.userName, ruleOfPaymentType(line.paymentType).label)}
      onOpen={onFigure}
    />
  )
  return [
    { id: 'person', header: words.person, isRowHeader: true, cell: (line) => line.userName },
    { id: 'tender', header: words.tender, cell: (line) => ruleOfPaymentType(line.paymentType).label },
    { id: 'taken', header: words.taken, isNumeric: true, width: figureWidth, cell: cellOf('taken', true) },
    {
      id: 'refunded',
      header: words.refunded,
      isNumeric: true,
      width: figureWidth,
      cell: cellOf('refunded', true),
    },
    {
      id: 'uncaptured',
      header: words.uncaptured,
      isNumeric: true,
      width: figureWidth,
      cell: cellOf('uncaptured', true),
    },
    {
      id: 'expected',
      header: words.expected,
      isNumeric: true,
      width: figureWidth,
      cell: cellOf('expected', false),
    },
    {
      id: 'counted',
      header: words.counted,
      isNumeric: true,
      width: figureWidth,
      cell: (line) =>
        fieldOf !== undefined && waitsForCount(line)
          ? fieldOf(line)
          : line.counted === null
            ? line.isCounted
              ? words.notCounted
              : financeWords.noFigure
            : formatTableAmount(roundToMoney(line.counted)),
    },
    {
      id: 'difference',
      header: words.difference,
      isNumeric: true,
      width: figureWidth,
      cell: (line) =>
        line.isOutdated ? (
          <Badge tone="warning">{words.outdated}</Badge>
        ) : line.difference === null ? (
          line.isCounted ? (
            <Hidden until={hiddenUntilText(line, voided)} isShort />
          ) : (
            financeWords.noFigure
          )
        ) : (
          <>
            <Difference amount={roundToMoney(line.difference)} />{' '}
            {lacksNote(line) ? <Badge tone="warning">{words.noteNeeded}</Badge> : null}
            {line.note === '' ? null : <span className="s-finance__note">{line.note}</span>}
          </>
        ),
    },
  ]
}

const countColumn = (
  reason: string | null,
  onCount: (line: CashUpLine) => void,
  hasFields: boolean,
): TableColumn<CashUpLine> => ({
  id: 'actions',
  header: <span className="w-visually-hidden">{financeWords.actions}</span>,
  cell: (line) =>
    line.isCounted ? (
      <Button
        size="xsmall"
        variant={lacksNote(line) || (!hasFields && (line.counted === null || line.isOutdated)) ? 'primary' : 'outline'}
        disabledReason={reason}
        aria-label={words.countOf(countLabel(line), ruleOfPaymentType(line.paymentType).label, line.userName)}
        onPress={() => onCount(line)}
      >
        {countLabel(line)}
      </Button>
    ) : null,
})
