import type { Bridge } from '#contract/bridge.ts'
import { chosenTime } from '../calendar/hold-store.ts'
import type { BookingDraftKeeper } from './booking-draft-keeper.ts'
import type { BookingSending } from './booking-sending.ts'
import type { BookingDeskStores } from './booking-state.ts'

/** Applies changes that come from outside the page to the page's stores, until the returned function is called. */
export const followOutsideChanges = (
  on: Bridge['on'],
  { booking, appointments, others }: Pick<BookingDeskStores, 'booking' | 'appointments' | 'others'>,
  sending: Pick<BookingSending, 'takeSettled'>,
): (() => void) => {
  const stops = [
    on('booking.settled', sending.takeSettled),
    on('members.changed', ({ memberID }) => {
      const { form, chooseMemberID } = booking.getState()
      if (memberID === form.memberID) void chooseMemberID(memberID)
    }),
    on('booking.studyChanged', ({ studyID }) => {
      const { list } = appointments.getState()
      const isListed = list.kind === 'ready' && list.value.studies.some((study) => study.studyID === studyID)
      if (isListed) void appointments.getState().refresh()
    }),
    on('bridge.gap', () => void appointments.getState().refresh()),
    on('connectivity.changed', ({ state }) => {
      // A list read from the cache may have missed appointments at other locations.
      if (state !== 'online') return
      void appointments.getState().refresh()
      void others.getState().refresh()
    }),
    on('bridge.gap', () => void others.getState().refresh()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Applies changes of one of the page's stores to the others and to the draft, until the returned function is called.
 */
export const followPage = (
  { booking, hold, appointments, others, safety }: BookingDeskStores,
  keeper: Pick<BookingDraftKeeper, 'keep'>,
  refreshSafety: () => void,
): (() => void) => {
  const keep = (): void => {
    if (booking.getState().commit.kind !== 'booked') void keeper.keep()
  }
  const stops = [
    booking.subscribe((state, before) => {
      if (state.form !== before.form || state.member !== before.member) refreshSafety()
      if (state.form.memberID !== before.form.memberID) {
        appointments.getState().aim(state.form.memberID)
        others.getState().aim(state.form.memberID)
      }
      if (state.form === before.form && state.commit === before.commit) return
      hold.getState().noteActivity()
      keep()
    }),
    hold.subscribe((state, before) => {
      if (state.state === before.state) return
      refreshSafety()
      if (chosenTime(state) !== null) booking.setState({ timeClearedBy: null })
      keep()
    }),
    safety.subscribe(({ answers }, before) => {
      if (answers === before.answers) return
      hold.getState().noteActivity()
      // The back office refused the earlier answers, but may accept the new answers.
      if (booking.getState().commit.kind === 'refused') booking.setState({ commit: { kind: 'idle' } })
      else keep()
    }),
  ]
  refreshSafety()
  appointments.getState().aim(booking.getState().form.memberID)
  others.getState().aim(booking.getState().form.memberID)
  return () => {
    for (const stop of stops) stop()
  }
}
