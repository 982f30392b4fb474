import { useStore } from 'zustand'
import { amountIn, type CashUpTransaction, sumOfFigure, transactionsOfFigure } from '#domain/finance/cash-up-details.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { figureWords as words } from './figure-words.ts'
import type { FinanceStore } from './finance-state.ts'
import { financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'

type Props = {
  readonly store: FinanceStore
  readonly timezone: ZoneId
  /** The day and the location. */
  readonly day: string
  readonly currency: string
}

/** Shows the transactions behind a figure of the day, each with member, time, author and a link to its study. */
export function FigureDialog({ store, timezone, day, currency }: Props) {
  const { figure: shown, details, readingDetails, openFigure, loadDetails } = useStore(store)
  if (shown === null) return null
  const { figure, name } = shown
  const close = (): void => openFigure(null)
  const rows = details.kind === 'ready' ? transactionsOfFigure(details.value, figure) : []
  const sum = sumOfFigure(rows, figure.column)
  const members = new Map(
    details.kind === 'ready' ? details.value.members.map((member) => [member.studyID, member]) : [],
  )
  return (
    <Dialog isOpen onClose={close} title={name} subtitle={day} footer={<Button onPress={close}>{words.close}</Button>}>
      {readingDetails.kind === 'failed' ? (
        <EmptyState
          size="small"
          title={describeBookingFailure(readingDetails.failure).title}
          action={<Button onPress={() => void loadDetails()}>{financeWords.tryAgain}</Button>}
        >
          {describeBookingFailure(readingDetails.failure).text}
        </EmptyState>
      ) : details.kind !== 'ready' || readingDetails.kind === 'pending' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="160px" />
        </SkeletonGroup>
      ) : (
        <Table<CashUpTransaction>
          caption={words.caption(name)}
          density="small"
          rows={rows}
          rowKey={({ transactionID }) => transactionID}
          empty={
            <EmptyState size="compact" title={words.empty}>
              {words.emptyHint}
            </EmptyState>
          }
          footer={
            sum === null || rows.length < 2 ? undefined : { time: financeWords.total, amount: formatTableAmount(sum) }
          }
          columns={[
            { id: 'time', header: words.time, cell: ({ at }) => formatTimeAt(at, timezone) },
            {
              id: 'member',
              header: words.member,
              isRowHeader: true,
              cell: ({ studyID }) => {
                const member = members.get(studyID)
                return member === undefined
                  ? financeWords.noFigure
                  : words.person(member.name, formatDateText(member.dob))
              },
            },
            {
              id: 'study',
              header: financeWords.lists.study,
              cell: ({ studyID }) => (
                <LinkButton variant="text" href={paths.studyPayment(studyID)} aria-label={words.studyOf(studyID)}>
                  {studyID}
                </LinkButton>
              ),
            },
            {
              id: 'type',
              header: financeWords.takings.tender,
              cell: ({ kind, paymentType }) => words.typeOf(kind === 'refund', ruleOfPaymentType(paymentType).label),
            },
            { id: 'by', header: words.by, cell: ({ userName }) => userName },
            {
              id: 'amount',
              header: financeWords.lists.amount(currency),
              isNumeric: true,
              cell: (row) => {
                const amount = amountIn(row, figure.column)
                return amount === null ? <Hidden /> : formatTableAmount(amount)
              },
            },
          ]}
        />
      )}
    </Dialog>
  )
}
