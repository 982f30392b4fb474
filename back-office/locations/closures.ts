import type { RouteAnswer } from '#contract/back-office.ts'
import { closedTimesOf, isClosureOf } from '#domain/locations/closed-times.ts'
import type { Closure, ClosureFields } from '#domain/locations/closure.ts'
import type { Location } from '#domain/locations/location.ts'
import { type AdministeredClosure, type ClosureState, checkClosureFields } from '#domain/locations/location-draft.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  addClosure,
  type BookedRow,
  type ClosureRow,
  findBookedAfter,
  findClosure,
  findClosures,
  findKeeps,
  keepInClosure,
  replaceClosure,
  toClosure,
} from '../repositories/closures-repository.ts'
import { findLocation, replaceLocation } from '../repositories/locations-repository.ts'
import { type AdministrationContext, lockLocation, refuseFieldProblems, toBookedStudy } from './administered.ts'
import { backOfficeLocationWords as words } from './location-words.ts'

/** The number of days for which an ended closure still appears in the calendars of workstations. */
const daysShown = 60

const noSuchClosure = (): Refusal => new Refusal('not-found', words.closureNotFound)

/** Returns when the last occurrence of a closure ends, epoch seconds. */
const endOf = (closure: Closure, location: Location): number => {
  const last = closedTimesOf(closure, location.timezone).at(-1)
  return last === undefined ? 0 : toEpochMs(last.to) / 1000
}

const isInside = (closure: Closure, location: Location, { machineID, from, to }: BookedRow): boolean =>
  isClosureOf(closure, machineID) &&
  closedTimesOf(closure, location.timezone).some(
    (time) => toEpochMs(time.from) < to * 1000 && from * 1000 < toEpochMs(time.to),
  )

/** Returns closures as administrators read them, with their state and the booked studies inside them. */
const toAdministered = async (
  db: Database,
  location: Location,
  rows: readonly ClosureRow[],
  now: number,
): Promise<AdministeredClosure[]> => {
  const booked = rows.length === 0 ? [] : await findBookedAfter(db, location.locationID, now)
  const keeps = await findKeeps(
    db,
    rows.map(({ closure_id }) => closure_id),
  )
  return rows.map((row) => {
    const closure = toClosure(row)
    const inside = row.active === 0 ? [] : booked.filter((study) => isInside(closure, location, study))
    const keepOf = ({ studyID }: BookedRow) =>
      keeps.find((keep) => keep.closure_id === row.closure_id && keep.study_id === studyID)
    const conflicts = inside.filter((study) => keepOf(study) === undefined).map(toBookedStudy)
    const isOver = endOf(closure, location) <= now
    const state: ClosureState =
      row.active === 0 ? 'withdrawn' : isOver ? 'over' : conflicts.length > 0 ? 'pending' : 'in-force'
    return {
      ...closure,
      locationID: location.locationID,
      version: row.version,
      state,
      createdBy: row.created_by,
      conflicts,
      kept: inside.flatMap((study) => {
        const keep = keepOf(study)
        return keep === undefined ? [] : [{ study: toBookedStudy(study), reason: keep.reason, by: keep.by_name }]
      }),
    }
  })
}

/** Returns a location's closures by start, with the booked studies inside them. Throws 404 for an unknown location. */
export const readClosures = async (
  locationID: LocationID,
  context: Pick<HandlerContext, 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readClosures'>> => {
  context.setAuditSubject({ locationID })
  const location = await findLocation(context.db, locationID)
  if (location === undefined) throw new Refusal('not-found', words.notFound)
  return toAdministered(context.db, location, await findClosures(context.db, locationID), context.now)
}

/**
 * Copies the active closures into the location, except those that ended more than {@link daysShown} days ago. The feed
 * delivers them to workstations with the location.
 */
const publishClosures = async (
  db: Database,
  { location, version }: { readonly location: Location; readonly version: number },
  now: number,
): Promise<void> => {
  const rows = await findClosures(db, location.locationID)
  const closures = rows
    .filter(({ active }) => active === 1)
    .map(toClosure)
    .filter((closure) => endOf(closure, location) > now - daysShown * 86_400)
  await replaceLocation(db, { ...location, closures }, version)
}

/** Returns a closure as the audit log has it. */
const recorded = (row: ClosureRow) => ({ ...toClosure(row), isActive: row.active === 1 })

const toColumns = (fields: ClosureFields) => ({
  machine_id: fields.machineID,
  starts: fields.from,
  ends: fields.to,
  kind: fields.kind,
  reason: fields.reason,
  weeks: fields.weeks,
})

const only = async (db: Database, location: Location, row: ClosureRow, now: number): Promise<AdministeredClosure> => {
  const [closure] = await toAdministered(db, location, [row], now)
  if (closure === undefined) throw noSuchClosure()
  return closure
}

/**
 * Saves a closure. From then on its time is not offered; studies booked inside are listed, and the closure is `pending`
 * until each is moved, cancelled or kept. Throws 404 for an unknown location; 400 with fields.
 */
export const createClosure = async (
  { locationID, closure }: HandlerInput<'createClosure'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'createClosure'>> =>
  inTransaction(context.db, async (db) => {
    const seen = await lockLocation(db, locationID, context)
    refuseFieldProblems(checkClosureFields(closure, seen.location, toInstant(context.now * 1000)))
    const row: ClosureRow = {
      closure_id: context.newId(),
      location_id: locationID,
      ...toColumns(closure),
      active: 1,
      version: 1,
      created_by: requireCaller(context).name,
      created_at: context.now,
    }
    await addClosure(db, row)
    context.setAuditSubject({ locationID, what: row.closure_id, change: { before: null, after: recorded(row) } })
    await publishClosures(db, seen, context.now)
    return only(db, seen.location, row, context.now)
  })

/**
 * Changes or withdraws a closure. A changed closure must end in the future; withdrawing is always possible. Throws 404
 * for an unknown closure; 409 `stale` with the saved one; 400 with fields.
 */
export const changeClosure = async (
  closureID: string,
  { version, closure, isActive }: HandlerInput<'changeClosure'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'changeClosure'>> =>
  inTransaction(context.db, async (db) => {
    const locationID = (await findClosure(db, closureID))?.location_id
    if (locationID === undefined) throw noSuchClosure()
    const seen = await lockLocation(db, locationID, context)
    // Reads the closure again, because another administrator can have saved it before the location was locked.
    const before = await findClosure(db, closureID)
    if (before === undefined) throw noSuchClosure()
    context.setAuditSubject({ locationID, what: closureID })
    if (before.version !== version) {
      const current = await only(db, seen.location, before, context.now)
      throw new Refusal('stale', words.staleClosure, { currentVersion: before.version, current })
    }
    if (isActive) refuseFieldProblems(checkClosureFields(closure, seen.location, toInstant(context.now * 1000)))
    const columns = isActive ? toColumns(closure) : {}
    const after: ClosureRow = { ...before, ...columns, active: isActive ? 1 : 0, version: before.version + 1 }
    await replaceClosure(db, after)
    context.setAuditSubject({ change: { before: recorded(before), after: recorded(after) } })
    await publishClosures(db, seen, context.now)
    return only(db, seen.location, after, context.now)
  })

/**
 * Records that a booked study keeps its appointment inside a closure, with the reason. Throws 404 when the closure is
 * unknown or withdrawn, or when the study is not booked inside it.
 */
export const keepStudyInClosure = async (
  closureID: string,
  { studyID, reason }: HandlerInput<'keepInClosure'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'keepInClosure'>> =>
  inTransaction(context.db, async (db) => {
    const row = await findClosure(db, closureID)
    const location = row === undefined ? undefined : await findLocation(db, row.location_id)
    if (row === undefined || location === undefined) throw noSuchClosure()
    const before = await only(db, location, row, context.now)
    const { locationID } = location
    const kept = before.kept.find(({ study }) => study.studyID === studyID)
    if (kept === undefined && !before.conflicts.some((study) => study.studyID === studyID)) {
      throw new Refusal('not-found', row.active === 0 ? words.withdrawn : words.notInside)
    }
    const { userID, name } = requireCaller(context)
    await keepInClosure(db, closureID, studyID, { reason, byUser: userID, byName: name, at: context.now })
    context.setAuditSubject({
      locationID,
      studyID,
      what: closureID,
      change: {
        before: kept === undefined ? null : { closureID, studyID, reason: kept.reason },
        after: { closureID, studyID, reason },
      },
    })
    return only(db, location, row, context.now)
  })
