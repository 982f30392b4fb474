import type { Appointment } from '#domain/booking/appointment.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import { lastBookableDate } from '#domain/booking/week-tabs.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { findInstants, toWallTime } from '#domain/values/location-clock.ts'
import { type Money, parseDecimalAmount } from '#domain/values/money.ts'
import { comparePlainDates } from '#domain/values/plain-date.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { RefusalCode } from '../kernel/status-of-code.ts'
import type { StudyTimeColumns } from '../repositories/studies-repository.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/**
 * Every start, chosen as a slot or typed, is on a step of this many minutes on the location's clock (booking spec §2).
 */
const stepMinutes = 5

type RequestedAppointment = Pick<Appointment, 'skuID' | 'machineID' | 'utcStart' | 'slotSelectionType'>

/** The location, scan type and price of an existing booking. */
type AgreedItem = { readonly locationID: string; readonly skuID: number; readonly price: Money }

/** A valid appointment, whose time may still be taken by another booking. Times in epoch seconds. */
export type PlannedAppointment = {
  readonly machine: Machine
  readonly from: number
  readonly to: number
  readonly price: Money
  /** Columns of the study; the event id is assigned with the machine time. */
  readonly columns: Omit<StudyTimeColumns, 'event_id'>
}

/**
 * Plans an appointment (booking spec §4 slot selection, §5 booking). Throws a {@link Refusal} unless the machine
 * belongs to the location and supports the scan type, the location sells the scan type, and the start is on a 5-minute
 * step of the location's clock, not in the past and not past the calendar's end. A `slot` must also be inside opening
 * hours; a `manual` time need not be. The end is the instant of the start plus clean, scan and block minutes, so a
 * clock change in between has no effect. The price is the one in effect on the day on which the booking is made. A
 * booking that keeps its location and scan type (`agreed`) keeps its price, even if the scan type was withdrawn from
 * sale.
 */
export const planAppointment = (
  location: Location,
  wish: RequestedAppointment,
  now: number,
  agreed: AgreedItem | null = null,
): PlannedAppointment => {
  const machine = location.machines.find((candidate) => candidate.machineID === wish.machineID)
  if (machine === undefined) {
    throw refuse('invalid-input', backOfficeBookingWords.machineElsewhere, 'machineID')
  }
  // Checked before the end is computed, which fails for a start in the year 9999.
  checkStart(location, wish.utcStart, now)
  const sold = location.catalog.primary.find((scan) => scan.skuID === wish.skuID)
  const utcEnd = appointmentEnd(location, machine, wish.skuID, wish.utcStart)
  const isAgreed = agreed?.locationID === location.locationID && agreed.skuID === wish.skuID
  const isOffered = sold !== undefined && (isAgreed || sold.withdrawn !== true)
  const price = isOffered ? (isAgreed ? agreed.price : parseDecimalAmount(sold.price)) : undefined
  if (utcEnd === undefined || price === undefined) {
    throw refuse('machine-does-not-support-sku', backOfficeBookingWords.machineUnsupported(machine.name))
  }
  if (wish.slotSelectionType === 'slot' && !isInsideOpeningHours(location, wish.utcStart, utcEnd)) {
    throw refuse('outside-opening-hours', backOfficeBookingWords.closed)
  }
  const wall = toWallTime(wish.utcStart, location.timezone)
  const from = toEpochMs(wish.utcStart) / 1000
  const to = toEpochMs(utcEnd) / 1000
  return {
    machine,
    from,
    to,
    price,
    columns: {
      starts_at: from,
      ends_at: to,
      wall_time: `${wall.date}T${wall.time}`,
      timezone: location.timezone,
      machine_id: machine.machineID,
    },
  }
}

/** Refuses a start in the past, after the calendar's end, or between two 5-minute steps. Throws a {@link Refusal}. */
export const checkStart = (location: Location, utcStart: Instant, now: number): void => {
  if (toEpochMs(utcStart) <= now * 1000) {
    throw refuse('slot-in-past', backOfficeBookingWords.timePassed)
  }
  const zone = location.timezone
  const last = lastBookableDate(toWallTime(toInstant(now * 1000), zone).date)
  const wall = toWallTime(utcStart, zone)
  if (comparePlainDates(wall.date, last) > 0) {
    throw refuse('invalid-input', backOfficeBookingWords.tooFarAhead, 'utcStart')
  }
  if (Number(wall.time.slice(3)) % stepMinutes !== 0 || !utcStart.endsWith(':00Z')) {
    throw refuse('invalid-input', backOfficeBookingWords.notFiveMinutes, 'utcStart')
  }
}

/** Returns whether a scan starts at or after opening and ends by closing, in the location's time zone. */
export const isInsideOpeningHours = (location: Location, utcStart: Instant, utcEnd: Instant): boolean => {
  const { date } = toWallTime(utcStart, location.timezone)
  const hours = openingHoursOn(location, date)
  if (hours === undefined) return false
  const open = findInstants(date, hours.open, location.timezone)
  const close = findInstants(date, hours.close, location.timezone)
  const opens = open.kind === 'once' ? open.instant : open.kind === 'twice' ? open.earlier : open.nextValid
  const closes = close.kind === 'once' ? close.instant : close.kind === 'twice' ? close.later : close.nextValid
  return utcStart >= opens && utcEnd <= closes
}

const refuse = (code: RefusalCode, message: string, field?: string): Refusal =>
  new Refusal(code, message, field === undefined ? undefined : { fields: { [field]: message } })
