import { useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#domain/contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import type { ClockStore } from '../stores/clock-store.ts'
import type { BookingDesk } from './booking-store.ts'
import { ManualTimePanel } from './manual-time.tsx'
import { WeekPanel } from './week-panel.tsx'

export type CalendarColumnProps = {
  readonly desk: BookingDesk
  readonly bridge: Pick<Bridge, 'booking' | 'on'>
  readonly location: Location
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly mayOverride: boolean
}

/** The middle of a booking page: the week or one day across machines, and Add a Manual Time below. */
export function CalendarColumn({ desk, location, clock, isOnline, mayOverride }: CalendarColumnProps) {
  const skuID = useStore(desk.booking, (state) => state.form.skuID)
  const manual = useStore(desk.booking, (state) => state.form.manual)
  const overrideReason = useStore(desk.booking, (state) => state.form.overrideReason)
  const [isManualOpen, setIsManualOpen] = useState(manual.date !== null)
  if (skuID === null) return null
  const mayChoose = (): boolean => {
    const { kind } = desk.booking.getState().commit
    // The next time after a booking begins the next booking.
    if (kind === 'booked') desk.booking.getState().startOver()
    return kind !== 'pending' && kind !== 'unknown'
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
    >
      <ManualTimePanel
        location={location}
        skuID={skuID}
        hold={desk.hold}
        clock={clock}
        manual={manual}
        onChange={(changed) => desk.booking.getState().update({ manual: changed })}
        mayOverride={mayOverride}
        overrideReason={overrideReason}
        onOverrideReason={(reason) => desk.booking.getState().update({ overrideReason: reason })}
        isOpen={isManualOpen}
        onOpenChange={setIsManualOpen}
      />
    </WeekPanel>
  )
}
