import { useStore } from 'zustand'
import type { ScreenProps } from '../../session/screen-props.ts'
import { decideMoveSettle, type MoveSettle } from './move-settle.ts'
import { type MoveForm, type ReadStudy, type StudyBookingDesk, toMovePlace } from './study-booking-store.ts'

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: ScreenProps['stores']
}

/** What has to be settled for a move as chosen now. */
export function useMoveSettle({ desk, read, form, stores }: Props): MoveSettle {
  const hold = useStore(desk.hold, (store) => store.state)
  const safety = useStore(desk.store, (state) => state.safety)
  const settleAskedFor = useStore(desk.store, (state) => state.settleAskedFor)
  const now = useStore(stores.clock, (state) => state.minute)
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const start = toMovePlace(form, hold)?.utcStart ?? null
  return decideMoveSettle({ read, form, start, safety, settleAskedFor, now, supportPhone })
}
