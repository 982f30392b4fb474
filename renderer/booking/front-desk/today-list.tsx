import { CalendarPlus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Sku } from '#domain/catalogue/sku.ts'
import { formatDate, formatWeekday } from '#domain/format/format-date.ts'
import { formatMoment } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeOffline, notReadAgain } from '#domain/offline/offline-policy.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt, zoneAbbreviation } from '#domain/values/location-clock.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { Tabs } from '../../kit/controls/tabs.tsx'
import { isBehind, shouldReread } from '../../kit/freshness.ts'
import { chosenLocation, type WithLocations } from '../../locations/locations-store.ts'
import { NoLocation } from '../../locations/no-location.tsx'
import { paths } from '../../routes.ts'
import { isOnlineNow } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import type { WithWaitingActs } from '../../study/waiting-acts-store.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { type KnownDay, shownDay } from '../calendar/day-store.ts'
import { BoardSafety, type BoardSafetyStores } from './board-safety.tsx'
import { TodayBoard } from './today-board.tsx'
import { toTodayRows } from './today-rows.ts'
import { useBoardActs } from './use-board-acts.ts'
import './today-list.css'
import { bookingWords } from '../booking-words.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.today

type Stores = Pick<BookingFactories, 'newDay'> & BoardSafetyStores & WithLocations & WithWaitingActs

/** Shows today's appointments at the chosen location, by time. */
export function TodayList({ bridge, session, stores, notices }: ScreenProps<Stores>) {
  const location = useStore(stores.locations, chosenLocation)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const minute = useStore(stores.clock, (state) => state.minute)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const day = useMemo(() => stores.newDay(), [stores])
  const known = useStore(day, shownDay)
  const date = location === undefined ? null : todayAt(minute, location.timezone)
  const locationID = location?.locationID

  useEffect(() => day.getState().start(), [day])
  useEffect(() => {
    if (locationID !== undefined && date !== null) day.getState().aim({ locationID, date })
  }, [day, locationID, date])

  const isDue = known.view !== null && shouldReread({ ...known.view, isOnline, now: minute })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each minute
  useEffect(() => {
    if (isDue) void day.getState().refresh()
  }, [isDue, minute, day])

  if (catalogue.kind === 'failed') {
    return (
      <EmptyState
        title={words.locationsFailed}
        action={<Button onPress={() => void stores.locations.getState().load()}>{bookingWords.tryAgain}</Button>}
      >
        {catalogue.failure.message}
      </EmptyState>
    )
  }
  if (catalogue.kind === 'ready' && location === undefined) {
    return <NoLocation user={session.user} />
  }
  return (
    <div className="fd">
      <header className="fd__head">
        <div>
          <h1 className="fd__title">{location === undefined ? words.title : words.titleAt(location.address.name)}</h1>
          {location === undefined || date === null ? null : (
            <p className="fd__date tabular">
              {words.dateLine(
                formatWeekday(date),
                formatDate(date),
                location.address.name,
                zoneAbbreviation(minute, location.timezone),
              )}
            </p>
          )}
        </div>
        <LinkButton href={`${paths.frontdesk()}?book=1`} variant="primary" icon={<CalendarPlus aria-hidden="true" />}>
          {words.book}
        </LinkButton>
      </header>
      {location === undefined ? (
        <TodaySkeleton />
      ) : (
        <Today
          bridge={bridge}
          session={session}
          notices={notices}
          stores={stores}
          known={known}
          location={location}
          skus={catalogue.kind === 'ready' ? catalogue.value.skus : []}
          now={minute}
          isOnline={isOnline}
          onRetry={() => void day.getState().refresh()}
        />
      )}
    </div>
  )
}

type TodayProps = Pick<ScreenProps<Stores>, 'bridge' | 'session' | 'notices' | 'stores'> & {
  readonly known: KnownDay
  readonly location: Location
  readonly skus: readonly Sku[]
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}

function Today({ bridge, session, notices, stores, known, location, skus, now, isOnline, onRetry }: TodayProps) {
  const { view, failure } = known
  const waiting = useStore(stores.waitingActs, (state) => state.acts)
  const acts = useBoardActs({ bridge, notices })
  const [tab, setTab] = useState('appointments')
  if (view === null) {
    if (failure === null) return <TodaySkeleton />
    const problem = describeBookingFailure(failure)
    return (
      <EmptyState
        title={studyMessages.studiesFailed}
        action={<Button onPress={onRetry}>{bookingWords.tryAgain}</Button>}
      >
        {problem.title}. {problem.text}
      </EmptyState>
    )
  }
  const rows = toTodayRows({ entries: view.entries, location, skus, waiting, isOnline, answered: acts.answered })
  const isOld = isBehind({ ...view, failure, isOnline, now })
  return (
    <>
      {isOld ? (
        <Banner
          tone="warning"
          title={words.stale(formatMoment(view.asOf, now, location.timezone), isOnline)}
          action={
            <Button size="small" onPress={onRetry} isPending={known.reading === 'reading'}>
              {bookingWords.tryAgain}
            </Button>
          }
        >
          {isOnline ? notReadAgain : describeOffline('today', mayMoveMoney(session.user.roles) ? [] : ['takeCash'])}
        </Banner>
      ) : null}
      <Tabs
        className="fd__tabs"
        label={words.tabs}
        selected={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'appointments',
            label: words.appointments,
            content: (
              <TodayBoard
                key={location.locationID}
                bridge={bridge}
                session={session}
                notices={notices}
                location={location}
                rows={rows}
                now={now}
                isOnline={isOnline}
                acts={acts}
              />
            ),
          },
          {
            id: 'safety',
            label: words.safety,
            content: (
              <BoardSafety
                key={location.locationID}
                bridge={bridge}
                session={session}
                stores={stores}
                notices={notices}
                location={location}
                rows={rows}
                now={now}
                isOnline={isOnline}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function TodaySkeleton() {
  return (
    <SkeletonGroup label={words.loading} className="fd__skeleton">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} shape="block" height="56px" />
      ))}
    </SkeletonGroup>
  )
}
