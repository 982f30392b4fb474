import { useState } from 'react'
import { hasRole } from '#domain/session/role.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { ManualTimePanel } from '../calendar/manual-time.tsx'
import { WeekPanel } from '../calendar/week-panel.tsx'
import type { MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useMoveSettle } from './use-move-settle.ts'

type Stores = WithClock & WithConnectivity

type Props = Pick<ScreenProps<Stores>, 'bridge' | 'session' | 'stores'> & {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly isOnline: boolean
}

/** Shows the week for choosing a booking's new time, with Add a Manual Time. */
export function MoveWeek({ bridge, session, stores, desk, read, form, isOnline }: Props) {
  const [isManualOpen, setIsManualOpen] = useState(false)
  const { waitDay: wait } = useMoveSettle({ desk, read, form, stores })
  return (
    <WeekPanel
      week={desk.week}
      hold={desk.hold}
      location={form.location}
      skuID={form.skuID}
      clock={stores.clock}
      isOnline={isOnline}
      bridge={bridge}
      currentStart={form.location.locationID === read.study.locationID ? (read.study.booking?.utcStart ?? null) : null}
      waitDay={wait}
      mayChoose={() => {
        const { kind } = desk.store.getState().move
        return kind !== 'pending' && kind !== 'unknown'
      }}
    >
      <ManualTimePanel
        location={form.location}
        skuID={form.skuID}
        hold={desk.hold}
        person={read.member}
        isOnline={isOnline}
        readDay={bridge.booking.readDay}
        movingStudyID={read.study.studyID}
        clock={stores.clock}
        manual={form.manual}
        onChange={(manual) => desk.store.getState().update({ manual })}
        mayOverride={hasRole(session.user.roles, 'admin')}
        overrideReason={form.overrideReason}
        onOverrideReason={(overrideReason) => desk.store.getState().update({ overrideReason })}
        isOpen={isManualOpen}
        onOpenChange={setIsManualOpen}
      />
    </WeekPanel>
  )
}
