import type { CashUpParts } from '#domain/finance/build-cash-up.ts'
import type { OutstandingPapers, OutstandingRows, OutstandingTotals } from '#domain/finance/outstanding.ts'
import type { Location } from '#domain/locations/location.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import {
  countOverpaidStudies,
  findOutstandingPapers,
  findOverpaidStudies,
  findPaidBills,
  sumOutstandingPapers,
} from '../repositories/outstanding-repository.ts'
import { findBlindElsewhere } from './blind-days.ts'
import { boundsOf } from './cash-up-entries.ts'

/** Reads what waits for finance on a day; nothing for other viewers, who see none of it. */
export const readOutstanding = async (
  db: Database,
  location: Location,
  date: PlainDate,
  viewer: CashUpParts['viewer'],
  rows: OutstandingRows,
) => {
  if (!viewer.isFinance) {
    return { unissued: [], outstanding: [], undeposited: [], paid: [], overpaid: [], totals: undefined, blind: [] }
  }
  const { locationID } = location
  const { from, to } = boundsOf(location, date)
  const papersOf = (list: OutstandingPapers) => findOutstandingPapers(db, locationID, { list, to, rows: rows[list] })
  const [unissued, outstanding, undeposited, sums, paid, overpaid, overpaidCount] = await Promise.all([
    papersOf('unissuedInvoices'),
    papersOf('outstandingInvoices'),
    papersOf('undepositedCheques'),
    sumOutstandingPapers(db, locationID, to),
    findPaidBills(db, locationID, from, to),
    findOverpaidStudies(db, locationID, rows.overpayments),
    countOverpaidStudies(db, locationID),
  ])
  const totalOf = (list: OutstandingPapers): OutstandingTotals[OutstandingPapers] => {
    const { count, sum } = sums.get(list) ?? { count: 0, sum: 0 }
    return { count, amount: list === 'undepositedCheques' ? null : toDecimalAmount(toMoney(sum)) }
  }
  const totals: OutstandingTotals = {
    unissuedInvoices: totalOf('unissuedInvoices'),
    outstandingInvoices: totalOf('outstandingInvoices'),
    undepositedCheques: totalOf('undepositedCheques'),
    overpayments: { count: overpaidCount, amount: null },
  }
  const blind = await findBlindElsewhere(
    db,
    location,
    date,
    undeposited,
    overpaid.map(({ study_id }) => study_id),
  )
  return { unissued, outstanding, undeposited, paid, overpaid, totals, blind }
}
