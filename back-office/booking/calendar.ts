import type { RouteAnswer } from '#contract/back-office.ts'
import type { OfferedSlot } from '#contract/booking/routes.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { startOfDay, todayAt } from '#domain/values/location-clock.ts'
import { type LocationID, type SkuID, toCalendarID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { type HandlerContext, mayWorkAt } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { asShownTo } from '../locations/open-locations.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findTakenAt, toMachineTime } from '../repositories/machine-times-repository.ts'
import { backOfficeBookingWords } from './booking-words.ts'

const defaultSpanDays = 7
/** No booking is outside these dates; date arithmetic fails far beyond them. */
const earliestDate = '2000-01-01'
const latestDate = '2099-12-31'
const maxRangeSeconds = 92 * 86_400

type CalendarQuery = {
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly startDate: PlainDate | undefined
  readonly span: number | undefined
}

/**
 * Returns a location's open slots for one scan type (booking spec §3 Slot, §4, §7), day by day from `startDate` (the
 * location's today when absent). Each slot is bookable and lists its machines in the order in which to try them. The
 * caller's own held slot counts as open. Without a staff session only the scans that members may buy have slots. When
 * the clocks go back, the repeated hour has slots at both instants; when they go forward, the skipped hour has none.
 * Throws 404 for an unknown location and, without a staff session, for a location that is inactive or has no
 * self-service booking; 403 `location-forbidden` for staff of other locations; 400 for a `startDate` outside the years
 * 2000 to 2099.
 */
export const readCalendar = async (
  query: CalendarQuery,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<RouteAnswer<'readCalendar'>> => {
  const { caller } = context
  const location = await findLocation(context.db, query.locationID)
  const isOpen = caller?.isStaff === true || (location?.active === true && location.selfServiceBooking)
  if (location === undefined || !isOpen) throw new Refusal('not-found', backOfficeBookingWords.locationNotFound)
  if (caller?.isStaff === true && !mayWorkAt(caller, location.locationID)) throw locationForbidden()

  if (query.startDate !== undefined && (query.startDate < earliestDate || query.startDate > latestDate)) {
    const message = backOfficeBookingWords.beyondCalendar
    throw new Refusal('invalid-input', message, { fields: { startDate: message } })
  }
  const now = toInstant(context.now * 1000)
  const first = query.startDate ?? todayAt(now, location.timezone)
  const dates = Array.from({ length: query.span ?? defaultSpanDays }, (_, index) => addDays(first, index))
  const from = toEpochMs(startOfDay(first, location.timezone)) / 1000
  const to = toEpochMs(startOfDay(addDays(first, dates.length), location.timezone)) / 1000
  const taken = await findTakenAt(context.db, location.locationID, from, to, context.now)
  const days = buildSlotDays({
    location: asShownTo(caller, location),
    skuID: query.skuID,
    dates,
    machineTimes: taken.map(toMachineTime),
    now,
    userID: caller?.isStaff === true ? caller.userID : null,
  })
  return {
    locationID: location.locationID,
    skuID: query.skuID,
    timezone: location.timezone,
    days: days.map((day) => ({ date: day.date, slots: day.slots.filter(isOffered).map(toOfferedSlot) })),
  }
}

const isOffered = (slot: Slot): boolean => (slot.state === 'free' || slot.state === 'mine') && slot.machines.length > 0

const toOfferedSlot = (slot: Slot): OfferedSlot => ({
  hour: slot.hour,
  min: slot.min,
  partOfDay: slot.partOfDay,
  utcStart: slot.utcStart,
  utcEnd: slot.utcEnd,
  machines: slot.machines.map((machineID) => ({ machineID, calendarID: toCalendarID(machineID) })),
})

/**
 * Returns the taken times of a location's machines in [from, to), without lapsed holds. Throws 400 for a range that is
 * empty or longer than 92 days, 404 for an unknown location.
 */
export const readMachineTimes = async (
  query: { readonly locationID: LocationID; readonly from: Instant; readonly to: Instant },
  context: Pick<HandlerContext, 'db' | 'now'>,
): Promise<RouteAnswer<'readMachineTimes'>> => {
  const from = toEpochMs(query.from) / 1000
  const to = toEpochMs(query.to) / 1000
  if (to <= from || to - from > maxRangeSeconds) {
    const message = backOfficeBookingWords.rangeTooLong
    throw new Refusal('invalid-input', message, { fields: { to: message } })
  }
  const location = await findLocation(context.db, query.locationID)
  if (location === undefined) throw new Refusal('not-found', backOfficeBookingWords.locationNotFound)
  const rows = await findTakenAt(context.db, query.locationID, from, to, context.now)
  return { asOf: toInstant(context.now * 1000), machineTimes: rows.map(toMachineTime) }
}
