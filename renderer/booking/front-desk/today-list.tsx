import { CalendarPlus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Sku } from '#domain/catalogue/sku.ts'
import { formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatMoment } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeOffline, notReadAgain } from '#domain/offline/offline-policy.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import { boardDayOf, nearDayWord } from '#domain/study/board-day.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import { dayBounds, todayAt, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
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
import { DayControl } from './day-control.tsx'
import { DaySheetButtons } from './day-sheet-buttons.tsx'
import type { RowCancelStores } from './row-cancel.tsx'
import { TodayBoard } from './today-board.tsx'
import { useBoardActs } from './use-board-acts.ts'
import { useTodayRows } from './use-today-rows.ts'
import './today-list.css'
import { bookingWords } from '../booking-words.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.today

export type TodayListStores = Pick<BookingFactories, 'newDay'> &
  BoardSafetyStores &
  RowCancelStores &
  WithLocations &
  WithWaitingActs

type TodayListProps = ScreenProps<TodayListStores> & {
  /** Null for today. */
  readonly chosenDate: PlainDate | null
}

/** Shows a day's appointments at the chosen location, by time. */
export function TodayList({ bridge, session, stores, notices, chosenDate }: TodayListProps) {
  const [, navigate] = useLocation()
  const location = useStore(stores.locations, chosenLocation)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const minute = useStore(stores.clock, (state) => state.minute)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const day = useMemo(() => stores.newDay(), [stores])
  const known = useStore(day, shownDay)
  const today = location === undefined ? null : todayAt(minute, location.timezone)
  const date = today === null ? null : (chosenDate ?? today)
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
          <h1>
            {location === undefined || date === null || today === null
              ? words.title
              : describeTitle(date, today, location.address.name)}
          </h1>
          {location === undefined || date === null ? null : (
            <p className="fd__date tabular">
              {words.dateLine(
                formatWeekdayAndDate(date),
                location.address.name,
                zoneAbbreviation(dayBounds(date, location.timezone).to, location.timezone),
              )}
            </p>
          )}
        </div>
        {date === null || today === null ? null : (
          <DayControl
            date={date}
            today={today}
            onChoose={(chosen) => navigate(paths.frontdesk({ date: chosen === today ? null : chosen }))}
          />
        )}
        {location === undefined || date === null ? null : (
          <DaySheetButtons bridge={bridge} notices={notices} location={location} date={date} isOnline={isOnline} />
        )}
        <LinkButton href={paths.frontdesk({ book: 1 })} variant="primary" icon={<CalendarPlus aria-hidden="true" />}>
          {words.book}
        </LinkButton>
      </header>
      {location === undefined || date === null || today === null ? (
        <DaySkeleton isToday={chosenDate === null} />
      ) : (
        <Today
          bridge={bridge}
          session={session}
          notices={notices}
          stores={stores}
          known={known}
          date={date}
          today={today}
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

const describeTitle = (date: PlainDate, today: PlainDate, location: string): string => {
  const near = nearDayWord(date, today)
  if (near === 'today') return words.titleAt(location)
  return near === null ? words.titleOn(formatWeekdayAndDate(date), location) : words.titleNear(near, location)
}

type TodayProps = Pick<ScreenProps<TodayListStores>, 'bridge' | 'session' | 'notices' | 'stores'> & {
  readonly known: KnownDay
  readonly date: PlainDate
  readonly today: PlainDate
  readonly location: Location
  readonly skus: readonly Sku[]
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}

/** Always the same object, so that the rows are not made again in each render while the day loads. */
const none: readonly DayEntry[] = []

function Today(props: TodayProps) {
  const { bridge, session, notices, stores, known, date, today, location, skus, now, isOnline, onRetry } = props
  const { view, failure } = known
  const waiting = useStore(stores.waitingActs, (state) => state.acts)
  const acts = useBoardActs({ bridge, notices })
  const [tab, setTab] = useState('appointments')
  const day = boardDayOf(date, today)
  const { answered, busy } = acts
  const rows = useTodayRows({ entries: view?.entries ?? none, location, skus, waiting, isOnline, answered, busy, day })
  if (view === null) {
    if (failure === null) return <DaySkeleton isToday={date === today} />
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
                key={`${location.locationID} ${date}`}
                bridge={bridge}
                session={session}
                stores={stores}
                notices={notices}
                location={location}
                date={date}
                day={day}
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
                key={`${location.locationID} ${date}`}
                bridge={bridge}
                session={session}
                stores={stores}
                notices={notices}
                location={location}
                date={date}
                isToday={day === 'today'}
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

function DaySkeleton({ isToday }: { readonly isToday: boolean }) {
  return (
    <SkeletonGroup label={isToday ? words.loading : words.loadingDay} className="fd__skeleton">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} shape="block" height="56px" />
      ))}
    </SkeletonGroup>
  )
}
