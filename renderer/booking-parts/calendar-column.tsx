import { useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#domain/contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { today as todayAt, toWallTime } from '#domain/time/location-clock.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import type { ClockStore } from '../stores/clock-store.ts'
import { RadioGroup } from '../widgets/radio-group.tsx'
import type { BookingDesk } from './booking-store.ts'
import { DayPanel } from './day-panel.tsx'
import { chosenTime } from './hold-store.ts'
import { ManualTimePanel } from './manual-time.tsx'
import { HoldNoticeBanner, WeekPanel } from './week-panel.tsx'

export type CalendarColumnProps = {
  readonly desk: BookingDesk
  readonly bridge: Pick<Bridge, 'booking' | 'on'>
  readonly location: Location
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly mayOverride: boolean
}

/** The middle of a booking page: the week or one day across machines, and Add a Manual Time below. */
export function CalendarColumn({ desk, bridge, location, clock, isOnline, mayOverride }: CalendarColumnProps) {
  const skuID = useStore(desk.booking, (state) => state.form.skuID)
  const manual = useStore(desk.booking, (state) => state.form.manual)
  const overrideReason = useStore(desk.booking, (state) => state.form.overrideReason)
  const holdState = useStore(desk.hold, (store) => store.state)
  const [view, setView] = useState<'week' | 'day'>('week')
  const [date, setDate] = useState<PlainDate | null>(null)
  const [isManualOpen, setIsManualOpen] = useState(manual.date !== null)
  if (skuID === null) return null
  const mayChoose = (): boolean => {
    const { kind } = desk.booking.getState().commit
    // The next time after a booking begins the next booking.
    if (kind === 'booked') desk.booking.getState().startOver()
    return kind !== 'pending' && kind !== 'unknown'
  }
  const chosen = chosenTime({ state: holdState })
  const shown =
    date ??
    (chosen === null
      ? todayAt(clock.getState().minute, location.timezone)
      : todayAt(chosen.utcStart, location.timezone))
  const viewChoice = (
    <RadioGroup<'week' | 'day'>
      label="Calendar view"
      isLabelHidden
      variant="segmented"
      options={[
        { value: 'week', label: 'Week' },
        { value: 'day', label: 'Day' },
      ]}
      value={view}
      onChange={setView}
    />
  )
  const manualPanel = (
    <ManualTimePanel
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
      <DayPanel
        bridge={bridge}
        location={location}
        clock={clock}
        isOnline={isOnline}
        date={shown}
        onDate={setDate}
        onFree={(machineID, utcStart) => {
          if (!mayChoose()) return
          desk.booking.getState().update({
            manual: { date: toWallTime(utcStart, location.timezone).date, utcStart, machineID },
          })
          setIsManualOpen(true)
          const { locationID } = location
          desk.hold
            .getState()
            .choose({ locationID, skuID, utcStart, candidates: [machineID], slotSelectionType: 'manual' })
        }}
        viewChoice={viewChoice}
      >
        <HoldNoticeBanner hold={desk.hold} zone={location.timezone} />
        {manualPanel}
      </DayPanel>
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
      viewChoice={viewChoice}
    >
      {manualPanel}
    </WeekPanel>
  )
}
