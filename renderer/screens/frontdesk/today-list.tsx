import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate, formatTime, formatWeekday } from '#domain/time/format-time.ts'
import type { Instant } from '#domain/time/instant.ts'
import { today as todayAt, toWallTime, zoneAbbreviation } from '#domain/time/location-clock.ts'
import { describeBookingFailure } from '../../booking-parts/booking-failures.ts'
import { prohibitedReason } from '../../booking-parts/check-in-dialog.tsx'
import { createDayStore, type KnownDay, shownDay } from '../../booking-parts/day-store.ts'
import { isBehind, shouldReread } from '../../booking-parts/freshness.ts'
import { SafetyChips } from '../../booking-parts/safety-chips.tsx'
import { BalanceBadge } from '../../payment-parts/balance-badge.tsx'
import { paths } from '../../routes.ts'
import { isOnline as isOnlineNow } from '../../stores/connectivity-store.ts'
import { chosenLocation } from '../../stores/locations-store.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { Badge } from '../../widgets/badge.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../widgets/skeleton.tsx'
import { Table } from '../../widgets/table.tsx'
import { RowCheckIn } from './row-check-in.tsx'
import { type TodayRow, toTodayRows } from './today-rows.ts'
import './today-list.css'

/** Today's appointments at the location the desk works at, by time. */
export function TodayList({ bridge, stores }: ScreenProps) {
  const location = useStore(stores.locations, chosenLocation)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const minute = useStore(stores.clock, (state) => state.minute)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const day = useMemo(() => createDayStore(bridge), [bridge])
  const known = useStore(day, shownDay)
  const date = location === undefined ? null : todayAt(minute, location.timezone)
  const locationID = location?.locationID

  useEffect(() => day.getState().start(), [day])
  useEffect(() => {
    if (locationID !== undefined && date !== null) day.getState().aim({ locationID, date })
  }, [day, locationID, date])

  const isDue = known.view !== null && shouldReread({ ...known.view, isOnline, now: minute })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute is a reason to look again
  useEffect(() => {
    if (isDue) void day.getState().refresh()
  }, [isDue, minute, day])

  if (catalogue.kind === 'failed') {
    return (
      <EmptyState
        title="The locations could not be read"
        action={<Button onPress={() => void stores.locations.getState().load()}>Try again</Button>}
      >
        {catalogue.failure.message}
      </EmptyState>
    )
  }
  if (catalogue.kind === 'ready' && location === undefined) {
    return (
      <EmptyState title="Location not allowed">
        No location with assisted booking is allowed to your account. Please ask an administrator.
      </EmptyState>
    )
  }
  return (
    <div className="fd">
      <header className="fd__head">
        <div>
          <h1 className="fd__title">{location === undefined ? 'Today' : `Today at ${location.address.name}`}</h1>
          {location === undefined || date === null ? null : (
            <p className="fd__date tabular">
              {formatWeekday(date)} {formatDate(date)} · all times {location.address.name} time,{' '}
              {zoneAbbreviation(minute, location.timezone)}
            </p>
          )}
        </div>
        <LinkButton href={`${paths.frontdesk()}?book=1`} variant="primary" icon={<CalendarPlus aria-hidden="true" />}>
          Book
        </LinkButton>
      </header>
      {location === undefined ? (
        <TodaySkeleton />
      ) : (
        <Today
          bridge={bridge}
          known={known}
          location={location}
          now={minute}
          isOnline={isOnline}
          onRetry={() => void day.getState().refresh()}
        />
      )}
    </div>
  )
}

type TodayProps = Pick<ScreenProps, 'bridge'> & {
  readonly known: KnownDay
  readonly location: Location
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}

function Today({ bridge, known, location, now, isOnline, onRetry }: TodayProps) {
  const { view, failure } = known
  const [checkingIn, setCheckingIn] = useState<string | null>(null)
  const [checkedIn, setCheckedIn] = useState<StudyID | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that had the focus is gone with what it did; its row goes on from the booking's link.
    if (checkedIn === null) return
    list.current?.querySelector<HTMLElement>(`a[href="${paths.studyBooking(checkedIn)}"]`)?.focus()
  }, [checkedIn])
  if (view === null) {
    if (failure === null) return <TodaySkeleton />
    const problem = describeBookingFailure(failure)
    return (
      <EmptyState title={problem.title} action={<Button onPress={onRetry}>Try again</Button>}>
        {problem.text}
      </EmptyState>
    )
  }
  const rows = toTodayRows(view.entries, location)
  const checked = rows.find(({ key }) => key === checkingIn)
  const asOf = toWallTime(view.asOf, location.timezone)
  const isOld = isBehind({ ...view, failure, isOnline, now })
  return (
    <>
      {isOld ? (
        <Banner
          tone="warning"
          title={`${isOnline ? 'Not up to date' : 'Offline'}: as of ${formatWeekday(asOf.date)} ${formatTime(asOf.time)}`}
          action={
            <Button size="small" onPress={onRetry} isPending={known.reading === 'reading'}>
              Try again
            </Button>
          }
        >
          The list can be read. Booking, moving and cancelling need the back office.
        </Banner>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState icon={<CalendarCheck aria-hidden="true" />} title="No appointments today">
          Nobody is booked at {location.address.name} today. Book somebody, or choose another location at the top.
        </EmptyState>
      ) : (
        <div ref={list}>
          <Table<TodayRow>
            caption={`Appointments today at ${location.address.name}`}
            columns={columnsFor(location, now, setCheckingIn)}
            rows={rows}
            rowKey={(row) => row.key}
            density="medium"
            className="fd__table"
          />
        </div>
      )}
      {checked === undefined ? null : (
        <RowCheckIn
          key={checked.key}
          bridge={bridge}
          row={checked}
          location={location}
          onClose={(isCheckedIn) => {
            setCheckingIn(null)
            if (isCheckedIn) setCheckedIn(checked.study.studyID)
          }}
        />
      )}
    </>
  )
}

const whoIs = ({ member, study }: TodayRow): string =>
  member === null ? study.studyID : `${fullName(member)}, ${formatDate(member.dob)}`

const columnsFor = (location: Location, now: string, onCheckIn: (key: string) => void) => [
  {
    id: 'time',
    header: 'Time',
    width: '170px',
    cell: (row: TodayRow) => (
      <span className={row.utcEnd <= now ? 'tabular fd__over' : 'tabular'}>
        {formatTime(toWallTime(row.utcStart, location.timezone).time)} –{' '}
        {formatTime(toWallTime(row.utcEnd, location.timezone).time)}
      </span>
    ),
  },
  { id: 'machine', header: 'Machine', width: '120px', cell: (row: TodayRow) => row.machine },
  {
    id: 'member',
    header: 'Member',
    isRowHeader: true,
    cell: (row: TodayRow) => (
      <span className="fd__member">
        <span className="fd__name">{row.member === null ? 'Name not on this workstation' : fullName(row.member)}</span>
        {row.hasSimilarName ? <Badge tone="warning">Similar name today</Badge> : null}
      </span>
    ),
  },
  {
    id: 'dob',
    header: 'Birth date',
    width: '120px',
    cell: (row: TodayRow) => <span className="tabular">{row.member === null ? '' : formatDate(row.member.dob)}</span>,
  },
  { id: 'scan', header: 'Scan type', cell: (row: TodayRow) => row.scanType },
  { id: 'state', header: 'State', cell: (row: TodayRow) => <StateChips row={row} location={location} /> },
  {
    id: 'safety',
    header: 'Safety',
    cell: (row: TodayRow) => (
      <span className="fd__safety">
        <SafetyChips summary={row.study.safety} />
        <LinkButton
          href={paths.studyDetails(row.study.studyID)}
          variant="text"
          size="small"
          aria-label={`Safety questions of ${whoIs(row)}`}
        >
          Safety
        </LinkButton>
      </span>
    ),
  },
  {
    id: 'open',
    header: 'Open',
    width: '230px',
    cell: (row: TodayRow) => (
      <span className="fd__actions">
        <LinkButton
          href={paths.studyBooking(row.study.studyID)}
          variant="text"
          size="small"
          aria-label={`Open the booking of ${whoIs(row)}`}
        >
          Booking
        </LinkButton>
        <LinkButton
          href={paths.frontdeskStudy(row.study.studyID)}
          variant="text"
          size="small"
          aria-label={`Payment of ${whoIs(row)}`}
        >
          Payment
        </LinkButton>
        {row.study.status.checkin ? null : (
          <Button
            size="xsmall"
            aria-label={`Check in ${whoIs(row)}`}
            disabledReason={row.study.safety.isProhibited ? prohibitedReason : null}
            onPress={() => onCheckIn(row.key)}
          >
            Check in
          </Button>
        )}
      </span>
    ),
  },
]

function StateChips({ row, location }: { readonly row: TodayRow; readonly location: Location }) {
  const { study } = row
  const zone = location.timezone
  const until = study.temporaryHoldUntil === null ? null : toWallTime(study.temporaryHoldUntil, zone)
  return (
    <span className="fd__chips">
      {study.temporaryHold ? (
        <Badge tone="warning">
          Temporary hold{until === null ? '' : ` until ${formatWeekday(until.date)} ${formatTime(until.time)}`}
        </Badge>
      ) : (
        <Badge tone="primary">Booked</Badge>
      )}
      {study.status.checkin ? <Badge tone="info">{describeCheckIn(study.status, zone)}</Badge> : null}
      <BalanceBadge balance={study.balance} currency={location.currency.currency} />
      {study.status.scanned ? <Badge tone="success">Scanned</Badge> : null}
      {study.sedativeTaken === null ? null : <Badge>{study.sedativeTaken}</Badge>}
    </span>
  )
}

const describeCheckIn = ({ checkinTime, checkinBy }: TodayRow['study']['status'], zone: Location['timezone']): string =>
  `Checked in${checkinTime === null ? '' : ` ${formatTime(toWallTime(checkinTime, zone).time)}`}${checkinBy === null ? '' : ` by ${checkinBy}`}`

function TodaySkeleton() {
  return (
    <SkeletonGroup label="Loading today’s appointments" className="fd__skeleton">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} shape="block" height="40px" />
      ))}
    </SkeletonGroup>
  )
}
