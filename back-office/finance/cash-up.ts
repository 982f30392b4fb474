import type { RouteAnswer } from '#contract/back-office.ts'
import { countedTenders, signOffObstacle, sumCashUp } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpTableName, FrozenBlock } from '#domain/finance/cash-up.ts'
import { closesInForce, isDayClosed } from '#domain/finance/cash-up-blocks.ts'
import { drawerProblem } from '#domain/finance/count-drawer.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import {
  askedOutstandingRows,
  countOutstanding,
  type OutstandingList,
  type OutstandingRows,
  toOutstandingRows,
} from '#domain/finance/outstanding.ts'
import { letterheadOf } from '#domain/locations/letterhead.ts'
import type { Location } from '#domain/locations/location.ts'
import { mayCloseDays } from '#domain/session/finance-roles.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { comparePlainDates, type PlainDate } from '#domain/values/plain-date.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { invalidField, refuseCardNumber, toMinor } from '../payments/checks.ts'
import { drawOnPaper } from '../printing/paper-maker.ts'
import { addCashUpEvent, addCount, type CashUpEventRow, lockCashUp } from '../repositories/cash-up-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findNames } from '../repositories/transactions-repository.ts'
import { toCsv } from './cash-up-csv.ts'
import { type CashUpViewer, type DayState, readDay, readDayWithState } from './cash-up-day.ts'
import { backOfficeFinanceWords } from './finance-words.ts'

type CashUpContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now'>

const viewerOf = (context: Pick<HandlerContext, 'caller'>): CashUpViewer => {
  const { userID, roles } = requireCaller(context)
  return { userID, isFinance: mayCloseDays(roles) }
}

/**
 * Returns the location. The route has already checked that the caller may work there. Throws 404 for an unknown
 * location.
 */
export const findPlace = async (db: Database, locationID: string): Promise<Location> => {
  const location = await findLocation(db, locationID)
  if (location === undefined) throw new Refusal('not-found', backOfficeFinanceWords.locationNotFound)
  return location
}

/** Returns a location's day: all lines for the roles finance and admin, the caller's own lines for other roles. */
export const readCashUp = async (
  locationID: LocationID,
  { date, ...rows }: HandlerInput<'readCashUp'>['query'],
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<CashUp> =>
  readDay(context.db, await findPlace(context.db, locationID), date, viewerOf(context), askedOutstandingRows(rows))

/**
 * Locks a location's days for this transaction and reads the day with the lines of all users. Throws 400 `date` for a
 * future day; 409 `day-signed-off` when the block that the caller saw is no longer the open one.
 */
const lockDay = async (
  db: Database,
  locationID: LocationID,
  { date, block }: { readonly date: PlainDate; readonly block?: number | undefined },
  context: Pick<HandlerContext, 'caller' | 'kind' | 'now'>,
): Promise<{ readonly location: Location; readonly cashUp: CashUp; readonly state: DayState }> => {
  const location = await findPlace(db, locationID)
  if (comparePlainDates(date, todayAt(toInstant(context.now * 1000), location.timezone)) > 0) {
    throw invalidField('date', backOfficeFinanceWords.futureDay)
  }
  await lockCashUp(db, context.kind, locationID)
  const viewer: CashUpViewer = { ...viewerOf(context), isFinance: true }
  const day = await readDayWithState(db, location, date, viewer)
  if (block !== undefined && block !== day.state.block) {
    const last = day.state.events.at(-1)
    const words = last?.kind === 'reopened' ? 'was reopened' : 'was closed'
    throw new Refusal('day-signed-off', `This day ${words} by ${last?.row.by_name}. Check it and try again.`)
  }
  return { location, ...day }
}

/** Returns the refusal when a closed day, or the line to count, has received no money since the day was closed. */
const dayClosed = (state: DayState): Refusal =>
  new Refusal('day-signed-off', `This day was closed by ${state.events.at(-1)?.row.by_name}.`)

/**
 * Stores a blind count of the open block and keeps earlier ones. Throws 403 `insufficient-permissions` for another
 * person's line unless the caller has the role finance or admin; 400 with fields `paymentType` (not counted by hand),
 * `userID`, `date`, `drawer` (its notes and coins less the float are not the counted amount); 409 `day-signed-off`.
 */
export const countCashUp = async (
  locationID: LocationID,
  body: HandlerInput<'countCashUp'>['body'],
  context: CashUpContext,
): Promise<RouteAnswer<'countCashUp'>> => {
  const caller = requireCaller(context)
  const viewer = viewerOf(context)
  if (body.userID !== caller.userID && !viewer.isFinance) {
    throw new Refusal('insufficient-permissions', backOfficeFinanceWords.ownCountsOnly)
  }
  if (!countedTenders.includes(body.paymentType))
    throw invalidField('paymentType', backOfficeFinanceWords.cashAndChequesOnly)
  refuseCardNumber('note', body.note)
  if (body.drawer !== undefined && body.paymentType !== 'cash') {
    throw invalidField('drawer', backOfficeFinanceWords.drawerOfCash)
  }
  return inTransaction(context.db, async (db) => {
    const { location, state } = await lockDay(db, locationID, body, context)
    const counted = toMinor(body.counted)
    const problem = body.drawer === undefined ? null : drawerProblem(body.drawer, counted, location.currency.currency)
    if (problem !== null) throw invalidField('drawer', backOfficeFinanceWords.drawer[problem])
    const own = state.entries.filter((entry) => entry.userID === body.userID && entry.paymentType === body.paymentType)
    if (own.length === 0 && closesInForce(state.events).length > 0) throw dayClosed(state)
    if (own.length === 0 && !(await findNames(db, [body.userID])).has(body.userID)) {
      throw invalidField('userID', backOfficeFinanceWords.personNotFound)
    }
    // A count without a note is accepted. A refusal would reveal the expected amount to a caller who tries one sum
    // after another.
    await addCount(db, {
      count_id: context.newId(),
      location_id: locationID,
      date: body.date,
      user_id: body.userID,
      payment_type: body.paymentType,
      counted,
      expected: sumCashUp(own).expected,
      note: body.note.trim(),
      counted_by: caller.userID,
      counted_by_name: caller.name,
      counted_at: context.now,
      block: state.block,
      drawer: body.drawer === undefined ? null : JSON.stringify(body.drawer),
      float_amount: body.drawer === undefined ? null : toMinor(body.drawer.float),
    })
    return readDay(db, location, body.date, viewer)
  })
}

/**
 * Closes the open block of a day and freezes it: its lines, counts and lists, and the ids of its transactions. Throws
 * 409 `day-signed-off` when there is nothing to close; 409 `step-not-allowed`, whose message names the obstacle; 400
 * with fields `date`, `reason`.
 */
export const signOffCashUp = async (
  locationID: LocationID,
  body: HandlerInput<'signOffCashUp'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now'>,
): Promise<RouteAnswer<'signOffCashUp'>> => {
  const { date, note, reason = '' } = body
  refuseCardNumber('note', note)
  refuseCardNumber('reason', reason)
  return inTransaction(context.db, async (db) => {
    const { location, cashUp, state } = await lockDay(db, locationID, body, context)
    if (isDayClosed(cashUp)) throw dayClosed(state)
    const obstacle = signOffObstacle(cashUp)
    if (obstacle !== null) throw new Refusal('step-not-allowed', obstacle)
    const isEarly = isEarlyClose(toInstant(context.now * 1000), cashUp.lastAppointmentEnd)
    if (isEarly && reason.trim() === '') {
      throw invalidField('reason', backOfficeFinanceWords.earlyCloseReason)
    }
    const { lines, unissuedInvoices, undepositedCheques, overpayments } = cashUp
    const counts = {
      unissuedInvoices: countOutstanding(cashUp, 'unissuedInvoices'),
      undepositedCheques: countOutstanding(cashUp, 'undepositedCheques'),
      overpayments: countOutstanding(cashUp, 'overpayments'),
    }
    const frozen: FrozenBlock = { lines, unissuedInvoices, undepositedCheques, overpayments, counts }
    await addEvent(db, locationID, date, state, context, {
      kind: 'closed',
      note: note.trim(),
      early_reason: isEarly ? reason.trim() : '',
      document: JSON.stringify(frozen),
      transactions: JSON.stringify(state.entries.map(({ transactionID }) => transactionID)),
    })
    return readDay(db, location, date, viewerOf(context))
  })
}

/**
 * Reopens a closed day: all its money is in one open block again. The frozen blocks are kept. Throws 400 with fields
 * `reason`, `date`; 409 `step-not-allowed` when no close is in force.
 */
export const reopenCashUp = async (
  locationID: LocationID,
  { date, reason }: HandlerInput<'reopenCashUp'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now'>,
): Promise<RouteAnswer<'reopenCashUp'>> => {
  refuseCardNumber('reason', reason)
  if (reason.trim() === '') throw invalidField('reason', backOfficeFinanceWords.reopenReason)
  return inTransaction(context.db, async (db) => {
    const { location, state } = await lockDay(db, locationID, { date }, context)
    if (closesInForce(state.events).length === 0) {
      throw new Refusal('step-not-allowed', backOfficeFinanceWords.notClosed)
    }
    await addEvent(db, locationID, date, state, context, {
      kind: 'reopened',
      note: reason.trim(),
      early_reason: '',
      document: null,
      transactions: null,
    })
    return readDay(db, location, date, viewerOf(context))
  })
}

const addEvent = async (
  db: Database,
  locationID: LocationID,
  date: PlainDate,
  state: DayState,
  context: Pick<HandlerContext, 'caller' | 'now'>,
  event: Pick<CashUpEventRow, 'kind' | 'note' | 'early_reason' | 'document' | 'transactions'>,
): Promise<void> => {
  const { userID, name } = requireCaller(context)
  await addCashUpEvent(db, {
    location_id: locationID,
    date,
    place: state.block + 1,
    by_user: userID,
    by_name: name,
    at: context.now,
    ...event,
  })
}

/** The number of items of each list on the sheet. */
const printedRows = 100

/** More items than a list can have. */
const allRows = 1_000_000

const listOfTable: Partial<Readonly<Record<CashUpTableName, OutstandingList>>> = {
  invoices: 'unissuedInvoices',
  'outstanding-invoices': 'outstandingInvoices',
  cheques: 'undepositedCheques',
  overpayments: 'overpayments',
}

/** Returns how many items of each list a file has: all in the CSV table of the list, the first ones on the sheet. */
const rowsOfFile = (format: 'csv' | 'pdf', table: CashUpTableName): OutstandingRows => {
  if (format === 'pdf') return toOutstandingRows({}, printedRows)
  const list = listOfTable[table]
  return toOutstandingRows(list === undefined ? {} : { [list]: allRows })
}

/**
 * Returns the day as finance sees it, as a file: a CSV table for a spreadsheet, a PDF for the binder. The CSV table of
 * a list has all its items, the PDF the first of them.
 */
export const exportCashUp = async (
  locationID: LocationID,
  { date, format, table = 'takings' }: HandlerInput<'exportCashUp'>['query'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'readAuditHead'>,
): Promise<RouteAnswer<'exportCashUp'>> => {
  const location = await findPlace(context.db, locationID)
  const cashUp = await readDay(context.db, location, date, viewerOf(context), rowsOfFile(format, table))
  const name = `cash-up-${locationID}-${date}`
  if (format === 'csv') {
    const text = toCsv(cashUp, table, location.timezone)
    return { fileName: `${name}-${table}.csv`, base64: Buffer.from(text).toString('base64') }
  }
  const { bytes } = await drawOnPaper({
    kind: 'cash-up',
    cashUp,
    letterhead: letterheadOf(location),
    timezone: location.timezone,
    madeAt: toInstant(context.now * 1000),
    madeBy: requireCaller(context).name,
    auditHead: await context.readAuditHead(),
  })
  return { fileName: `${name}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
