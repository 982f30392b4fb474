import {
  blindEntries,
  buildCashUp,
  type CashUpCount,
  type CashUpEntry,
  type CashUpParts,
} from '#domain/finance/build-cash-up.ts'
import { type CashUp, type ClosedBlock, frozenBlockSchema } from '#domain/finance/cash-up.ts'
import {
  type CashUpEvent,
  closesInForce,
  entriesOfOpenBlock,
  isVoidedBlock,
  openBlockOf,
} from '#domain/finance/cash-up-blocks.ts'
import { type Drawer, drawerSchema } from '#domain/finance/count-drawer.ts'
import type { Location } from '#domain/locations/location.ts'
import { ledgerKind } from '#domain/payments/transaction.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { dayBounds, toWallTime } from '#domain/values/location-clock.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import {
  type CashUpCountRow,
  type CashUpEventRow,
  type DayEntryRow,
  findCashUpEvents,
  findCountedMoney,
  findCounts,
  findDayEntries,
  findFloats,
  findLastAppointmentEnd,
  findOpenBillsAndCheques,
  findOverpaidStudies,
  type OpenBillOrCheque,
  type PaidBill,
} from '../repositories/cash-up-repository.ts'
import { findOpenAttemptsAt, toOpenAttempt } from '../repositories/payment-attempts-repository.ts'
import { detailsOf, findNames } from '../repositories/transactions-repository.ts'

/** The user who reads the day: finance sees all lines and lists. */
export type CashUpViewer = CashUpParts['viewer']

/** Shown as the user of an entry that has no user, such as a prepaid amount that the import command recorded. */
const notAtADesk = { userID: '', userName: 'Not at a desk' } as const

/** Returns the start and end of a day in the location's time zone, [from, to), in epoch seconds. */
const boundsOf = (location: Pick<Location, 'timezone'>, date: PlainDate): { from: number; to: number } => {
  const { from, to } = dayBounds(date, location.timezone)
  return { from: toEpochMs(from) / 1000, to: toEpochMs(to) / 1000 }
}

/** Returns a day's money movements with their users, without refunds of credits. */
export const findCashUpEntries = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  date: PlainDate,
): Promise<readonly CashUpEntry[]> => {
  const { from, to } = boundsOf(location, date)
  const rows = (await findDayEntries(db, location.locationID, from, to)).filter(movesMoney)
  const names = await findNames(
    db,
    rows.flatMap((row) => row.processed_by ?? []),
  )
  return rows.map((row) => ({
    transactionID: row.transaction_id,
    time: row.transaction_time,
    studyID: row.study_id,
    ...(row.processed_by === null
      ? notAtADesk
      : { userID: row.processed_by, userName: names.get(row.processed_by) ?? row.processed_by }),
    paymentType: row.payment_type,
    kind: ledgerKind(row.transaction_type) === 'refund' ? 'refund' : 'payment',
    amount: toMoney(row.amount),
    status: row.undone_status ?? row.status,
  }))
}

const movesMoney = (row: DayEntryRow): boolean =>
  ledgerKind(row.transaction_type) === 'payment' ||
  row.undone_type === null ||
  ledgerKind(row.undone_type) === 'payment'

/** A close or a reopening with its row. */
type DayEvent = CashUpEvent & { readonly row: CashUpEventRow }

const toEvent = (row: CashUpEventRow): DayEvent => ({
  row,
  place: row.place,
  kind: row.kind,
  at: toInstant(row.at * 1000),
  transactionIDs: row.transactions === null ? null : (JSON.parse(row.transactions) as readonly string[]),
})

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

/** Returns the notes and coins of a count; nothing for a count of a sum. */
const drawerOf = ({ drawer }: CashUpCountRow): { readonly drawer?: Drawer } =>
  drawer === null ? {} : { drawer: drawerSchema.parse(JSON.parse(drawer)) }

/** Reads a day's events, and the entries and counts of its open block. */
const readDayState = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  date: PlainDate,
): Promise<DayState> => {
  // The entries are read last, so that an entry stored during these reads belongs to the open block.
  const events = (await findCashUpEvents(db, location.locationID, date)).map(toEvent)
  const countRows = await findCounts(db, location.locationID, date)
  const block = openBlockOf(events)
  const entries = entriesOfOpenBlock(events, await findCashUpEntries(db, location, date))
  const names = await findNames(
    db,
    countRows.map((row) => row.user_id),
  )
  const toCount = (row: CashUpCountRow): CashUpCount => ({
    userID: row.user_id,
    userName: names.get(row.user_id) ?? row.user_id,
    paymentType: row.payment_type,
    counted: toMoney(row.counted),
    expected: toMoney(row.expected),
    note: row.note,
    countedBy: row.counted_by_name,
    countedAt: toInstant(row.counted_at * 1000),
    ...drawerOf(row),
  })
  const counts = countRows.filter((row) => Number(row.block) === block).map(toCount)
  const voidedCounts = countRows.filter((row) => isVoidedBlock(events, Number(row.block))).map(toCount)
  return { events, block, entries, counts, voidedCounts, countRows }
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
    ...frozen,
    lines: row.transactions === null ? frozen.lines.map((line) => ({ ...line, counts: countsOf(line) })) : frozen.lines,
    closedBy: row.by_name,
    closedAt: toInstant(row.at * 1000),
    note: row.note,
    earlyReason: row.early_reason,
  }
}

/** Returns the entries that must still be counted blind, of the days on which transactions were recorded. */
export const findBlindOnDaysOf = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  rows: readonly { readonly transaction_time: number }[],
  without?: PlainDate,
): Promise<readonly CashUpEntry[]> => {
  const dates = new Set(rows.map((row) => toWallTime(toInstant(row.transaction_time * 1000), location.timezone).date))
  if (without !== undefined) dates.delete(without)
  const blind: CashUpEntry[] = []
  for (const other of dates) {
    const { entries, counts } = await readDayState(db, location, other)
    blind.push(...blindEntries(entries, counts))
  }
  return blind
}

/**
 * Returns the entries of other days that must still be counted blind. Reads the days of the listed cheques, and the
 * days on which overpaid studies have cash or cheques.
 */
const findBlindElsewhere = async (
  db: Database,
  location: Location,
  date: PlainDate,
  cheques: readonly OpenBillOrCheque[],
  overpaid: readonly string[],
): Promise<readonly CashUpEntry[]> => {
  const rows = [...cheques.map(({ row }) => row), ...(await findCountedMoney(db, overpaid))]
  return findBlindOnDaysOf(db, location, rows, date)
}

/** Reads a location's day as its viewer may see it. */
export const readDay = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpViewer,
): Promise<CashUp> => (await readDayWithState(db, location, date, viewer)).cashUp

/** Reads the day together with the transactions of its open block, from one read of the ledger. */
export const readDayWithState = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpViewer,
): Promise<{ readonly cashUp: CashUp; readonly state: DayState }> => {
  const { from, to } = boundsOf(location, date)
  const [papers, overpaid, attempts, lastEnd, floats] = await Promise.all([
    findOpenBillsAndCheques(db, location.locationID, from, to),
    findOverpaidStudies(db, location.locationID),
    findOpenAttemptsAt(db, location.locationID, to),
    findLastAppointmentEnd(db, location.locationID, from, to),
    findFloats(db, location.locationID, date),
  ])
  const blind = viewer.isFinance
    ? await findBlindElsewhere(
        db,
        location,
        date,
        papers.undeposited,
        overpaid.map(({ study_id }) => study_id),
      )
    : []
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
    overpayments: overpaid.map(({ study_id, balance }) => ({
      studyID: study_id as CashUp['overpayments'][number]['studyID'],
      amount: toDecimalAmount(toMoney(-balance)),
    })),
    blindElsewhere: new Set(blind.map(({ transactionID }) => transactionID)),
    blindStudiesElsewhere: new Set(blind.map(({ studyID }) => studyID)),
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
