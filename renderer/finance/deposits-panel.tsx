import { Landmark } from 'lucide-react'
import { useStore } from 'zustand'
import { type ChequeDeposit, partsOfDeposit, sumCheques } from '#domain/finance/cheque-deposit.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { chequeDepositWords, describeChequeSums } from './cheque-deposit-words.ts'
import type { ChequeDepositsStore } from './cheque-deposits-store.ts'
import { financeWords } from './finance-words.ts'
import { Hidden } from './hidden.tsx'
import { SlipButtons, type SlipParts } from './slip-buttons.tsx'

const words = chequeDepositWords.list

type Props = SlipParts & { readonly store: ChequeDepositsStore; readonly timezone: ZoneId }

/** Shows the earlier deposits of a location, newest first, each with its slip and the cheques taken back since. */
export function DepositsPanel({ store, timezone, ...slip }: Props) {
  const { deposits, readingEarlier, load, loadEarlier } = useStore(store)
  const isShown = deposits.kind === 'ready' && deposits.value.deposits.length > 0
  return (
    <Panel title={words.title} isCollapsible={false} isFlush={isShown}>
      {deposits.kind === 'failed' ? (
        <EmptyState
          size="small"
          title={describeBookingFailure(deposits.failure).title}
          action={<Button onPress={() => void load()}>{financeWords.tryAgain}</Button>}
        >
          {describeBookingFailure(deposits.failure).text}
        </EmptyState>
      ) : deposits.kind !== 'ready' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="96px" />
        </SkeletonGroup>
      ) : !isShown ? (
        <EmptyState size="compact" icon={<Landmark aria-hidden="true" />} title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        <>
          <DepositsTable deposits={deposits.value.deposits} timezone={timezone} {...slip} />
          {deposits.value.hasEarlier ? (
            <div className="s-finance__bar">
              <Button
                size="small"
                isPending={readingEarlier.kind === 'pending'}
                disabledReason={whyNotOffline('readDeposits', slip.isReached)}
                onPress={() => void loadEarlier()}
              >
                {words.earlier}
              </Button>
              {readingEarlier.kind === 'failed' ? (
                <p role="alert" className="s-finance__wrong">
                  {describeBookingFailure(readingEarlier.failure).text}
                </p>
              ) : null}
            </div>
          ) : null}
        </>
      )}
    </Panel>
  )
}

type TableProps = SlipParts & { readonly deposits: readonly ChequeDeposit[]; readonly timezone: ZoneId }

function DepositsTable({ deposits, timezone, ...slip }: TableProps) {
  return (
    <Table<ChequeDeposit>
      caption={words.caption}
      density="small"
      rows={deposits}
      rowKey={({ depositID }) => depositID}
      columns={[
        { id: 'number', header: words.number, isRowHeader: true, width: '60px', cell: ({ number }) => number },
        {
          id: 'date',
          header: words.date,
          width: '120px',
          sortBy: ({ date }) => date,
          cell: ({ date }) => formatDate(date),
        },
        { id: 'cheques', header: words.cheques, cell: (deposit) => <Cheques deposit={deposit} timezone={timezone} /> },
        { id: 'total', header: words.total, isNumeric: true, width: '130px', cell: (row) => <Total deposit={row} /> },
        {
          id: 'reference',
          header: words.bankReference,
          cell: ({ bankReference }) => (bankReference === '' ? financeWords.noFigure : bankReference),
        },
        {
          id: 'by',
          header: words.by,
          cell: ({ by, at }) => (
            <>
              {by}
              <span className="s-finance__born">{formatInstant(at, timezone)}</span>
            </>
          ),
        },
        {
          id: 'slip',
          width: '170px',
          header: <span className="w-visually-hidden">{financeWords.actions}</span>,
          cell: (deposit) => <SlipButtons deposit={deposit} {...slip} />,
        },
      ]}
    />
  )
}

/** The number of cheques that still belong to a deposit, and below it those that were taken back. */
function Cheques({ deposit, timezone }: { readonly deposit: ChequeDeposit; readonly timezone: ZoneId }) {
  const { standing, takenBack } = partsOfDeposit(deposit)
  return (
    <>
      {standing.length}
      {takenBack.map((cheque) => (
        <span key={cheque.transactionID} className="s-finance__back">
          {cheque.takenBack === null
            ? null
            : words.takenBack(cheque.referenceID, formatInstant(cheque.takenBack.at, timezone), cheque.takenBack.by)}
        </span>
      ))}
    </>
  )
}

function Total({ deposit }: { readonly deposit: ChequeDeposit }) {
  const sums = sumCheques(partsOfDeposit(deposit).standing)
  if (sums.length === 0) return words.allTakenBack
  if (sums.some(({ total }) => total === null)) return <Hidden />
  return sums.map(({ currency, total }) =>
    total === null ? null : <div key={currency}>{formatMoney(total, currency)}</div>,
  )
}

type MadeProps = SlipParts & { readonly store: ChequeDepositsStore }

/** Shows the deposit that was just recorded, with the buttons of its slip. */
export function MadeDeposit({ store, ...slip }: MadeProps) {
  const { made, forgetMade } = useStore(store)
  if (made === null) return null
  return (
    <Banner
      tone="success"
      title={chequeDepositWords.made.title(made.number, describeChequeSums(sumCheques(made.cheques)))}
      action={<SlipButtons deposit={made} {...slip} />}
      onDismiss={forgetMade}
    >
      {chequeDepositWords.made.hint}
    </Banner>
  )
}
