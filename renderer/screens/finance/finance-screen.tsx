import { FileDown, FileSpreadsheet } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import { signOffObstacle } from '#domain/payments/build-cash-up.ts'
import type { CashUp } from '#domain/payments/cash-up.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { formatDate, formatInstant } from '#domain/time/format-time.ts'
import { today } from '#domain/time/location-clock.ts'
import { parsePlainDate } from '#domain/time/plain-date.ts'
import { describeBookingFailure } from '../../booking-parts/booking-failures.ts'
import { isOnline } from '../../stores/connectivity-store.ts'
import { chosenLocation } from '../../stores/locations-store.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { PrintButton } from '../../study-parts/print-button.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { DatePicker } from '../../widgets/date-picker.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { Panel } from '../../widgets/panel.tsx'
import { SelectField } from '../../widgets/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../../widgets/skeleton.tsx'
import { CashUpTable } from './cash-up-table.tsx'
import { CloseDayDialog } from './close-day-dialog.tsx'
import { CountDialog } from './count-dialog.tsx'
import { DayLists } from './day-lists.tsx'
import { createFinanceStore, type FinanceStore, followFinance } from './finance-store.ts'
import './finance.css'

/** `/admin/finance`: a location's day, counted blind and closed. Everybody but finance sees and counts their own takings. */
export function FinanceScreen(props: ScreenProps) {
  const { session, stores } = props
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const location = useStore(stores.locations, chosenLocation)
  if (!mayMoveMoney(session.user.roles)) {
    return <EmptyState title="Your account takes no money">{moneyForbiddenReason}</EmptyState>
  }
  if (catalogue.kind === 'failed') {
    return (
      <EmptyState
        title="The locations could not be read"
        action={<Button onPress={() => void stores.locations.getState().load()}>Try again</Button>}
      >
        {describeBookingFailure(catalogue.failure).text}
      </EmptyState>
    )
  }
  if (catalogue.kind !== 'ready') return <Loading />
  if (location === undefined) {
    return <EmptyState title="No location">No location is open to your account. Ask an administrator.</EmptyState>
  }
  return <Finance {...props} location={location} locations={catalogue.value.locations} />
}

type FinanceProps = ScreenProps & { readonly location: Location; readonly locations: readonly Location[] }

function Finance(props: FinanceProps) {
  const { bridge, stores, notices, session, location, locations } = props
  const store = useMemo(
    () => createFinanceStore({ bridge, drafts: stores.drafts, newKey: () => crypto.randomUUID() }),
    [bridge, stores],
  )
  const here = useStore(stores.clock, (state) => today(state.minute, location.timezone))
  const [chosenDate, setChosenDate] = useState<string | null>(null)
  const date = parsePlainDate(chosenDate) ?? here
  const isReached = useStore(stores.connectivity, isOnline)
  const { day, exporting, exportDay } = useStore(store)
  const isAdmin = hasRole(session.user.roles, 'admin')
  useEffect(() => followFinance(bridge, store), [bridge, store])
  useEffect(() => void store.getState().open(location.locationID, date), [store, location.locationID, date])
  useEffect(() => {
    if (isReached) void store.getState().load()
  }, [isReached, store])
  const noFile = day.kind === 'ready' ? (isReached ? null : offlineReason) : 'The day is not shown.'
  return (
    <div className="s-finance">
      <div className="s-finance__head">
        <h1>Finance</h1>
        <SelectField
          label="Location"
          options={locations.map(({ locationID, address }) => ({ value: locationID, label: address.name }))}
          value={location.locationID}
          onChange={(value) => {
            const chosen = locations.find(({ locationID }) => locationID === value)
            if (chosen !== undefined) stores.locations.getState().choose(chosen.locationID)
          }}
        />
        <DatePicker label="Day" value={date} maxValue={here} onChange={(value) => setChosenDate(value)} />
        {isAdmin ? (
          <span className="s-finance__files">
            <Button
              size="small"
              icon={<FileSpreadsheet aria-hidden="true" />}
              isPending={exporting.kind === 'pending' && exporting.format === 'csv'}
              disabledReason={noFile}
              onPress={() => void exportDay('csv')}
            >
              Save as CSV
            </Button>
            <Button
              size="small"
              icon={<FileDown aria-hidden="true" />}
              isPending={exporting.kind === 'pending' && exporting.format === 'pdf'}
              disabledReason={noFile}
              onPress={() => void exportDay('pdf')}
            >
              Save as PDF
            </Button>
            <PrintButton
              bridge={bridge}
              notices={notices}
              item={{ kind: 'cash-up', locationID: location.locationID, date }}
              what={`cash-up of ${formatDate(date)}`}
              reason={noFile}
            />
          </span>
        ) : null}
      </div>
      {exporting.kind === 'failed' ? (
        <Banner tone="error" title="The file could not be made">
          {describeBookingFailure(exporting.failure).text}
        </Banner>
      ) : null}
      {day.kind === 'ready' ? (
        <Day
          store={store}
          cashUp={day.value}
          location={location}
          isAdmin={isAdmin}
          isReached={isReached}
          onSaid={notices.success}
        />
      ) : day.kind === 'failed' ? (
        <EmptyState
          title={describeBookingFailure(day.failure).title}
          action={<Button onPress={() => void store.getState().load()}>Try again</Button>}
        >
          {day.failure.code === 'offline'
            ? 'The day is kept by the back office. It is shown as soon as that answers.'
            : describeBookingFailure(day.failure).text}
        </EmptyState>
      ) : (
        <Loading />
      )}
    </div>
  )
}

const offlineReason = 'The back office cannot be reached.'

type DayProps = {
  readonly store: FinanceStore
  readonly cashUp: CashUp
  readonly location: Location
  readonly isAdmin: boolean
  readonly isReached: boolean
  readonly onSaid: (words: string) => unknown
}

function Day({ store, cashUp, location, isAdmin, isReached, onSaid }: DayProps) {
  const { behind, load, beginCount, beginClosing } = useStore(store)
  const { signedOff } = cashUp
  const closed = signedOff === null ? null : 'This day is signed off.'
  const offline = isReached ? null : offlineReason
  return (
    <>
      {behind === null ? null : (
        <Banner
          tone="warning"
          title="Not up to date"
          action={
            <Button size="small" onPress={() => void load()}>
              Try again
            </Button>
          }
        >
          {describeBookingFailure(behind).text}
        </Banner>
      )}
      {signedOff === null ? null : (
        <Banner
          tone="success"
          title={`Signed off by ${signedOff.by}, ${formatInstant(signedOff.at, location.timezone)}`}
        >
          {signedOff.note}
        </Banner>
      )}
      <Panel
        title={isAdmin ? 'Takings' : 'Your takings'}
        isCollapsible={false}
        isFlush
        badge={<span className="s-finance__quiet">{`${formatDate(cashUp.date)}, amounts in ${cashUp.currency}`}</span>}
        actions={
          isAdmin ? (
            <Button
              size="small"
              variant="primary"
              disabledReason={closed ?? signOffObstacle(cashUp) ?? offline}
              onPress={beginClosing}
            >
              Sign off
            </Button>
          ) : null
        }
      >
        {closed === null && isAdmin && signOffObstacle(cashUp) !== null ? (
          <p className="s-finance__obstacle">It cannot be signed off: {signOffObstacle(cashUp)}</p>
        ) : null}
        <CashUpTable cashUp={cashUp} isAll={isAdmin} reason={closed ?? offline} onCount={beginCount} />
      </Panel>
      <p className="s-finance__quiet">
        Refunds stand on the day they were made. What is not captured yet is no part of what is expected.
        {isAdmin ? '' : ' An administrator sees the whole day and signs it off.'}
      </p>
      {isAdmin || cashUp.openAttempts.length > 0 ? (
        <DayLists cashUp={cashUp} timezone={location.timezone} isAdmin={isAdmin} />
      ) : null}
      <CountDialog store={store} cashUp={cashUp} onDone={onSaid} />
      <CloseDayDialog store={store} cashUp={cashUp} locationName={location.address.name} onDone={onSaid} />
    </>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the day" className="s-finance">
      <Skeleton width="30%" height="28px" />
      <Skeleton shape="block" height="260px" />
      <Skeleton shape="block" height="160px" />
    </SkeletonGroup>
  )
}
