import { useStore } from 'zustand'
import { isLocationLocked, locationLockedReason } from '#domain/booking/location-lock.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { PlaceChoice } from '../appointment-choice.tsx'
import { SettleField, showTimesFrom } from '../settle-field.tsx'
import { movingWords } from './moving-words.ts'
import type { MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useMoveSettle } from './use-move-settle.ts'

const words = movingWords.move

type Stores = WithClock & WithConnectivity & WithLocations

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: Stores
}

/** Returns whether the form is locked because a sent move has no answer yet. */
function useIsMoveFrozen(desk: StudyBookingDesk): boolean {
  const move = useStore(desk.store, (state) => state.move)
  return move.kind === 'pending' || move.kind === 'unknown'
}

/** Shows the choice of the location and scan type that a study moves to. */
export function MovePlaceChoice({ desk, read: { study, location }, form, stores }: Props) {
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const isFrozen = useIsMoveFrozen(desk)
  const known = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const locations = known.some((each) => each.locationID === location.locationID) ? known : [location, ...known]
  return (
    <PlaceChoice
      locations={locations}
      location={form.location}
      skuID={form.skuID}
      purpose="assisted"
      onLocation={(chosen) => desk.store.getState().chooseLocation(chosen)}
      onScanType={(skuID) => desk.store.getState().chooseScanType(skuID)}
      locationLockedReason={isLocationLocked(study) ? locationLockedReason : null}
      lockedReason={isFrozen ? words.awaitingMove : null}
    />
  )
}

/**
 * Shows the stops to settle at the new time, with the checkbox "Move before the sign-off" and its reason. While no time
 * is chosen, shows the stops only if one of them ends on a known day.
 */
export function MoveSettleField(props: Props) {
  const { desk, form } = props
  const settle = useMoveSettle(props)
  const isFrozen = useIsMoveFrozen(desk)
  if (settle.state.kind === 'not-needed' && settle.fittingDay === null) return null
  return (
    <SettleField
      purpose="move"
      {...settle}
      tick={form}
      onChange={(tick) => desk.store.getState().update(tick)}
      onShowFrom={(day) => showTimesFrom(desk.week, day)}
      isFrozen={isFrozen}
    />
  )
}
