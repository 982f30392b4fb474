import { expect, it } from 'vitest'
import { readDay } from '#back-office/finance/cash-up-day.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { vancouver } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

const date = plainDateSchema.parse('2026-11-20')
const signedAt = Date.parse('2026-11-20T20:00:00Z') / 1000

/** A line as an earlier version froze it, without the list `counts`. */
const oldLine = {
  userID: 'u-1',
  userName: 'Robin Frost',
  paymentType: 'cash',
  taken: 100,
  refunded: 0,
  expected: 100,
  uncaptured: 0,
  isCounted: true,
  counted: 100,
  difference: 0,
  note: '',
  countedBy: 'Robin Frost',
  countedAt: '2026-11-20T19:00:00.000Z',
  isOutdated: false,
}

describeOnEachDatabase('a day that an earlier version closed', (databases) => {
  it('stays closed, with its frozen sums and every count', async () => {
    const { db, add, migrate } = await openBefore('021-cash-up-blocks', databases)
    const count = {
      ...{ location_id: 'ca-bc-1', date, user_id: 'u-1', payment_type: 'cash', expected: 10_000, note: '' },
      ...{ counted_by: 'u-1', counted_by_name: 'Robin Frost', counted_at: signedAt - 3600 },
    }
    await add('cash_up_count', [
      { ...count, count_id: 'c-1', counted: 9_000, place: 1 },
      { ...count, count_id: 'c-2', counted: 10_000, place: 2 },
    ])
    const lists = { openAttempts: [], unissuedInvoices: [], undepositedCheques: [], overpayments: [] }
    await db
      .insertInto('cash_up_sign_off')
      .values({
        ...{ location_id: 'ca-bc-1', date, signed_by: 'u-2', signed_by_name: 'Alex Finch', signed_at: signedAt },
        note: 'all well',
        document: JSON.stringify({ locationID: 'ca-bc-1', date, lines: [oldLine], ...lists, signedOff: null }),
      })
      .execute()
    await migrate()
    const day = await readDay(db, vancouver, date, { userID: 'u-2', isFinance: true })
    expect(day).toMatchObject({
      block: 1,
      lines: [],
      closed: [{ closedBy: 'Alex Finch', note: 'all well', lines: [{ taken: 100, counted: 100 }] }],
      events: [{ kind: 'closed', by: 'Alex Finch' }],
    })
    expect(day.closed[0]?.lines[0]?.counts).toMatchObject([
      { counted: 90, difference: -10 },
      { counted: 100, difference: 0 },
    ])
  })
})
