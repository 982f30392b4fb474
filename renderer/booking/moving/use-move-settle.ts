import { useStore } from 'zustand'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { decideMoveSettle, type MoveSettle } from './move-settle.ts'
import { type MoveForm, type ReadStudy, type StudyBookingDesk, toMovePlace } from './study-booking-state.ts'

type Stores = WithClock & WithConnectivity

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: Stores
}

/** Returns what must be settled for the chosen move. */
export function useMoveSettle({ desk, read, form, stores }: Props): MoveSettle {
  const hold = useStore(desk.hold, (store) => store.state)
  const safety = useStore(desk.store, (state) => state.safety)
  const settleAskedFor = useStore(desk.store, (state) => state.settleAskedFor)
  const now = useStore(stores.clock, (state) => state.minute)
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const start = toMovePlace(form, hold)?.utcStart ?? null
  return decideMoveSettle({ read, form, start, safety, settleAskedFor, now, supportPhone })
}
