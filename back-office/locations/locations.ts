import type { RouteAnswer } from '#contract/back-office.ts'
import { type Location, locationSchema } from '#domain/locations/location.ts'
import {
  checkLocationFields,
  clinicCountries,
  type LocationFields,
  withLocationFields,
} from '#domain/locations/location-draft.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import { inTransaction, isUniqueViolation } from '../database/database.ts'
import type { HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findBookedAfter } from '../repositories/closures-repository.ts'
import { addLocation, readLocations } from '../repositories/locations-repository.ts'
import {
  type AdministrationContext,
  bookingsAhead,
  changeAdministered,
  refuseFieldProblems,
  withoutLogo,
} from './administered.ts'
import { checkLogo } from './check-logo.ts'
import { backOfficeLocationWords as words } from './location-words.ts'

const maxNumber = 999
/**
 * The maximum number of attempts to find a free number while other administrators create locations in the same state.
 */
const maxTries = 20

/** Returns the id with the next number after the highest of this country and state, so that no number is used twice. */
const nextID = (prefix: string, taken: readonly Location[]): LocationID => {
  const numbers = taken
    .filter(({ locationID }) => locationID.startsWith(prefix))
    .map(({ locationID }) => Number(locationID.slice(prefix.length)))
  const number = Math.max(0, ...numbers) + 1
  if (number > maxNumber) throw new Refusal('invalid-input', words.full, { fields: { state: words.full } })
  return locationIDSchema.parse(`${prefix}${number}`)
}

/**
 * Creates a location without machines and prices, with an id made of country, state and the next number (booking spec
 * §9). Throws 400 with fields; 409 `stale` when other administrators took the number in every attempt.
 */
export const createLocation = async (
  { country, state, fields }: HandlerInput<'createLocation'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'createLocation'>> => {
  refuseFieldProblems({ ...checkLocationFields(fields), ...(await checkLogo(fields.paperLogo)) })
  const prefix = `${country}-${state.toLowerCase()}-`
  for (let tries = 0; tries < maxTries; tries += 1) {
    const created = await inTransaction(context.db, async (db) => {
      const locationID = nextID(prefix, await readLocations(db))
      const location = toLocation(locationID, fields, { country: clinicCountries[country], state })
      await addLocation(db, location)
      return location
    }).catch((error: unknown) => {
      // Another administrator took the number, so the next try reads the locations again.
      if (isUniqueViolation(error)) return null
      throw error
    })
    if (created === null) continue
    const { locationID } = created
    context.setAuditSubject({ locationID, what: locationID, change: { before: null, after: withoutLogo(created) } })
    return { location: created, version: 1 }
  }
  throw new Refusal('stale', words.numberTaken)
}

const toLocation = (
  locationID: LocationID,
  fields: LocationFields,
  place: { readonly country: string; readonly state: string },
): Location => {
  const { address, currency, phone, email, ...rest } = fields
  return locationSchema.parse({
    ...rest,
    locationID,
    address: { ...address, ...place },
    currency: { currency },
    contactInfo: { phone, email },
    machines: [],
    catalog: { primary: [], addons: [] },
    closures: [],
  })
}

/** Returns the names of the fields that differ. */
const changedFields = (before: Location, after: Location): string =>
  (Object.keys(after) as (keyof Location)[])
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .join(', ')

/**
 * Changes a location's fields, but not country, state, machines, prices and closures. Throws 404 for an unknown
 * location; 409 `stale` with the saved location; 409 `bookings-ahead` when the zone or currency changes while studies
 * are booked; 400 with fields.
 */
export const changeLocation = async (
  locationID: LocationID,
  { version, fields }: HandlerInput<'changeLocation'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'changeLocation'>> => {
  refuseFieldProblems({ ...checkLocationFields(fields), ...(await checkLogo(fields.paperLogo)) })
  return changeAdministered(locationID, version, context, async (db, before) => {
    const location = withLocationFields(before, fields)
    const isElsewhere = before.timezone !== location.timezone || before.currency.currency !== location.currency.currency
    if (isElsewhere) {
      const booked = await findBookedAfter(db, locationID, context.now)
      if (booked.length > 0) throw bookingsAhead(words.zoneBooked, booked)
    }
    return { location, what: `${locationID}: ${changedFields(before, location)}` }
  })
}
