import type { Location } from '#domain/locations/location.ts'
import { toDecimalAmount, toMoney } from '#domain/money/money.ts'
import { buildCashUp, type CashUpEntry, type CashUpParts, sumCashUp } from '#domain/payments/build-cash-up.ts'
import type { CashUp, CashUpLine } from '#domain/payments/cash-up.ts'
import { ledgerKind, type TransactionDetails } from '#domain/payments/transaction.ts'
import { toEpochMs, toInstant } from '#domain/time/instant.ts'
import { dayBounds } from '#domain/time/location-clock.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import {
  type CashUpSignOffRow,
  type DayEntryRow,
  findCashUpSignOff,
  findCounts,
  findDayEntries,
  findOverpaidStudies,
  findPapersToDo,
  type StandingPaper,
} from '../repositories/cash-up-repository.ts'
import type { Database } from '../repositories/database.ts'
import { findOpenAttemptsAt, toOpenAttempt } from '../repositories/payment-attempts-repository.ts'
import { findNames } from '../repositories/transactions-repository.ts'

/** Who looks: finance sees all lines and lists. */
export type CashUpViewer = CashUpParts['viewer']

/** Stands for whoever did what nobody at a desk did: a member paying on their own, an attempt that was settled later. */
const nobody = { userID: '', userName: 'Not at a desk' } as const

/** Epoch seconds of a day of the location's calendar, [from, to). */
export const boundsOf = (location: Pick<Location, 'timezone'>, date: PlainDate): { from: number; to: number } => {
  const { from, to } = dayBounds(date, location.timezone)
  return { from: toEpochMs(from) / 1000, to: toEpochMs(to) / 1000 }
}

/** What moved money on a day, by who did it; refunds of credits move none. */
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
    ...(row.processed_by === null
      ? nobody
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

/** A location's day as its viewer may see it. */
export const readDay = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpViewer,
): Promise<CashUp> => {
  const { to } = boundsOf(location, date)
  const [entries, counts, papers, overpaid, attempts, signOff] = await Promise.all([
    findCashUpEntries(db, location, date),
    findCounts(db, location.locationID, date),
    findPapersToDo(db, location.locationID, to),
    findOverpaidStudies(db, location.locationID),
    findOpenAttemptsAt(db, location.locationID, to),
    findCashUpSignOff(db, location.locationID, date),
  ])
  const names = await findNames(
    db,
    counts.map((count) => count.user_id),
  )
  const cashUp = buildCashUp({
    locationID: location.locationID,
    date,
    currency: location.currency.currency,
    entries,
    counts: counts.map((count) => ({
      userID: count.user_id,
      userName: names.get(count.user_id) ?? count.user_id,
      paymentType: count.payment_type,
      counted: toMoney(count.counted),
      expected: toMoney(count.expected),
      note: count.note,
      countedBy: count.counted_by_name,
      countedAt: toInstant(count.counted_at * 1000),
    })),
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
    unissuedInvoices: papers.unissued.map(toPaper),
    undepositedCheques: papers.undeposited.map((paper) => ({
      ...toPaper(paper),
      referenceID: (JSON.parse(paper.row.details) as TransactionDetails).referenceID ?? '',
    })),
    overpayments: overpaid.map(({ study_id, balance }) => ({
      studyID: study_id as CashUp['overpayments'][number]['studyID'],
      amount: toDecimalAmount(toMoney(-balance)),
    })),
    signedOff: signOff === undefined ? null : toSignedOff(signOff),
    viewer,
  })
  return signOff === undefined
    ? cashUp
    : { ...cashUp, lines: cashUp.lines.map((line) => shownWhenClosed(line, entries)) }
}

const toPaper = ({ row, left }: StandingPaper): CashUp['unissuedInvoices'][number] => ({
  transactionID: row.transaction_id as CashUp['unissuedInvoices'][number]['transactionID'],
  studyID: row.study_id as CashUp['unissuedInvoices'][number]['studyID'],
  amount: toDecimalAmount(toMoney(left)),
  date: toInstant(row.transaction_time * 1000),
})

const toSignedOff = (row: CashUpSignOffRow): CashUp['signedOff'] => ({
  by: row.signed_by_name,
  at: toInstant(row.signed_at * 1000),
  note: row.note,
})

/**
 * A line of a closed day. Nobody counts it any more, so nothing is kept blind: what moved after the count shows as such, and
 * as a difference.
 */
const shownWhenClosed = (line: CashUpLine, entries: readonly CashUpEntry[]): CashUpLine => {
  if (line.expected !== null) return line
  const sums = sumCashUp(
    entries.filter(({ userID, paymentType }) => userID === line.userID && paymentType === line.paymentType),
  )
  const expected = toDecimalAmount(sums.expected)
  return {
    ...line,
    taken: toDecimalAmount(sums.taken),
    refunded: toDecimalAmount(sums.refunded),
    uncaptured: toDecimalAmount(sums.uncaptured),
    expected,
    difference: line.counted === null ? null : toDecimalAmount(toMoney(Math.round(line.counted * 100) - sums.expected)),
  }
}
