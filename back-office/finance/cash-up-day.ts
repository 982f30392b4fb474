import { buildCashUp, type CashUpCount, type CashUpEntry, type CashUpParts } from '#domain/finance/build-cash-up.ts'
import { type CashUp, type ClosedBlock, type FrozenBlock, frozenBlockSchema } from '#domain/finance/cash-up.ts'
import {
  type CashUpEvent,
  closesInForce,
  entriesOfOpenBlock,
  isVoidedBlock,
  openBlockOf,
} from '#domain/finance/cash-up-blocks.ts'
import { type OutstandingRows, outstandingPage, toOutstandingRows } from '#domain/finance/outstanding.ts'
import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import {
  type CashUpCountRow,
  type CashUpEventRow,
  findCashUpEvents,
  findCounts,
  findFloats,
  findLastAppointmentEnd,
} from '../repositories/cash-up-repository.ts'
import type { OpenBillOrCheque, PaidBill } from '../repositories/outstanding-repository.ts'
import { findOpenAttemptsAt, toOpenAttempt } from '../repositories/payment-attempts-repository.ts'
import { detailsOf, findNames } from '../repositories/transactions-repository.ts'
import { boundsOf, drawerOf, findCashUpEntries, notAtADesk, toCount, toEvent } from './cash-up-entries.ts'
import { readOutstanding } from './outstanding-day.ts'

/** The user who reads the day: finance sees all lines and lists. */
export type CashUpViewer = CashUpParts['viewer']

/** A close or a reopening with its row. */
type DayEvent = CashUpEvent & { readonly row: CashUpEventRow }

/** A day's events, with its counts and the entries of its open block. */
export type DayState = {
  readonly events: readonly DayEvent[]
  /** The number of the open block. */
  readonly block: number
  /** The entries of the open block. */
  readonly entries: readonly CashUpEntry[]
  /** The counts of the open block, oldest first. */
  readonly counts: readonly CashUpCount[]
  /** The counts of the blocks that a reopening voided, oldest first. */
  readonly voidedCounts: readonly CashUpCount[]
  /** The counts of all blocks. */
  readonly countRows: readonly CashUpCountRow[]
}

/** Reads a day's events, and the entries and counts of its open block. */
const readDayState = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  date: PlainDate,
): Promise<DayState> => {
  // The entries are read last, so that an entry stored during these reads belongs to the open block.
  const events = (await findCashUpEvents(db, location.locationID, date)).map((row) => ({ ...toEvent(row), row }))
  const countRows = await findCounts(db, location.locationID, [date])
  const block = openBlockOf(events)
  const entries = entriesOfOpenBlock(events, await findCashUpEntries(db, location, date))
  const names = await findNames(
    db,
    countRows.map((row) => row.user_id),
  )
  const counts = countRows.filter((row) => Number(row.block) === block).map((row) => toCount(row, names))
  const voidedCounts = countRows
    .filter((row) => isVoidedBlock(events, Number(row.block)))
    .map((row) => toCount(row, names))
  return { events, block, entries, counts, voidedCounts, countRows }
}

/** Returns the first items of each list, and its total. Earlier versions of Atrium froze whole lists without totals. */
const firstOfFrozen = (frozen: FrozenBlock): FrozenBlock => {
  const { unissuedInvoices, undepositedCheques, overpayments } = frozen
  return {
    ...frozen,
    unissuedInvoices: unissuedInvoices.slice(0, outstandingPage),
    undepositedCheques: undepositedCheques.slice(0, outstandingPage),
    overpayments: overpayments.slice(0, outstandingPage),
    counts: frozen.counts ?? {
      unissuedInvoices: unissuedInvoices.length,
      undepositedCheques: undepositedCheques.length,
      overpayments: overpayments.length,
    },
  }
}

/**
 * Reads the block that was frozen when the day was closed. A block that an earlier version of Atrium froze has no
 * counts of its own, so it receives the counts of the day's first block.
 */
const toClosedBlock = ({ row }: DayEvent, countRows: readonly CashUpCountRow[]): ClosedBlock => {
  const frozen = frozenBlockSchema.parse(JSON.parse(row.document ?? 'null'))
  const countsOf = (line: ClosedBlock['lines'][number]): ClosedBlock['lines'][number]['counts'] =>
    countRows
      .filter((one) => Number(one.block) === 0 && one.user_id === line.userID && one.payment_type === line.paymentType)
      .map((one) => ({
        counted: toDecimalAmount(toMoney(one.counted)),
        difference: toDecimalAmount(toMoney(one.counted - one.expected)),
        note: one.note,
        countedBy: one.counted_by_name,
        countedAt: toInstant(one.counted_at * 1000),
        ...drawerOf(one),
      }))
  return {
    ...firstOfFrozen(frozen),
    lines: row.transactions === null ? frozen.lines.map((line) => ({ ...line, counts: countsOf(line) })) : frozen.lines,
    closedBy: row.by_name,
    closedAt: toInstant(row.at * 1000),
    note: row.note,
    earlyReason: row.early_reason,
  }
}

/** Reads a location's day as its viewer may see it, with the first items of each list that grows. */
export const readDay = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpViewer,
  rows?: OutstandingRows,
): Promise<CashUp> => (await readDayWithState(db, location, date, viewer, rows)).cashUp

/** Reads the day together with the transactions of its open block, from one read of the ledger. */
export const readDayWithState = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpViewer,
  rows: OutstandingRows = toOutstandingRows(),
): Promise<{ readonly cashUp: CashUp; readonly state: DayState }> => {
  const { from, to } = boundsOf(location, date)
  const [papers, attempts, lastEnd, floats] = await Promise.all([
    readOutstanding(db, location, date, viewer, rows),
    findOpenAttemptsAt(db, location.locationID, to),
    findLastAppointmentEnd(db, location.locationID, from, to),
    findFloats(db, location.locationID, date),
  ])
  const payers = await findNames(
    db,
    papers.paid.flatMap(({ step }) => step.processed_by ?? []),
  )
  const state = await readDayState(db, location, date)
  const cashUp = buildCashUp({
    locationID: location.locationID,
    date,
    currency: location.currency.currency,
    block: state.block,
    entries: state.entries,
    counts: state.counts,
    closed: closesInForce(state.events).map((event) => toClosedBlock(event, state.countRows)),
    voidedCounts: state.voidedCounts,
    floats: new Map([...floats].map(([userID, float]) => [userID, toMoney(float)])),
    events: state.events.map(({ row, kind, at }) => ({
      kind,
      by: row.by_name,
      at,
      note: row.note,
      earlyReason: row.early_reason,
    })),
    lastAppointmentEnd: lastEnd === null ? null : toInstant(lastEnd * 1000),
    openAttempts: attempts.map((attempt) => {
      const { attemptID, amount, since, by, driver } = toOpenAttempt(attempt)
      return {
        attemptID,
        studyID: attempt.study_id as CashUp['openAttempts'][number]['studyID'],
        amount,
        since,
        by,
        driver,
      }
    }),
    unissuedInvoices: papers.unissued.map(toOpenItem),
    outstandingInvoices: papers.outstanding.map(toOpenItem),
    paidInvoices: papers.paid.map((paper) => toPaidInvoice(paper, payers)),
    undepositedCheques: papers.undeposited.map((paper) => ({
      ...toOpenItem(paper),
      referenceID: detailsOf(paper.row).referenceID ?? '',
      currency: paper.row.currency,
      version: paper.version,
    })),
    overpayments: papers.overpaid.map(({ study_id, balance }) => ({
      studyID: study_id as CashUp['overpayments'][number]['studyID'],
      amount: toDecimalAmount(toMoney(-balance)),
    })),
    totals: papers.totals,
    blindElsewhere: new Set(papers.blind.map(({ transactionID }) => transactionID)),
    blindStudiesElsewhere: new Set(papers.blind.map(({ studyID }) => studyID)),
    viewer,
  })
  return { cashUp, state }
}

const toPaidInvoice = (paper: PaidBill, names: ReadonlyMap<string, string>): CashUp['paidInvoices'][number] => {
  const { transactionID, studyID, amount } = toOpenItem(paper)
  const { step } = paper
  return {
    transactionID,
    studyID,
    amount: step.amount === null ? amount : toDecimalAmount(toMoney(step.amount)),
    paymentMethod: step.payment_method,
    by: names.get(step.processed_by ?? '') ?? notAtADesk.userName,
    at: toInstant(step.at * 1000),
  }
}

const toOpenItem = ({ row, left }: OpenBillOrCheque): CashUp['unissuedInvoices'][number] => ({
  transactionID: row.transaction_id as CashUp['unissuedInvoices'][number]['transactionID'],
  studyID: row.study_id as CashUp['unissuedInvoices'][number]['studyID'],
  amount: toDecimalAmount(toMoney(left)),
  date: toInstant(row.transaction_time * 1000),
})
