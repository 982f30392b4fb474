import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { emptyManualTime } from '../booking-draft.ts'
import type { HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'
import { decideScanType } from '../scan-type.ts'
import type { MoveForm, StudyBookingState, StudyBookingStore } from './study-booking-state.ts'

type Parts = {
  readonly store: StudyBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  /** Returns the study as shown; null until it is read. */
  readonly current: () => Study | null
  readonly now: () => Instant
}

type MoveChoiceActions = Pick<StudyBookingState, 'chooseLocation' | 'chooseScanType' | 'update'> & {
  /** Shows the calendar of the chosen location and scan type. */
  readonly aim: () => void
}

/**
 * Creates the actions that choose a study's new time and place. While a move is being sent or its result is unknown,
 * the choice cannot change.
 */
export const createMoveChoiceActions = ({ store, week, hold, current, now }: Parts): MoveChoiceActions => {
  const { getState: get, setState: set } = store

  const aim = (): void => {
    const { form } = get()
    if (form === null) return
    const { locationID, timezone } = form.location
    const study = current()
    const target = { locationID, skuID: form.skuID, memberType: study?.memberType ?? null }
    // The page opens at the week of the appointment.
    const wanted = study?.booking == null ? undefined : todayAt(study.booking.utcStart, timezone)
    week.getState().aim(target, todayAt(now(), timezone), wanted)
  }

  const isFrozen = (): boolean => get().move.kind === 'pending' || get().move.kind === 'unknown'

  const update = (change: Partial<MoveForm>): void => {
    const { form, move } = get()
    if (form === null || isFrozen()) return
    set({ form: { ...form, ...change }, move: move.kind === 'refused' ? { kind: 'idle' } : move })
  }

  return {
    aim,
    update,
    chooseLocation: (location) => {
      const { form } = get()
      if (form === null || isFrozen() || form.location.locationID === location.locationID) return
      void hold.getState().clear()
      const skuID = decideScanType(location, form.skuID) ?? form.skuID
      update({ location, skuID, manual: emptyManualTime })
      aim()
    },
    chooseScanType: (skuID) => {
      const { form } = get()
      if (form === null || isFrozen() || form.skuID === skuID) return
      void hold.getState().clear()
      update({ skuID, manual: { ...form.manual, machineID: null } })
      aim()
    },
  }
}
