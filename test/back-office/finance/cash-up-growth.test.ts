import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#back-office/database/database.ts'
import { readCashUp } from '#back-office/finance/cash-up.ts'
import { readCashUpDetails } from '#back-office/finance/cash-up-details.ts'
import type { HandlerContext } from '#back-office/kernel/handler.ts'
import { countOutstanding, outstandingLists, outstandingPage, toOutstandingRows } from '#domain/finance/outstanding.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { fillPastPayments } from '#test/fixtures/payments/past-payments.ts'

const locationID = clinic.home as LocationID
/** Noon of 15 Sep 2026 in Vancouver. */
const noon = 1_789_498_800
const date = '2026-09-15' as PlainDate

type Query = { readonly sql: string; readonly parameters: readonly unknown[] }

/** Returns the database with a list that receives its statements and the number of rows that they return. */
const watch = (db: Database) => {
  const seen = { queries: [] as Query[], rows: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      seen.queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => {
      seen.rows += result.rows.length
      return result
    },
  }
  return { db: db.withPlugin(plugin), seen }
}

const caller = { userID: 'u-admin', roles: ['finance'] } as unknown as HandlerContext['caller']

/** Reads the day and its details, with the statements and the number of rows that they returned. */
const read = async (office: RunningBackOffice) => {
  const { db, seen } = watch(office.db)
  const context = { db, caller, setAuditSubject: () => {} }
  const day = await readCashUp(locationID, { date, ...toOutstandingRows() }, context)
  const details = await readCashUpDetails(locationID, { date, ...toOutstandingRows() }, context)
  return { day, details, ...seen }
}

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the cash-up of a clinic with a past on ${engine.kind}`, () => {
    let office: RunningBackOffice
    const fill = (studies: number, before: number) =>
      fillPastPayments(office.db, {
        ...{ locationID, memberID: clinic.member, userID: 'u-frontdesk', newest: noon },
        studies,
        before,
      })
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(() => office.stop())

    it('reads and answers no more when the clinic has three times as many studies', { timeout: 120_000 }, async () => {
      // So many that each list has more than a page.
      await fill(2000, 0)
      const young = await read(office)
      expect(outstandingLists.map((list) => young.day[list].length)).toEqual(
        outstandingLists.map(() => outstandingPage),
      )
      await fill(4000, 2000)
      const old = await read(office)
      expect(outstandingLists.map((list) => countOutstanding(old.day, list))).toEqual([120, 60, 60, 60])
      expect(old.queries.length).toBe(young.queries.length)
      // The pages are of other days, which have a few rows more or less.
      expect(old.rows).toBeLessThan(young.rows * 1.1)
      const sizeOf = ({ day, details }: typeof old): number => JSON.stringify({ ...day, ...details }).length
      // A member of the day that is also on a page is named once.
      expect(sizeOf(old)).toBeLessThan(sizeOf(young) * 1.02)
      if (engine.kind !== 'sqlite') return
      const plans = await Promise.all(old.queries.map((query) => planOf(office.db, query)))
      expect(plans.flat().filter(readsThePast)).toEqual([])
    })

    it('lists the oldest items first, and as many as were asked for', async () => {
      const { db } = office
      const day = await readCashUp(locationID, { date, unissuedInvoices: 50 }, { db, caller })
      expect(day.unissuedInvoices).toHaveLength(50)
      expect(day.outstandingInvoices).toHaveLength(outstandingPage)
      const dates = day.unissuedInvoices.map((one) => one.date)
      expect(dates).toEqual(dates.toSorted())
      expect(day.totals?.unissuedInvoices).toEqual({ count: 120, amount: 12_000 })
      expect(day.totals?.undepositedCheques).toEqual({ count: 60, amount: null })
      // An item that was recorded after the day does not belong to it.
      const earlier = await readCashUp(locationID, { date: '2026-08-15' as PlainDate }, { db, caller })
      expect(countOutstanding(earlier, 'unissuedInvoices')).toBeLessThan(120)
    })

    it('sends an earlier version of the workstation, which names no numbers, every item', async () => {
      const { db } = office
      const day = await readCashUp(locationID, { date }, { db, caller })
      expect(outstandingLists.map((list) => day[list].length)).toEqual([120, 60, 60, 60])
    })
  })
}

const planOf = async (db: Database, { sql, parameters }: Query): Promise<readonly string[]> => {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  return rows.map(({ detail }) => detail)
}

/** The tables that grow with the past. `outstanding_item` and the index of overpaid studies have only what is open. */
const readsThePast = (line: string): boolean =>
  /^SCAN ("?transaction"?|transaction_step|step|study|payment_attempt|cash_up_\w+)\b/.test(line) ||
  /^SEARCH transaction USING INDEX transaction_by_day (?!.*transaction_time>)/.test(line) ||
  (/^SEARCH (transaction|study|payment_attempt|cash_up_\w+) .*\(location_id=\?\)$/.test(line) &&
    !/study_overpaid/.test(line))
