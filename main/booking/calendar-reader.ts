import type { BookingBridge, DayEntry, WeekView } from '#contract/booking/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { MachineTime } from '#domain/booking/machine-time.ts'
import { findNextBookedDay, nextDaySearch } from '#domain/booking/next-booked-day.ts'
import { findOpeningWeek, firstFreeSteps } from '#domain/booking/opening-week.ts'
import type { SlotDay } from '#domain/booking/slot.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { dayBounds, todayAt } from '#domain/values/location-clock.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, weekDates } from '#domain/values/plain-date.ts'
import type { LocationsService } from '../locations/locations-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import { type CalendarRecordsParts, createCalendarRecords } from './calendar-records.ts'

export type CalendarReaderParts = CalendarRecordsParts & {
  readonly catalogue: LocationsService
  readonly session: SessionHolder
  readonly sync: CacheSync
  now(): Instant
  /** Returns a study with this workstation's waiting acts applied. */
  withWaiting(study: Study): Study
}

/** Returns whether the location sells this scan type and has a machine for it. */
export const supportsSku = (location: Location, skuID: SkuID): boolean =>
  location.machines.some((machine) => machine.availableSKUs.includes(skuID)) &&
  location.catalog.primary.some((scan) => scan.skuID === skuID)

export const skuNotSupported = (): Reply<never> =>
  fail('machine-does-not-support-sku', 'No machine at this location supports this scan type.')

/** Creates the reader of a location's weeks and days: from the cache if it covers them, else from the back office. */
export const createCalendarReader = (
  parts: CalendarReaderParts,
): Pick<BookingBridge, 'readWeek' | 'findFirstFree' | 'readDay' | 'findNextDay'> => {
  const { catalogue, session, sync, now, withWaiting } = parts
  const { readTaken, readStudies } = createCalendarRecords(parts)

  const readWeek: BookingBridge['readWeek'] = async ({ locationID, skuID, monday, movingStudyID }) => {
    const found = await catalogue.findAllowed(locationID)
    if (!found.ok) return found
    const location = found.value
    if (!supportsSku(location, skuID)) return skuNotSupported()
    sync.lookAt(locationID)
    const { from } = dayBounds(monday, location.timezone)
    const { to } = dayBounds(addDays(monday, 6), location.timezone)
    const moment = now()
    // Past slots look the same with or without a booking, so their bookings are not needed.
    const needFrom = moment < from ? from : moment > to ? to : moment
    const taken = await readTaken(location, from, to, needFrom)
    if (!taken.ok) return taken
    const { machineTimes, asOf, source } = taken.value
    const userID = session.user()?.user_id ?? null
    const own = machineTimes.find((time) => movingStudyID !== undefined && time.studyID === movingStudyID)
    const others = machineTimes.filter((time) => time !== own)
    const known = { location, skuID, dates: weekDates(monday), now: moment, userID }
    const days = markOwn(buildSlotDays({ ...known, machineTimes: others }), own)
    const week: WeekView = { locationID, skuID, monday, days, asOf, source }
    return ok(week)
  }

  const findFirstFree: BookingBridge['findFirstFree'] = async ({ locationID, skuID, from: wanted }) => {
    const found = await catalogue.findAllowed(locationID)
    if (!found.ok) return found
    const location = found.value
    if (!supportsSku(location, skuID)) return skuNotSupported()
    sync.lookAt(locationID)
    const moment = now()
    const userID = session.user()?.user_id ?? null
    let searchedTo: PlainDate | null = null
    const current = todayAt(moment, location.timezone)
    const start = wanted !== undefined && wanted > current ? wanted : current
    for (const { first, days } of firstFreeSteps(start)) {
      const from = searchedTo === null && first === current ? moment : dayBounds(first, location.timezone).from
      const { to } = dayBounds(addDays(first, days - 1), location.timezone)
      const taken = await readTaken(location, from, to, from)
      // The part already searched is a valid answer; `searchedTo` is the end of that part.
      if (!taken.ok) return searchedTo === null ? taken : ok({ opening: null, searchedTo })
      for (let day = 0; day < days; day += 7) {
        const dates = weekDates(addDays(first, day))
        const until = dayBounds(dates[6], location.timezone).to
        const since = dayBounds(dates[0], location.timezone).from
        const machineTimes = taken.value.machineTimes.filter((time) => time.utcStart < until && since < time.utcEnd)
        const slots = buildSlotDays({ location, skuID, dates, machineTimes, now: moment, userID }).flatMap((one) =>
          one.date < start ? [] : one.slots,
        )
        const opening = findOpeningWeek(slots, moment, location.timezone)
        if (opening !== null) return ok({ opening, searchedTo: dates[6] })
      }
      searchedTo = addDays(first, days - 1)
    }
    return ok({ opening: null, searchedTo: searchedTo ?? start })
  }

  const readDay: BookingBridge['readDay'] = async ({ locationID, date }) => {
    const found = await catalogue.findAllowed(locationID)
    if (!found.ok) return found
    sync.lookAt(locationID)
    const { from, to } = dayBounds(date, found.value.timezone)
    const taken = await readTaken(found.value, from, to, from)
    if (!taken.ok) return taken
    const { machineTimes, asOf, source } = taken.value
    const moment = now()
    const unexpired = machineTimes.filter((time) => time.expiresAt === null || time.expiresAt > moment)
    const records = await readStudies(unexpired, source)
    if (!records.ok) return records
    const userID = session.user()?.user_id
    const entries = unexpired.map((machineTime): DayEntry => {
      const record = machineTime.studyID === null ? undefined : records.value.get(machineTime.studyID)
      return {
        machineTime,
        study: record === undefined ? null : withWaiting(record.study),
        member: record?.member == null ? null : pickShown(record.member),
        mine: machineTime.owner !== null && machineTime.owner.userID === userID,
      }
    })
    return ok({ locationID, date, entries, asOf, source })
  }

  const findNextDay: BookingBridge['findNextDay'] = async ({ locationID, from: first }) => {
    const found = await catalogue.findAllowed(locationID)
    if (!found.ok) return found
    sync.lookAt(locationID)
    const { timezone } = found.value
    const searchedTo = addDays(first, nextDaySearch - 1)
    const { from } = dayBounds(first, timezone)
    const { to } = dayBounds(searchedTo, timezone)
    const taken = await readTaken(found.value, from, to, from)
    if (!taken.ok) return taken
    return ok({ date: findNextBookedDay(taken.value.machineTimes, first, timezone, now()), searchedTo })
  }

  return { readWeek, findFirstFree, readDay, findNextDay }
}

/** Marks the study's present appointment as taken: a study cannot move to its own time. */
const markOwn = (days: readonly SlotDay[], own: MachineTime | undefined): readonly SlotDay[] =>
  own === undefined
    ? days
    : days.map((day) => ({
        ...day,
        slots: day.slots.map((slot) =>
          slot.utcStart === own.utcStart && slot.utcEnd === own.utcEnd
            ? { ...slot, state: 'taken' as const, machines: [] }
            : slot,
        ),
      }))

const pickShown = (member: Member): NonNullable<DayEntry['member']> => {
  const { patientID, firstname, middlename, lastname, preferredName, dob, email, phone_number, country } = member
  return { patientID, firstname, middlename, lastname, preferredName, dob, email, phone_number, country }
}
