import type { ChosenTime } from '#domain/booking/appointment.ts'
import { slotHoldSchema } from '#domain/booking/machine-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import { locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import type { HoldState } from '#renderer/booking/calendar/hold-store.ts'

/** A time on 1 December 2026 at the location that `aLocation` builds. */
export const aChosenTime: ChosenTime = {
  locationID: locationIDSchema.parse('ca-bc-1'),
  skuID: skuIDSchema.parse(300),
  utcStart: '2026-12-01T17:00:00Z' as Instant,
  candidates: [machineIDSchema.parse('ca-bc-1-m1')],
  slotSelectionType: 'slot',
}

/** Returns `aChosenTime` as a held time, under the id of a calendar event. */
export const aHeldTime = (eventID = 'e-1'): Extract<HoldState, { kind: 'held' }> => {
  const { utcStart } = aChosenTime
  return {
    kind: 'held',
    chosen: aChosenTime,
    hold: slotHoldSchema.parse({
      eventID,
      calendarID: 'cal-ca-bc-1-m1',
      machineID: 'ca-bc-1-m1',
      utcStart,
      utcEnd: '2026-12-01T18:00:00Z',
      expiresAt: utcStart,
    }),
    renewedAt: utcStart,
  }
}
