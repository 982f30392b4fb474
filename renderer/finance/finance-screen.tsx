import { FileDown, FileSpreadsheet } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type CashUpTableName, cashUpTables } from '#domain/finance/cash-up.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import { mayCloseDays, maySeeTakings } from '#domain/session/finance-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { PrintButton } from '../printing/print-button.tsx'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { followDeposits } from './cheque-deposits-store.ts'
import { FinanceDay } from './finance-day.tsx'
import type { FinanceFactories } from './finance-factories.ts'
import { followFinance } from './finance-store.ts'
import { financeWords, tableNames } from './finance-words.ts'
import { RestoredPaymentsPanel } from './restored-payments-panel.tsx'
import './finance.css'

const words = financeWords.screen

type Stores = FinanceFactories & WithClock & WithConnectivity & WithLocations

/**
 * Shows `/admin/finance`: a location's day, with the blind counts and the close. Users with neither the finance
 * nor the admin role see and count only their own takings.
 */
export function FinanceScreen(props: ScreenProps<Stores>) {
  const { session, stores } = props
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const location = useStore(stores.locations, chosenLocation)
  if (!maySeeTakings(session.user.roles)) {
    return <EmptyState title={words.noAccess}>{words.noAccessReason}</EmptyState>
  }
  if (catalogue.kind === 'failed') {
    return (
      <EmptyState
        title={words.locationsFailed}
        action={<Button onPress={() => void stores.locations.getState().load()}>{financeWords.tryAgain}</Button>}
      >
        {describeBookingFailure(catalogue.failure).text}
      </EmptyState>
    )
  }
  if (catalogue.kind !== 'ready') return <Loading />
  if (location === undefined) {
    return <EmptyState title={words.noLocation}>{words.noLocationHint}</EmptyState>
  }
  return <Finance {...props} location={location} locations={catalogue.value.locations} />
}

type FinanceProps = ScreenProps<Stores> & { readonly location: Location; readonly locations: readonly Location[] }

function Finance(props: FinanceProps) {
  const { bridge, stores, notices, session, location, locations } = props
  const store = useMemo(() => stores.newFinance(), [stores])
  const now = useStore(stores.clock, (state) => state.minute)
  const here = todayAt(now, location.timezone)
  const [chosenDate, setChosenDate] = useState<string | null>(null)
  const date = parsePlainDate(chosenDate) ?? here
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const { day, exporting, exportDay } = useStore(store)
  const isFinance = mayCloseDays(session.user.roles)
  const depositsStore = useMemo(() => stores.newChequeDeposits(), [stores])
  useEffect(() => followFinance(bridge, store), [bridge, store])
  useEffect(() => {
    depositsStore.getState().open(location.locationID)
    // Staff who take money do not see the deposits.
    return isFinance && isReached ? followDeposits(bridge, depositsStore) : undefined
  }, [bridge, depositsStore, location.locationID, isFinance, isReached])
  useEffect(() => void store.getState().open(location.locationID, date), [store, location.locationID, date])
  useEffect(() => {
    if (isReached) void store.getState().load()
  }, [isReached, store])
  const noFile = day.kind === 'ready' ? whyNotOffline('saveDay', isReached) : words.dayNotShown
  return (
    <div className="s-finance">
      <div className="s-finance__head">
        <h1>{words.title}</h1>
        <SelectField
          label={words.location}
          options={locations.map(({ locationID, address }) => ({ value: locationID, label: address.name }))}
          value={location.locationID}
          onChange={(value) => {
            const chosen = locations.find(({ locationID }) => locationID === value)
            if (chosen !== undefined) stores.locations.getState().choose(chosen.locationID)
          }}
        />
        <DatePicker label={words.day} value={date} maxValue={here} onChange={(value) => setChosenDate(value)} />
        {isFinance ? (
          <span className="s-finance__files">
            <Menu
              label={words.saveCsv}
              placement="bottom end"
              trigger={
                <Button
                  size="small"
                  icon={<FileSpreadsheet aria-hidden="true" />}
                  isPending={exporting.kind === 'pending' && exporting.format === 'csv'}
                  disabledReason={noFile}
                >
                  {words.saveCsv}
                </Button>
              }
              entries={cashUpTables.map((table) => ({ id: table, label: tableNames[table] }))}
              onAction={(table) => void exportDay('csv', table as CashUpTableName)}
            />
            <Button
              size="small"
              icon={<FileDown aria-hidden="true" />}
              isPending={exporting.kind === 'pending' && exporting.format === 'pdf'}
              disabledReason={noFile}
              onPress={() => void exportDay('pdf')}
            >
              {words.savePdf}
            </Button>
            <PrintButton
              bridge={bridge}
              notices={notices}
              item={{ kind: 'cash-up', locationID: location.locationID, date }}
              what={words.printedItem(formatDate(date))}
              reason={noFile}
            />
          </span>
        ) : null}
      </div>
      {exporting.kind === 'failed' ? (
        <Banner tone="error" title={words.fileFailed}>
          {describeBookingFailure(exporting.failure).text}
        </Banner>
      ) : null}
      {isFinance ? (
        <RestoredPaymentsPanel
          newStore={stores.newRestoredPayments}
          location={location}
          locations={locations}
          isReached={isReached}
          onSaid={notices.success}
        />
      ) : null}
      {day.kind === 'ready' ? (
        <FinanceDay
          store={store}
          cashUp={day.value}
          location={location}
          isFinance={isFinance}
          isAdmin={hasRole(session.user.roles, 'admin')}
          mayRefund={mayMoveMoney(session.user.roles)}
          isReached={isReached}
          bridge={bridge}
          notices={notices}
          depositsStore={depositsStore}
          now={now}
          onSaid={notices.success}
        />
      ) : day.kind === 'failed' ? (
        <EmptyState
          title={describeBookingFailure(day.failure).title}
          action={<Button onPress={() => void store.getState().load()}>{financeWords.tryAgain}</Button>}
        >
          {day.failure.code === 'offline' ? words.dayOffline : describeBookingFailure(day.failure).text}
        </EmptyState>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup label={words.loading} className="s-finance">
      <Skeleton width="30%" height="28px" />
      <Skeleton shape="block" height="260px" />
      <Skeleton shape="block" height="160px" />
    </SkeletonGroup>
  )
}
