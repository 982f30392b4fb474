import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { signOffObstacle } from '#domain/finance/build-cash-up.ts'
import type { CashUp, ClosedBlock } from '#domain/finance/cash-up.ts'
import { blockName, isDayClosed, numberCounts } from '#domain/finance/cash-up-blocks.ts'
import type { OutstandingList } from '#domain/finance/outstanding.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { comparePlainDates } from '#domain/values/plain-date.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { CashUpTable } from './cash-up-table.tsx'
import type { ChequeDepositsStore } from './cheque-deposits-store.ts'
import { CloseDayDialog } from './close-day-dialog.tsx'
import { CountDialog } from './count-dialog.tsx'
import { CountingBar } from './counting-bar.tsx'
import { CountsTable } from './counts-table.tsx'
import { DayLists, InvoiceLists } from './day-lists.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import { DepositsPanel, MadeDeposit } from './deposits-panel.tsx'
import { FigureDialog } from './figure-dialog.tsx'
import type { FinanceStore, ShownFigure } from './finance-state.ts'
import { financeWords } from './finance-words.ts'
import { ReopenDayDialog } from './reopen-day-dialog.tsx'
import type { SlipParts } from './slip-buttons.tsx'
import { useCountingCells } from './use-counting-cells.tsx'

const words = financeWords.day

type DayProps = SlipParts & {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly location: Location
  readonly isFinance: boolean
  /** Whether this user may reopen a closed day and resolve open card payments. */
  readonly isAdmin: boolean
  /** Whether this user may refund. */
  readonly mayRefund: boolean
  readonly depositsStore: ChequeDepositsStore
  readonly now: Instant
  readonly onSaid: (words: string) => unknown
}

/** Shows a location's day: its closed blocks as they were at their close, the open block, and the open items. */
export function FinanceDay(props: DayProps) {
  const { store, cashUp, location, isFinance, isAdmin, mayRefund, isReached, now, onSaid } = props
  const { behind, load, showMore, beginReopening, openFigure, details } = useStore(store)
  const onMore = (list: OutstandingList): void => void showMore(list)
  const members = details.kind === 'ready' ? details.value.members : []
  const offline = whyNotOffline('countDay', isReached)
  const closed = isDayClosed(cashUp)
  const { depositsStore, bridge, notices } = props
  const slip = { bridge, notices, isReached }
  const today = todayAt(now, location.timezone)
  const depositReason = whyNotOffline('depositCheques', isReached, false)
  return (
    <>
      {isReached ? null : (
        <Banner tone="warning" title={words.offline}>
          {describeOffline('finance')}
        </Banner>
      )}
      {behind === null || !isReached ? null : (
        <Banner
          tone="warning"
          title={words.outOfDate}
          action={
            <Button size="small" onPress={() => void load()}>
              {financeWords.tryAgain}
            </Button>
          }
        >
          {describeBookingFailure(behind).text}
        </Banner>
      )}
      <StateBanner cashUp={cashUp} location={location} />
      {closed ? null : <OpenBlock {...props} />}
      {cashUp.closed
        .map((block, place) => (
          <ClosedPanel
            key={block.closedAt + String(place)}
            block={block}
            place={place}
            onFigure={openFigure}
            name={place === 0 ? words.takings : blockName(place)}
            cashUp={cashUp}
            location={location}
            isFinance={isFinance}
            action={
              isAdmin && place === cashUp.closed.length - 1 ? (
                <Button size="small" disabledReason={offline} onPress={beginReopening}>
                  {words.reopen}
                </Button>
              ) : null
            }
          />
        ))
        .toReversed()}
      {cashUp.voidedCounts.length === 0 ? null : (
        <Panel title={financeWords.counts.voidedPanel} isCollapsible={false} isFlush>
          <CountsTable
            title={financeWords.counts.voidedTitle}
            label={financeWords.counts.voidedLabel}
            caption={financeWords.counts.voidedCaption(cashUp.currency)}
            rows={numberCounts(cashUp.voidedCounts).map(({ count, number }) => ({ ...count, number }))}
            timezone={location.timezone}
          />
        </Panel>
      )}
      <p className="s-finance__quiet">{isFinance ? words.expectedHint : `${words.expectedHint} ${words.whoCloses}`}</p>
      {isFinance ? <MadeDeposit store={depositsStore} {...slip} /> : null}
      {isFinance || cashUp.openAttempts.length > 0 ? (
        <DayLists
          cashUp={cashUp}
          members={members}
          now={now}
          timezone={location.timezone}
          mayResolve={isAdmin}
          mayRefund={mayRefund}
          onMore={onMore}
          deposit={isFinance ? { depositsStore, today, depositReason } : null}
        />
      ) : null}
      {isFinance ? <DepositsPanel store={depositsStore} timezone={location.timezone} {...slip} /> : null}
      <InvoiceLists cashUp={cashUp} members={members} now={now} timezone={location.timezone} onMore={onMore} />
      <FigureDialog
        store={store}
        timezone={location.timezone}
        day={financeWords.dayAt(formatDate(cashUp.date), location.address.name)}
        currency={cashUp.currency}
      />
      <DepositDialog
        store={depositsStore}
        locationName={location.address.name}
        timezone={location.timezone}
        currency={cashUp.currency}
        today={today}
        reason={whyNotOffline('depositCheques', isReached)}
        onTried={() => void load()}
      />
      <CountDialog store={store} cashUp={cashUp} onDone={onSaid} />
      <CloseDayDialog
        store={store}
        cashUp={cashUp}
        locationName={location.address.name}
        timezone={location.timezone}
        now={now}
        onDone={onSaid}
      />
      <ReopenDayDialog store={store} cashUp={cashUp} locationName={location.address.name} onDone={onSaid} />
    </>
  )
}

/** Shows the open block: its lines with the fields for their counts, and the close. */
function OpenBlock({ store, cashUp, location, isFinance, isReached, now, onSaid }: DayProps) {
  const { beginCount, beginClosing, openFigure } = useStore(store)
  // The server refuses to count and close a day that has not started.
  const isFuture = comparePlainDates(cashUp.date, todayAt(now, location.timezone)) > 0
  const offline = whyNotOffline('countDay', isReached)
  const reason = isFuture ? words.future : offline
  const { fieldOf, drawerOf } = useCountingCells({ store, cashUp, frozen: isFuture ? words.future : null })
  const isAfter = cashUp.closed.length > 0
  const obstacle = isFuture ? words.future : signOffObstacle(cashUp)
  const part = isAfter ? blockName(cashUp.closed.length) : words.takings
  return (
    <Panel
      title={isFinance ? part : isAfter ? words.yourTakingsOf(part) : words.yourTakings}
      isCollapsible={false}
      isFlush
      badge={
        <span className="s-finance__quiet">{words.dateAndCurrency(formatDate(cashUp.date), cashUp.currency)}</span>
      }
      actions={
        isFinance ? (
          <Button
            size="small"
            variant={cashUp.lines.length === 0 ? 'outline' : 'primary'}
            disabledReason={obstacle ?? offline}
            onPress={beginClosing}
          >
            {isAfter ? words.closeBlock : words.close}
          </Button>
        ) : null
      }
    >
      {isFinance && obstacle !== null ? <p className="s-finance__obstacle">{words.obstacle(obstacle)}</p> : null}
      <CashUpTable
        cashUp={cashUp}
        name={part}
        timezone={location.timezone}
        isAll={isFinance}
        reason={reason}
        onCount={beginCount}
        block={null}
        onFigure={openFigure}
        fieldOf={fieldOf}
        drawerOf={drawerOf}
        bar={
          <CountingBar
            store={store}
            cashUp={cashUp}
            day={financeWords.dayAt(formatDate(cashUp.date), location.address.name)}
            reason={reason}
            onDone={onSaid}
          />
        }
      />
    </Panel>
  )
}

/** Shows whether the day is closed, has payments or refunds after its close, or was reopened. */
function StateBanner({ cashUp, location }: { readonly cashUp: CashUp; readonly location: Location }) {
  const last = cashUp.events.at(-1)
  if (last === undefined) return null
  const when = formatInstant(last.at, location.timezone)
  if (last.kind === 'reopened') {
    return (
      <Banner tone="warning" title={words.reopenedBy(last.by, when)}>
        {words.countAgain(last.note)}
      </Banner>
    )
  }
  if (isDayClosed(cashUp)) return <Banner tone="success" title={words.closedBy(last.by, when)} />
  return (
    <Banner tone="warning" title={words.movedAfterClose(last.by, when)}>
      {words.movedAfterCloseHint(blockName(cashUp.closed.length))}
    </Banner>
  )
}

type ClosedProps = {
  readonly block: ClosedBlock
  /** The index of the block among the closed blocks. */
  readonly place: number
  readonly onFigure: (figure: ShownFigure) => void
  readonly name: string
  readonly cashUp: CashUp
  readonly location: Location
  readonly isFinance: boolean
  readonly action: ReactNode
}

function ClosedPanel({ block, place, onFigure, name, cashUp, location, isFinance, action }: ClosedProps) {
  const when = formatInstant(block.closedAt, location.timezone)
  return (
    <Panel
      title={isFinance ? words.closedBlock(name) : words.yourClosedBlock(name)}
      isCollapsible={false}
      isFlush
      badge={<span className="s-finance__quiet">{words.closedBlockFacts(block.closedBy, when, cashUp.currency)}</span>}
      actions={action}
    >
      {block.note === '' && block.earlyReason === '' ? null : (
        <p className="s-finance__obstacle">
          {[
            ...(block.note === '' ? [] : [block.note]),
            ...(block.earlyReason === '' ? [] : [words.closedEarly(block.earlyReason)]),
          ].join(' · ')}
        </p>
      )}
      <CashUpTable
        cashUp={{ lines: block.lines, currency: cashUp.currency }}
        name={words.closedBlock(name)}
        timezone={location.timezone}
        isAll={isFinance}
        reason={null}
        block={place}
        onFigure={onFigure}
      />
    </Panel>
  )
}
