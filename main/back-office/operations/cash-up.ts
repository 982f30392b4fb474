import type { RouteAnswer } from '#domain/contract/back-office.ts'
import type { Location } from '#domain/locations/location.ts'
import type { LocationID } from '#domain/locations/location-id.ts'
import { countedTenders, signOffObstacle, sumCashUp } from '#domain/payments/build-cash-up.ts'
import type { CashUp } from '#domain/payments/cash-up.ts'
import { hasRole } from '#domain/session/role.ts'
import { toInstant } from '#domain/time/instant.ts'
import { today } from '#domain/time/location-clock.ts'
import { comparePlainDates, type PlainDate } from '#domain/time/plain-date.ts'
import { drawOnPaper } from '../paper/paper-maker.ts'
import { addCashUpSignOff, addCount, findCashUpSignOff, lockCashUp } from '../repositories/cash-up-repository.ts'
import { type Database, inTransaction } from '../repositories/database.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findNames } from '../repositories/transactions-repository.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { toCsv } from './cash-up-csv.ts'
import { type CashUpViewer, findCashUpEntries, readDay } from './cash-up-day.ts'
import { invalidField, refuseCardNumber, toMinor } from './payments-checks.ts'

const viewerOf = (context: HandlerContext): CashUpViewer => {
  const { userID, roles } = requireCaller(context)
  return { userID, isFinance: hasRole(roles, 'admin') }
}

/** Who may work at the location has been checked by the route. 404 for none. */
const findPlace = async (db: Database, locationID: string): Promise<Location> => {
  const location = await findLocation(db, locationID)
  if (location === undefined) throw new RouteFailure(404, 'not-found', 'There is no such location.')
  return location
}

/** A location's day: own lines, or all with role admin. */
export const readCashUp = async (locationID: LocationID, date: PlainDate, context: HandlerContext): Promise<CashUp> =>
  readDay(context.db, await findPlace(context.db, locationID), date, viewerOf(context))

/** A day that can be worked on: not a day to come, not one that is closed. Holds the location's days until the end. */
const openDay = async (
  db: Database,
  locationID: LocationID,
  date: PlainDate,
  context: HandlerContext,
): Promise<Location> => {
  const location = await findPlace(db, locationID)
  if (comparePlainDates(date, today(toInstant(context.now * 1000), location.timezone)) > 0) {
    throw invalidField('date', 'This day has not come yet.')
  }
  await lockCashUp(db, context.kind, locationID)
  const signedOff = await findCashUpSignOff(db, locationID, date)
  if (signedOff !== undefined) {
    throw new RouteFailure(409, 'day-signed-off', `This day was signed off by ${signedOff.signed_by_name}.`)
  }
  return location
}

/**
 * Keeps a blind count, beside those before. Throws 403 `insufficient-permissions` for another's line without role admin; 400
 * with fields `paymentType` (nobody counts it), `userID`, `date`; 409 `day-signed-off`.
 */
export const countCashUp = async (
  locationID: LocationID,
  body: HandlerInput<'countCashUp'>['body'],
  context: HandlerContext,
): Promise<RouteAnswer<'countCashUp'>> => {
  const caller = requireCaller(context)
  const viewer = viewerOf(context)
  if (body.userID !== caller.userID && !viewer.isFinance) {
    throw new RouteFailure(403, 'insufficient-permissions', 'Only finance counts what somebody else took.')
  }
  if (!countedTenders.includes(body.paymentType))
    throw invalidField('paymentType', 'Only cash and cheques are counted.')
  refuseCardNumber('note', body.note)
  return inTransaction(context.db, async (db) => {
    const location = await openDay(db, locationID, body.date, context)
    const entries = await findCashUpEntries(db, location, body.date)
    const own = entries.filter((entry) => entry.userID === body.userID && entry.paymentType === body.paymentType)
    if (own.length === 0 && !(await findNames(db, [body.userID])).has(body.userID)) {
      throw invalidField('userID', 'There is no such person.')
    }
    const { expected } = sumCashUp(own)
    const counted = toMinor(body.counted)
    // Refusing a difference without a note would tell what is expected to whoever tries one sum after the other.
    const note = body.note.trim()
    await addCount(db, {
      count_id: context.newId(),
      location_id: locationID,
      date: body.date,
      user_id: body.userID,
      payment_type: body.paymentType,
      counted,
      expected,
      note,
      counted_by: caller.userID,
      counted_by_name: caller.name,
      counted_at: context.now,
    })
    return readDay(db, location, body.date, viewer)
  })
}

/** Closes a day, keeping it as it stood. Throws 409 `day-signed-off`, `step-not-allowed` with what is in the way; 400 `date`. */
export const signOffCashUp = async (
  locationID: LocationID,
  { date, note }: HandlerInput<'signOffCashUp'>['body'],
  context: HandlerContext,
): Promise<RouteAnswer<'signOffCashUp'>> => {
  refuseCardNumber('note', note)
  return inTransaction(context.db, async (db) => {
    const location = await openDay(db, locationID, date, context)
    const viewer: CashUpViewer = { ...viewerOf(context), isFinance: true }
    const day = await readDay(db, location, date, viewer)
    const obstacle = signOffObstacle(day)
    if (obstacle !== null) throw new RouteFailure(409, 'step-not-allowed', obstacle)
    const { userID, name } = requireCaller(context)
    await addCashUpSignOff(db, {
      location_id: locationID,
      date,
      signed_by: userID,
      signed_by_name: name,
      signed_at: context.now,
      note: note.trim(),
      document: JSON.stringify(day),
    })
    return readDay(db, location, date, viewer)
  })
}

/** The day as finance sees it, as a file: CSV for a spreadsheet, PDF for the binder. */
export const exportCashUp = async (
  locationID: LocationID,
  { date, format }: HandlerInput<'exportCashUp'>['query'],
  context: HandlerContext,
): Promise<RouteAnswer<'exportCashUp'>> => {
  const location = await findPlace(context.db, locationID)
  const cashUp = await readDay(context.db, location, date, viewerOf(context))
  const fileName = `cash-up-${locationID}-${date}.${format}`
  if (format === 'csv') return { fileName, base64: Buffer.from(toCsv(cashUp)).toString('base64') }
  const { bytes } = await drawOnPaper({
    kind: 'cash-up',
    cashUp,
    locationName: location.address.name,
    timezone: location.timezone,
    madeAt: toInstant(context.now * 1000),
  })
  return { fileName, base64: Buffer.from(bytes).toString('base64') }
}
