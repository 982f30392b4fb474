import type { CashUpCount, CashUpEntry } from '#domain/finance/build-cash-up.ts'
import type { CashUpEvent } from '#domain/finance/cash-up-blocks.ts'
import { type Drawer, drawerSchema } from '#domain/finance/count-drawer.ts'
import type { Location } from '#domain/locations/location.ts'
import { ledgerKind } from '#domain/payments/transaction.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { dayBounds } from '#domain/values/location-clock.ts'
import { toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import {
  type BareEventRow,
  type CashUpCountRow,
  type DayEntryRow,
  findDayEntries,
  type Span,
} from '../repositories/cash-up-repository.ts'
import { findNames } from '../repositories/transactions-repository.ts'

/** Shown as the user of an entry that has no user, such as a prepaid amount that the import command recorded. */
export const notAtADesk = { userID: '', userName: 'Not at a desk' } as const

/** Returns the start and end of a day in the location's time zone, [from, to), in epoch seconds. */
export const boundsOf = (location: Pick<Location, 'timezone'>, date: PlainDate): Span => {
  const { from, to } = dayBounds(date, location.timezone)
  return { from: toEpochMs(from) / 1000, to: toEpochMs(to) / 1000 }
}

/** Returns a day's money movements with their users, without refunds of credits. */
export const findCashUpEntries = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  date: PlainDate,
): Promise<readonly CashUpEntry[]> => {
  const rows = (await findDayEntries(db, location.locationID, [boundsOf(location, date)])).filter(movesMoney)
  const names = await findNames(
    db,
    rows.flatMap((row) => row.processed_by ?? []),
  )
  return rows.map((row) => toCashUpEntry(row, names))
}

/** Returns a row as an entry. `names` has the full names of users by id. */
export const toCashUpEntry = (row: DayEntryRow, names: ReadonlyMap<string, string>): CashUpEntry => ({
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
})

/** Returns whether an entry moves money: not a removed discount and not a refund of credits. */
export const movesMoney = (row: DayEntryRow): boolean =>
  ledgerKind(row.transaction_type) === 'payment' ||
  row.undone_type === null ||
  ledgerKind(row.undone_type) === 'payment'

/** Returns a row of a close or of a reopening as an event. */
export const toEvent = (row: BareEventRow): CashUpEvent => ({
  place: row.place,
  kind: row.kind,
  at: toInstant(row.at * 1000),
  transactionIDs: row.transactions === null ? null : (JSON.parse(row.transactions) as readonly string[]),
})

/** Returns the notes and coins of a count; nothing for a count of a sum. */
export const drawerOf = ({ drawer }: CashUpCountRow): { readonly drawer?: Drawer } =>
  drawer === null ? {} : { drawer: drawerSchema.parse(JSON.parse(drawer)) }

/** Returns a row as a count. `names` has the full names of users by id. */
export const toCount = (row: CashUpCountRow, names: ReadonlyMap<string, string>): CashUpCount => ({
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
