import { type MemberType, memberTypes, type ReferralType, referralTypes } from '../booking/booking-request.ts'
import type { Location } from '../locations/location.ts'
import { cardNumberProblems } from '../payments/payment-form.ts'
import { type Instant, parseInstant } from '../values/instant.ts'
import { findInstants, type ZoneId } from '../values/location-clock.ts'
import { type SkuID, skuIDSchema } from '../values/location-id.ts'
import { type Money, roundToMoney } from '../values/money.ts'
import { parsePlainDate } from '../values/plain-date.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

/** A booking of a file, before the server looks up its member, location and machine. */
export type ImportedBooking = {
  /** The member's external id, or the member's id in Atrium. */
  readonly member: string
  readonly locationID: string
  readonly skuID: SkuID
  /** The machine's id, or its name at the location. */
  readonly machine: string
  /** On the location's clock, `YYYY-MM-DD HH:mm`, or an instant with its offset. */
  readonly start: string
  /** The amount paid outside Atrium; 0 for none. */
  readonly prepaid: Money
  readonly memo: string
  readonly memberType: MemberType | null
  readonly referralType: ReferralType
  readonly referrer: string
}

const lineSchema = optionalLineOfText(200)

/** Reads a booking's cells. Rules that need the member or the location are checked later. */
export const readBookingRow = (cells: ImportCells): RowReading<ImportedBooking> => {
  const reader = new RowReader(cells)
  reader.externalID()
  reader.refuseFormulas(['member', 'location_id', 'machine', 'referrer'])
  for (const name of ['member', 'location_id', 'sku_id', 'machine', 'start']) {
    if (reader.text(name) === '') reader.refuse(name, 'is empty.')
  }
  const memo = reader.check(lineSchema, reader.text('prepaid_memo'), () => 'prepaid_memo')
  const referrer = reader.check(lineSchema, reader.text('referrer'), () => 'referrer')
  for (const [field, problem] of Object.entries(cardNumberProblems({ prepaid_memo: memo ?? '' }))) {
    reader.refuse(field, problem)
  }
  const typed = reader.text('member_type')
  const draft: ImportedBooking = {
    member: reader.text('member'),
    locationID: reader.text('location_id'),
    skuID: skuIDSchema.parse(reader.count('sku_id', 1, 99_999, 1)),
    machine: reader.text('machine'),
    start: reader.text('start'),
    prepaid: roundToMoney(reader.amount('prepaid')),
    memo: memo ?? '',
    memberType: typed === '' ? null : reader.oneOf('member_type', memberTypes, 'New Member'),
    referralType: reader.oneOf('referral_type', referralTypes, 'provider'),
    referrer: referrer ?? '',
  }
  return reader.done(draft)
}

type StartReading = { readonly ok: true; readonly instant: Instant } | { readonly ok: false; readonly problem: string }

const wallPattern = /^(\d{4}-\d{2}-\d{2})[ T](([01]\d|2[0-3]):[0-5]\d)$/

/** Reads a start: an instant, or a time on the location's clock. Refuses a time that the clock shows twice or never. */
export const readStart = (text: string, zone: ZoneId): StartReading => {
  const instant = parseInstant(text)
  if (instant !== undefined) return { ok: true, instant }
  const [, day, time = ''] = wallPattern.exec(text) ?? []
  const date = parsePlainDate(day)
  if (date === undefined) return { ok: false, problem: 'is not a time such as 2027-02-01 09:40.' }
  const found = findInstants(date, time, zone)
  if (found.kind === 'once') return { ok: true, instant: found.instant }
  return {
    ok: false,
    problem:
      found.kind === 'twice'
        ? 'occurs twice, because clocks go back. Write it with its offset: 2026-11-01T01:30:00-07:00.'
        : 'is skipped on this day, because clocks go forward.',
  }
}

/** Returns the location's machine with this id, or else the one with this name. The case of a name does not matter. */
export const findMachineNamed = (location: Location, text: string): Location['machines'][number] | undefined =>
  location.machines.find(({ machineID }) => machineID === text) ??
  location.machines.find(({ name }) => name.toLowerCase() === text.toLowerCase())
