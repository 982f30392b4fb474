import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { emptyManualTime } from '../booking-draft.ts'
import { chosenTime } from '../calendar/hold-store.ts'
import { decideScanType } from '../scan-type.ts'
import { type BookingDeskStores, type BookingStoreState, isFrozen } from './booking-state.ts'

type Parts = {
  readonly stores: Pick<BookingDeskStores, 'booking' | 'week' | 'hold'>
  readonly findLocation: (locationID: LocationID | null) => Location | undefined
  readonly now: () => Instant
}

type TimeChoice = Pick<BookingStoreState, 'update' | 'chooseLocation' | 'chooseScanType'> & {
  /** Shows the calendar of the chosen location and scan type. */
  readonly aim: () => void
}

/** Creates the actions that choose location and scan type, on which the calendar and the chosen time depend. */
export const createTimeChoice = ({ stores, findLocation, now }: Parts): TimeChoice => {
  const { booking, week, hold } = stores
  const { getState: get, setState: set } = booking

  const aim = (): void => {
    const { locationID, skuID, memberType } = get().form
    const location = findLocation(locationID)
    if (location === undefined || skuID === null) return
    week.getState().aim({ locationID: location.locationID, skuID, memberType }, todayAt(now(), location.timezone))
  }

  const giveUpTime = (because: 'location' | 'scan-type'): void => {
    if (chosenTime(hold.getState()) === null) return
    set({ timeClearedBy: because })
    void hold.getState().clear()
  }

  return {
    aim,
    update: (change) => {
      if (isFrozen(get())) return
      set({ form: { ...get().form, ...change }, commit: { kind: 'idle' } })
      if ('memberType' in change) aim()
    },
    chooseLocation: (location) => {
      const { form } = get()
      if (isFrozen(get()) || form.locationID === location.locationID) return
      const skuID = decideScanType(location, form.skuID)
      giveUpTime('location')
      set({
        form: { ...form, locationID: location.locationID, skuID, manual: emptyManualTime },
        commit: { kind: 'idle' },
      })
      aim()
    },
    chooseScanType: (skuID) => {
      const { form } = get()
      if (isFrozen(get()) || form.skuID === skuID) return
      giveUpTime('scan-type')
      set({ form: { ...form, skuID, manual: { ...form.manual, machineID: null } }, commit: { kind: 'idle' } })
      aim()
    },
  }
}
