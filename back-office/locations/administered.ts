import { createHash } from 'node:crypto'
import type { Location } from '#domain/locations/location.ts'
import type { AdministeredLocation, BookedStudy } from '#domain/locations/location-draft.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { BookedRow } from '../repositories/closures-repository.ts'
import { findLocationForUpdate, replaceLocation } from '../repositories/locations-repository.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { backOfficeLocationWords as words } from './location-words.ts'

export type AdministrationContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/** The maximum number of booked studies that a refusal names. */
const maxNamed = 50

/** Throws 400 `invalid-input` when there are problems. `problems` maps field paths to sentences. */
export const refuseFieldProblems = (problems: Readonly<Record<string, string>>): void => {
  const [first] = Object.values(problems)
  if (first === undefined) return
  throw new Refusal('invalid-input', Object.keys(problems).length === 1 ? first : words.check, { fields: problems })
}

/** Returns a booked study as refusals and lists contain it: without its times in epoch seconds. */
export const toBookedStudy = ({ from: _from, to: _to, ...study }: BookedRow): BookedStudy => study

/** Returns the 409 that lists the booked studies to move or cancel before the change. */
export const bookingsAhead = (message: string, booked: readonly BookedRow[]): Refusal =>
  new Refusal('bookings-ahead', message, { bookings: booked.slice(0, maxNamed).map(toBookedStudy) })

/**
 * Locks a location with its machines, so that none of its bookings changes until the transaction ends. Throws 404 for
 * an unknown location.
 */
export const lockLocation = async (
  db: Database,
  locationID: string,
  { kind }: Pick<HandlerContext, 'kind'>,
): Promise<AdministeredLocation> => {
  const seen = await findLocationForUpdate(db, kind, locationID)
  if (seen === undefined) throw new Refusal('not-found', words.notFound)
  const machines = seen.location.machines.map(({ machineID }) => machineID)
  await lockMachines(db, kind, machines, [locationID])
  return seen
}

/** Returns a location as the audit log records it: the length and a checksum of the logo in place of its bytes. */
export const withoutLogo = (location: Location): Location => {
  const { paperLogo = '' } = location
  if (paperLogo === '') return location
  return { ...location, paperLogo: `${paperLogo.length}, ${createHash('sha256').update(paperLogo).digest('hex')}` }
}

/**
 * Changes a location that was read at `version`, and records the location before and after the change in the audit log.
 * Throws 404 for an unknown location; 409 `stale` with the saved location.
 */
export const changeAdministered = async (
  locationID: string,
  version: number,
  context: AdministrationContext,
  change: (db: Database, location: Location) => Promise<{ readonly location: Location; readonly what: string }>,
): Promise<AdministeredLocation> =>
  inTransaction(context.db, async (db) => {
    context.setAuditSubject({ locationID })
    const seen = await lockLocation(db, locationID, context)
    if (seen.version !== version) {
      throw new Refusal('stale', words.stale, { currentVersion: seen.version, current: seen })
    }
    const { location, what } = await change(db, seen.location)
    context.setAuditSubject({ what, change: { before: withoutLogo(seen.location), after: withoutLogo(location) } })
    await replaceLocation(db, location, seen.version + 1)
    return { location, version: seen.version + 1 }
  })
