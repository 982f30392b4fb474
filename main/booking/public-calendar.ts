import type { SelfServiceBridge } from '#contract/booking/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { firstFreeSteps } from '#domain/booking/opening-week.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { addDays, type PlainDate, startOfWeek, weekDates } from '#domain/values/plain-date.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import { toOffline } from '../back-office-client/staff-calls.ts'
import { skuNotSupported, supportsSku } from './calendar-reader.ts'
import { toOpenSlot } from './open-slots.ts'

/** Creates the calendar for members. It shows which slots are free, and no data of any booking. */
export const createPublicCalendar = (parts: {
  readonly client: BackOfficeClient
  /** Returns a location that members can book online; fails for any other. */
  findOpen(locationID: Location['locationID']): Promise<Reply<Location>>
  now(): Instant
}): Pick<SelfServiceBridge, 'readWeek' | 'findFirstFree'> => {
  const { client, findOpen, now } = parts

  return {
    readWeek: async ({ locationID, skuID, monday }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      const location = found.value
      if (!supportsSku(location, skuID)) return skuNotSupported()
      const query = { skuID: String(skuID), startDate: monday, span: '7' }
      const reply = toOffline(await client.call('readCalendar', { params: { locationID }, query }))
      if (!reply.ok) return reply
      const moment = now()
      const grid = buildSlotDays({
        location,
        skuID,
        dates: weekDates(monday),
        machineTimes: [],
        now: moment,
        userID: null,
      })
      const offered = new Map(
        reply.value.days.flatMap((day) => day.slots.map((slot) => [slot.utcStart, slot] as const)),
      )
      const days = grid.map((day) => ({
        ...day,
        slots: day.slots.map((slot) => toOpenSlot(slot, offered.get(slot.utcStart))),
      }))
      return ok({ locationID, skuID, monday, days, asOf: moment, source: 'back-office' })
    },

    findFirstFree: async ({ locationID, skuID }) => {
      const found = await findOpen(locationID)
      if (!found.ok) return found
      if (!supportsSku(found.value, skuID)) return skuNotSupported()
      const start = todayAt(now(), found.value.timezone)
      let searchedTo: PlainDate | null = null
      for (const { first, days } of firstFreeSteps(start)) {
        const query = { skuID: String(skuID), startDate: first, span: String(days) }
        const reply = toOffline(await client.call('readCalendar', { params: { locationID }, query }))
        if (!reply.ok) return searchedTo === null ? reply : ok({ opening: null, searchedTo })
        // The public calendar lists only bookable slots, day by day.
        const open = reply.value.days.find((day) => day.slots.length > 0)
        const [slot] = open?.slots ?? []
        if (open !== undefined && slot !== undefined) {
          return ok({ opening: { monday: startOfWeek(open.date), utcStart: slot.utcStart }, searchedTo: open.date })
        }
        searchedTo = addDays(first, days - 1)
      }
      return ok({ opening: null, searchedTo: searchedTo ?? start })
    },
  }
}
