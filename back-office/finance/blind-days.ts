import { blindEntries, type CashUpEntry, countedTenders } from '#domain/finance/build-cash-up.ts'
import { entriesOfOpenBlock, openBlockOf } from '#domain/finance/cash-up-blocks.ts'
import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import { findCountedMoney, findCounts, findDayEntries, findEventsOfDays } from '../repositories/cash-up-repository.ts'
import type { OpenBillOrCheque } from '../repositories/outstanding-repository.ts'
import { boundsOf, movesMoney, toCashUpEntry, toCount, toEvent } from './cash-up-entries.ts'

/** The days that one statement reads: SQLite limits the depth of a condition. */
const daysAtOnce = 100

/** Returns the entries that must still be counted blind, of the days on which transactions were recorded. */
export const findBlindOnDaysOf = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  rows: readonly { readonly transaction_time: number }[],
  without?: PlainDate,
): Promise<readonly CashUpEntry[]> => {
  const dates = new Set(rows.map((row) => dayOf(location, row.transaction_time)))
  if (without !== undefined) dates.delete(without)
  const all = [...dates]
  const blind: CashUpEntry[] = []
  for (let from = 0; from < all.length; from += daysAtOnce) {
    blind.push(...(await findBlindOnDays(db, location, all.slice(from, from + daysAtOnce))))
  }
  return blind
}

/** Returns the date of an instant in the location's time zone, from epoch seconds. */
export const dayOf = (location: Pick<Location, 'timezone'>, seconds: number): PlainDate =>
  toWallTime(toInstant(seconds * 1000), location.timezone).date

/** Reads several days at once: their number does not change the number of statements. */
const findBlindOnDays = async (
  db: Database,
  location: Pick<Location, 'locationID' | 'timezone'>,
  dates: readonly PlainDate[],
): Promise<readonly CashUpEntry[]> => {
  const { locationID } = location
  // In the order of `readDayState`: an entry stored during these reads belongs to the open block.
  const events = Map.groupBy(await findEventsOfDays(db, locationID, dates), ({ date }) => date)
  const counts = Map.groupBy(await findCounts(db, locationID, dates), ({ date }) => date)
  const spans = dates.map((date) => boundsOf(location, date))
  const rows = (await findDayEntries(db, locationID, spans, countedTenders)).filter(movesMoney)
  const entries = Map.groupBy(rows, (row) => dayOf(location, row.transaction_time))
  // Only what decides whether a line is blind; no name is shown.
  const names = new Map<string, string>()
  return dates.flatMap((date) => {
    const ofDay = (events.get(date) ?? []).map(toEvent)
    const open = entriesOfOpenBlock(
      ofDay,
      (entries.get(date) ?? []).map((row) => toCashUpEntry(row, names)),
    )
    const block = openBlockOf(ofDay)
    const counted = (counts.get(date) ?? []).filter((row) => Number(row.block) === block)
    return blindEntries(
      open,
      counted.map((row) => toCount(row, names)),
    )
  })
}

/**
 * Returns the entries of other days that must still be counted blind. Reads the days of the listed cheques, and the
 * days on which overpaid studies have cash or cheques.
 */
export const findBlindElsewhere = async (
  db: Database,
  location: Location,
  date: PlainDate,
  cheques: readonly OpenBillOrCheque[],
  overpaid: readonly string[],
): Promise<readonly CashUpEntry[]> => {
  const rows = [...cheques.map(({ row }) => row), ...(await findCountedMoney(db, overpaid))]
  return findBlindOnDaysOf(db, location, rows, date)
}
