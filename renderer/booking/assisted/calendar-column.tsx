import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { waitDay } from '#domain/safety/settle-rule.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt, toWallTime } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import type { Notices } from '../../kit/notices.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { HoldNoticeBanner } from '../calendar/hold-notice-banner.tsx'
import { chosenTime } from '../calendar/hold-store.ts'
import { ManualTimePanel } from '../calendar/manual-time.tsx'
import { outsideHoursOf, withOutsideHours } from '../calendar/outside-hours-confirmation.ts'
import { WeekPanel } from '../calendar/week-panel.tsx'
import { OfflineNote } from '../calendar/week-status.tsx'
import type { MoveDialogStores } from '../moving/move-dialog.tsx'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'
import { MovableDay } from './movable-day.tsx'

const words = assistedWords.desk

type CalendarColumnProps = {
  readonly desk: BookingDesk
  readonly bridge: Pick<Bridge, 'booking' | 'on'>
  readonly stores: Pick<BookingFactories, 'newDay'> & MoveDialogStores
  readonly notices: Notices
  /** The user's name, as the holder of a time. */
  readonly owner: string
  readonly location: Location
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly mayOverride: boolean
}

/** Shows the middle of a booking page: the week or one day across machines, and Add a Manual Time below. */
export function CalendarColumn(props: CalendarColumnProps) {
  const { desk, bridge, stores, location, clock, isOnline, mayOverride } = props
  const skuID = useStore(desk.booking, (state) => state.form.skuID)
  const manual = useStore(desk.booking, (state) => state.form.manual)
  const overrideReason = useStore(desk.booking, (state) => state.form.overrideReason)
  const holdState = useStore(desk.hold, (store) => store.state)
  const bookedStart = useStore(desk.booking, ({ commit }) =>
    commit.kind === 'booked' && commit.study.locationID === location.locationID
      ? (commit.study.booking?.utcStart ?? null)
      : null,
  )
  const [view, setView] = useState<View>('week')
  const [date, setDate] = useState<PlainDate | null>(null)
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  const round = useStore(desk.booking, (state) => state.round)
  // The round of the form in which the manual-time panel was opened. On the next form the panel starts closed.
  const [openIn, setOpenIn] = useState(manual.date === null ? null : round)
  const [clicked, setClicked] = useState<{ readonly utcStart: Instant; readonly round: number } | null>(null)
  const isManualOpen = openIn === round
  const setIsManualOpen = (isOpen: boolean): void => setOpenIn(isOpen ? desk.booking.getState().round : null)
  const wait = useStore(desk.safety, ({ notices }) => waitDay(notices))
  const limit = useStore(desk.week, (state) => state.notBefore)
  useEffect(() => {
    // "Show times from" in the summary sets the limit, and only the week view applies it.
    if (limit !== null) setView('week')
  }, [limit])
  if (skuID === null) return null
  const mayChoose = (): boolean => {
    const { kind } = desk.booking.getState().commit
    // After a booking is made, choosing a time starts a new booking.
    if (kind === 'booked') desk.booking.getState().startOver()
    return kind !== 'pending' && kind !== 'unknown'
  }
  const chosen = chosenTime({ state: holdState })
  const shownStart = chosen?.utcStart ?? bookedStart
  const shown = date ?? todayAt(shownStart ?? clock.getState().minute, location.timezone)
  const viewChoice = (
    <ViewChoice
      value={view}
      onChange={(next) => {
        // Shows the day of the chosen or booked time, not the day that was viewed last.
        if (next === 'day' && shownStart !== null) setDate(null)
        setView(next)
      }}
    />
  )
  const manualPanel = (
    <ManualTimePanel
      key={round}
      person={member}
      isOnline={isOnline}
      clicked={clicked?.round === round ? clicked : null}
      onClickedClosed={() => setClicked(null)}
      location={location}
      skuID={skuID}
      hold={desk.hold}
      readDay={bridge.booking.readDay}
      clock={clock}
      manual={manual}
      onChange={(changed) => desk.booking.getState().update({ manual: changed })}
      mayOverride={mayOverride}
      overrideReason={overrideReason}
      onOverrideReason={(reason) => desk.booking.getState().update({ overrideReason: reason })}
      isOpen={isManualOpen}
      onOpenChange={setIsManualOpen}
    />
  )
  if (view === 'day') {
    return (
      <MovableDay
        stores={stores}
        calls={bridge.booking}
        notices={props.notices}
        owner={props.owner}
        location={location}
        clock={clock}
        isOnline={isOnline}
        date={shown}
        onDate={setDate}
        onFree={(machineID, utcStart) => {
          if (!mayChoose()) return
          const wanted = { date: toWallTime(utcStart, location.timezone).date, utcStart, machineID }
          desk.booking.getState().update({ manual: withOutsideHours(location, skuID, wanted) })
          setIsManualOpen(true)
          if (outsideHoursOf(location, skuID, wanted) !== null) {
            setClicked({ utcStart, round: desk.booking.getState().round })
            return
          }
          const { locationID } = location
          desk.hold
            .getState()
            .choose({ locationID, skuID, utcStart, candidates: [machineID], slotSelectionType: 'manual' })
        }}
        viewChoice={viewChoice}
      >
        <OfflineNote isOnline={isOnline} />
        <HoldNoticeBanner hold={desk.hold} zone={location.timezone} />
        {manualPanel}
      </MovableDay>
    )
  }
  return (
    <WeekPanel
      week={desk.week}
      hold={desk.hold}
      location={location}
      skuID={skuID}
      clock={clock}
      isOnline={isOnline}
      mayChoose={mayChoose}
      bridge={bridge}
      waitDay={wait}
      viewChoice={viewChoice}
    >
      {manualPanel}
    </WeekPanel>
  )
}

type View = 'week' | 'day'

/** Switches between the week and the day. */
function ViewChoice({ value, onChange }: { readonly value: View; readonly onChange: (view: View) => void }) {
  return (
    <RadioGroup<View>
      label={words.calendarView}
      isLabelHidden
      variant="segmented"
      options={[
        { value: 'week', label: words.week },
        { value: 'day', label: words.day },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
