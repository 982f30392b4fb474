import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import {
  type AccountName,
  anAttemptRow,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { createRandom } from '../fixtures/random.ts'
import { readPdf } from '../paper/stamp/read-pdf.ts'
import { createPaymentActs, fillMoney, refusalOf } from './money-clinic.ts'

const day = 86_400

/** The contract of the cash-up, over HTTP and on each database. Each test uses a separate day. */
export const describeFinance = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`the cash-up of the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createPaymentActs>
    let date: string
    beforeAll(async () => {
      office = await runBackOffice(engine, { reconciliation: true })
      await fillMoney(office)
      desk = createPaymentActs(office)
    })
    beforeEach(() => {
      office.advance(day)
      date = new Date(office.now() * 1000).toISOString().slice(0, 10)
    })
    afterAll(async () => {
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const params = { locationID: clinic.home }
    const read = async (who: AccountName = 'admin', of = date): Promise<CashUp> => {
      const answer = await desk.ask('readCashUp', { params, query: { date: of } }, who)
      expect(answer.status).toBe(200)
      return backOfficeRoutes.readCashUp.answer.parse(answer.body)
    }
    const count = (counted: number, more: object = {}, who: AccountName = 'frontdesk', key?: string) => {
      const body = { date, userID: 'u-frontdesk', paymentType: 'cash', counted, note: '', ...more }
      return desk.ask('countCashUp', { params, body }, who, key)
    }
    const signOff = (who: AccountName = 'admin', note = '', more: object = {}) =>
      desk.ask('signOffCashUp', { params, body: { date, note, reason: 'The scanner is down', ...more } }, who)
    const reopen = (reason = 'The float was counted too', who: AccountName = 'admin') =>
      desk.ask('reopenCashUp', { params, body: { date, reason } }, who)
    /** Records 100 by e-transfer, and 100 by card that is not captured. */
    const authorize = async (): Promise<void> => {
      const id = await desk.newStudy()
      const { transaction } = (await desk.pay(id, { paymentType: 'eTransfer', amount: 100, referenceID: 'E2' })).body
      const row = await office.db
        .selectFrom('transaction')
        .selectAll()
        .where('transaction_id', '=', transaction.transactionID)
        .executeTakeFirstOrThrow()
      await office.db
        .insertInto('transaction')
        .values({
          ...row,
          transaction_id: `${row.transaction_id}-held`,
          request_key: null,
          place: row.place + 1,
          payment_type: 'card',
          status: 'requires_capture',
        })
        .execute()
    }
    const lineOf = (cashUp: CashUp, paymentType: string, userID = 'u-frontdesk'): CashUpLine | undefined =>
      cashUp.lines.find((line) => line.paymentType === paymentType && line.userID === userID)

    describe('the details behind the figures', () => {
      const details = async (who: AccountName = 'admin') => {
        const answer = await desk.ask('readCashUpDetails', { params, query: { date } }, who)
        expect(answer.status).toBe(200)
        return backOfficeRoutes.readCashUpDetails.answer.parse(answer.body)
      }

      it('names member, study, author and time, and hides amounts that are to be counted blind', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await desk.pay(id, { paymentType: 'eTransfer', amount: 20, referenceID: 'E1' }, 'sales')
        const { transactions, members } = await details()
        expect(
          transactions.map(({ paymentType, amount, studyID }) => [paymentType, amount, studyID]).toSorted(),
        ).toEqual([
          ['cash', null, id],
          ['eTransfer', 20, id],
        ])
        expect(members.find(({ studyID }) => studyID === id)).toMatchObject({
          name: expect.stringContaining('Silva'),
          dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          lastAt: expect.any(String),
        })
        expect((await count(100)).status).toBe(200)
        const counted = (await details()).transactions.find(({ paymentType }) => paymentType === 'cash')
        expect(counted).toMatchObject({ amount: 100, userID: 'u-frontdesk', kind: 'payment', block: null })
      })

      it('shows staff only their own transactions, and no members from the finance lists', async () => {
        const [own, other] = [await desk.newStudy(), await desk.newStudy()]
        await desk.cash(own, 100)
        await desk.pay(other, { paymentType: 'eTransfer', amount: 20, referenceID: 'E1' }, 'sales')
        const seen = await details('frontdesk')
        expect(seen.transactions.map(({ studyID }) => studyID)).toEqual([own])
        expect(seen.members.map(({ studyID }) => studyID)).toEqual([own])
        const { members } = await details()
        expect(members.map(({ studyID }) => studyID)).toEqual(expect.arrayContaining([own, other]))
        const audited = office.db
          .selectFrom('audit')
          .select('action')
          .where('action', '=', 'finance.transactions-viewed')
        expect((await audited.execute()).length).toBeGreaterThanOrEqual(2)
      })

      it('names the members of open card payments to all staff who see these payments', async () => {
        const id = await desk.newStudy()
        const attempt_id = `attempt-${engine.kind}-named`
        await office.db
          .insertInto('payment_attempt')
          .values({ ...anAttemptRow(id, office.now()), attempt_id })
          .execute()
        expect((await read('frontdesk')).openAttempts.map(({ studyID }) => studyID)).toEqual([id])
        expect((await details('frontdesk')).members.map(({ studyID }) => studyID)).toEqual([id])
        const end = { state: 'cancelled', settled_at: office.now() } as const
        await office.db.updateTable('payment_attempt').set(end).where('attempt_id', '=', attempt_id).execute()
      })

      it('distinguishes transactions of the closed block from later money', async () => {
        const id = await desk.newStudy()
        await desk.pay(id, { paymentType: 'eTransfer', amount: 20, referenceID: 'E1' })
        expect((await signOff()).status).toBe(200)
        await desk.pay(id, { paymentType: 'eTransfer', amount: 30, referenceID: 'E2' })
        const { transactions } = await details()
        expect(transactions.map(({ amount, block }) => [amount, block]).toSorted()).toEqual([
          [20, 0],
          [30, null],
        ])
      })
    })

    describe('a drawer', () => {
      const drawer = (pieces: object, float: number) => ({ drawer: { pieces, float } })

      it('is counted by notes and coins less its float, which the next day proposes', async () => {
        await desk.cash(await desk.newStudy(), 395)
        const counted = await count(395, drawer({ 10000: 5, 2000: 4, 500: 3 }, 200))
        expect(counted.status).toBe(200)
        const line = lineOf(await read(), 'cash')
        expect(line).toMatchObject({ counted: 395, difference: 0, float: 200 })
        expect(line?.counts[0]?.drawer).toEqual({ pieces: { 500: 3, 2000: 4, 10000: 5 }, float: 200 })
        office.advance(day)
        date = new Date(office.now() * 1000).toISOString().slice(0, 10)
        await desk.cash(await desk.newStudy(), 10)
        expect(lineOf(await read(), 'cash')).toMatchObject({ counted: null, float: 200, expected: null })
      })

      it.each([
        ['notes and coins that do not add up to the counted amount', 400, {}, { 10000: 5 }, 200],
        ['a note of another currency', 0.5, {}, { 50: 1 }, 0],
        ['a count of cheques', 100, { paymentType: 'cheque' }, { 10000: 1 }, 0],
      ])('is refused for %s', async (_what, counted, more, pieces, float) => {
        await desk.cash(await desk.newStudy(), 5)
        const answer = await count(counted, { ...more, ...drawer(pieces, float) })
        expect(refusalOf(answer)).toEqual([400, 'invalid-input', 'drawer'])
        expect(lineOf(await read(), 'cash')?.counts).toEqual([])
      })
    })

    describe('the view of a day', () => {
      it('shows staff their own lines and finance all lines, and hides sums of cash and cheques until they are counted', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await desk.pay(id, { paymentType: 'eTransfer', amount: 20, referenceID: 'E1' }, 'sales')
        const own = await read('frontdesk')
        expect(own.lines.map(({ userID, paymentType }) => [userID, paymentType])).toEqual([['u-frontdesk', 'cash']])
        const { lines } = await read()
        expect(lines.map(({ userID }) => userID)).toEqual(['u-frontdesk', 'u-sales'])
        expect(lines[0]).toMatchObject({ taken: null, refunded: null, expected: null, isCounted: true, counted: null })
        expect(lines[1]).toMatchObject({ taken: 20, refunded: 0, expected: 20, uncaptured: 0, isCounted: false })
      })

      it('begins and ends a day by the location’s clock, to the second', async () => {
        const id = await desk.newStudy()
        // The clinic is seven hours behind UTC all year round.
        const midnight = Date.parse(`${date}T07:00:00Z`) / 1000 + day
        office.advance(midnight - 1 - office.now())
        await desk.pay(id, { paymentType: 'prepaid', amount: 10 })
        office.advance(1)
        await desk.pay(id, { paymentType: 'prepaid', amount: 7 })
        expect(lineOf(await read(), 'prepaid')?.taken).toBe(10)
        const next = new Date(midnight * 1000).toISOString().slice(0, 10)
        expect(lineOf(await read('admin', next), 'prepaid')?.taken).toBe(7)
      })

      it('counts a refund on its own date, and ignores discounts', async () => {
        const id = await desk.newStudy()
        const paid = (await desk.pay(id, { paymentType: 'clinic', amount: 300, referenceID: 'C1' })).body.transaction
        await desk.promoOn(id, 'FIXED')
        const first = date
        office.advance(day)
        date = new Date(office.now() * 1000).toISOString().slice(0, 10)
        expect((await desk.refund(id, paid.transactionID, { amount: 50.5 })).status).toBe(200)
        expect(lineOf(await read('admin', first), 'clinic')).toMatchObject({ taken: 300, refunded: 0, expected: 300 })
        const cashUp = await read()
        expect(cashUp.lines).toHaveLength(1)
        expect(lineOf(cashUp, 'clinic')).toMatchObject({ taken: 0, refunded: 50.5, expected: -50.5 })
      })

      it('shows uncaptured payments separately', async () => {
        await authorize()
        expect(lineOf(await read(), 'card')).toMatchObject({ taken: 100, uncaptured: 100, expected: 0 })
      })

      it('lists bills until they are issued, cheques until they are deposited, and overpayments', async () => {
        const [billed, paidByCheque] = [await desk.newStudy(), await desk.newStudy()]
        const bill = (await desk.pay(billed, { paymentType: 'invoice', amount: 2495, referenceID: 'INV-1' })).body
        const cheque = (await desk.pay(paidByCheque, { paymentType: 'cheque', amount: 2495, referenceID: '77' })).body
        await desk.ask(
          'reconcile',
          { params: { studyId: paidByCheque }, body: { amount: -20, classification: 'downgrade', reason: 'smaller' } },
          'admin',
        )
        const ofCheque = (await read()).undepositedCheques.find(({ studyID }) => studyID === paidByCheque)
        expect(ofCheque).toMatchObject({ amount: null })
        expect((await read()).overpayments).toContainEqual({ studyID: paidByCheque, amount: null })
        await count(2495, { paymentType: 'cheque' })
        const waiting = await read()
        const has = (cashUp: CashUp) => ({
          bill: cashUp.unissuedInvoices.find(({ studyID }) => studyID === billed),
          cheque: cashUp.undepositedCheques.find(({ studyID }) => studyID === paidByCheque),
        })
        expect(has(waiting).bill).toMatchObject({ amount: 2495, transactionID: bill.transaction.transactionID })
        expect(has(waiting).cheque).toMatchObject({ amount: 2495, referenceID: '77' })
        expect(waiting.overpayments).toContainEqual({ studyID: paidByCheque, amount: 20 })
        expect((await read('frontdesk')).overpayments).toEqual([])
        const issued = await desk.step(billed, bill.transaction.transactionID, { status: 'issued' })
        const deposited = await desk.step(paidByCheque, cheque.transaction.transactionID, { status: 'deposited' })
        expect([issued.status, deposited.status]).toEqual([200, 200])
        expect(has(await read())).toEqual({ bill: undefined, cheque: undefined })
        const outstanding = async (who: AccountName = 'admin') =>
          (await read(who)).outstandingInvoices.filter(({ studyID }) => studyID === billed)
        expect(await outstanding()).toMatchObject([{ amount: 2495, transactionID: bill.transaction.transactionID }])
        expect(await outstanding('frontdesk')).toEqual([])
        const step = { status: 'paid', paymentMethod: 'cash' }
        const paid = await desk.step(billed, bill.transaction.transactionID, step)
        expect(paid.status).toBe(200)
        expect(await outstanding()).toEqual([])
        // The money of a paid invoice is not in the lines or counts. The invoice is listed on the day on which it was
        // marked as paid.
        const received = { studyID: billed, amount: 2495, paymentMethod: 'cash', by: 'Robin frontdesk' }
        expect((await read()).paidInvoices).toMatchObject([received])
        expect((await read('frontdesk')).paidInvoices).toEqual([])
        office.advance(day)
        const next = new Date(office.now() * 1000).toISOString().slice(0, 10)
        expect((await read('admin', next)).paidInvoices).toEqual([])
      })

      it('requires a role that takes money at the location, and refuses an invalid day', async () => {
        const ask = async (who: AccountName, locationID: string, query: object = { date }) =>
          refusalOf(await desk.ask('readCashUp', { params: { locationID }, query }, who))
        expect(await ask('hi', clinic.home)).toEqual([403, 'insufficient-permissions'])
        expect(await ask('oneLocation', clinic.elsewhere)).toEqual([403, 'location-forbidden'])
        expect((await ask('frontdesk', clinic.home, { date: '2026-02-30' })).slice(0, 2)).toEqual([
          400,
          'invalid-input',
        ])
      })
    })

    describe('counting', () => {
      it('shows the expected sum after the count, and requires a note for a difference before the close', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100.1)
        expect(lineOf((await count(100)).body, 'cash')).toMatchObject({ difference: -0.1, note: '' })
        expect(refusalOf(await signOff())).toEqual([409, 'step-not-allowed'])
        const counted = await count(100, { note: 'ten cents short' })
        expect(backOfficeRoutes.countCashUp.answer.parse(counted.body)).toEqual(counted.body)
        expect(lineOf(counted.body, 'cash')).toMatchObject({
          expected: 100.1,
          counted: 100,
          difference: -0.1,
          note: 'ten cents short',
          countedBy: 'Robin frontdesk',
          isOutdated: false,
        })
      })

      it('must be repeated if money moved after the count', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 10)
        await count(10)
        await desk.cash(id, 5)
        expect(lineOf(await read(), 'cash')).toMatchObject({ isOutdated: true, expected: null, difference: null })
        expect(refusalOf(await signOff())).toEqual([409, 'step-not-allowed'])
        expect(lineOf((await count(15)).body, 'cash')).toMatchObject({ isOutdated: false, difference: 0 })
      })

      it.each<[string, object, AccountName, readonly unknown[]]>([
        ['of another person', { userID: 'u-sales' }, 'frontdesk', [403, 'insufficient-permissions']],
        ['of an unknown person', { userID: 'u-nobody' }, 'admin', [400, 'invalid-input', 'userID']],
        ['of cards', { paymentType: 'card' }, 'frontdesk', [400, 'invalid-input', 'paymentType']],
        ['of a future day', { date: '2027-12-01' }, 'frontdesk', [400, 'invalid-input', 'date']],
        ['below 0', { counted: -1 }, 'frontdesk', [400, 'invalid-input', 'counted']],
        ['with a card number', { note: '4242 4242 4242 4242' }, 'frontdesk', [400, 'invalid-input', 'note']],
      ])('refuses a count %s', async (_what, more, who, refused) => {
        expect(refusalOf(await count(1, { note: 'so', ...more }, who))).toEqual(refused)
      })

      it('may be done by finance for any person, keeps earlier counts, and is stored once per key', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 10)
        await count(9, { note: 'one short' })
        const first = await count(10, {}, 'admin', `count-${engine.kind}`)
        expect((await count(10, {}, 'admin', `count-${engine.kind}`)).body).toEqual(first.body)
        expect(lineOf(first.body, 'cash')).toMatchObject({
          counted: 10,
          countedBy: 'Robin admin',
          userName: 'Robin frontdesk',
        })
        const rows = office.db.selectFrom('cash_up_count').selectAll().where('date', '=', date).orderBy('place')
        expect((await rows.execute()).map(({ counted, place }) => [counted, place])).toEqual([
          [900, 1],
          [1000, 2],
        ])
        const change = sql`update cash_up_count set counted = 1 where date = ${date}`.execute(office.db)
        await expect(change).rejects.toThrow(/append-only/)
      })

      it('keeps every one of several concurrent counts', async () => {
        const answers = await Promise.all(
          (['frontdesk', 'sales', 'oneLocation', 'admin'] as const).map((who) =>
            count(0, { userID: `u-${who.toLowerCase()}` }, who),
          ),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        expect((await read()).lines).toHaveLength(4)
      })
    })

    describe('signing off', () => {
      const ready = async (): Promise<string> => {
        const id = await desk.newStudy()
        await desk.cash(id, 40)
        await count(40)
        return id
      }

      it('closes a counted day once, and refuses later counts', async () => {
        await desk.cash(await desk.newStudy(), 40)
        expect(refusalOf(await signOff())).toEqual([409, 'step-not-allowed'])
        await count(40)
        expect(refusalOf(await signOff('frontdesk'))).toEqual([403, 'insufficient-permissions'])
        const closed = await signOff('admin', 'all well')
        expect(backOfficeRoutes.signOffCashUp.answer.parse(closed.body)).toEqual(closed.body)
        expect(closed.body).toMatchObject({
          lines: [],
          closed: [{ closedBy: 'Robin admin', note: 'all well' }],
        })
        expect(refusalOf(await signOff())).toEqual([409, 'day-signed-off'])
        expect(refusalOf(await count(40))).toEqual([409, 'day-signed-off'])
        expect((await read('frontdesk')).closed).toMatchObject([{ closedBy: 'Robin admin', lines: [{ counted: 40 }] }])
        expect((await read('sales')).closed).toMatchObject([{ closedBy: 'Robin admin', lines: [] }])
      })

      it('freezes the day, and puts later money into a block with its own count and close', async () => {
        const id = await ready()
        const frozen = (await signOff()).body.closed
        await desk.cash(id, 2)
        const after = await read()
        expect(after.closed).toEqual(frozen)
        expect(lineOf(after, 'cash')).toMatchObject({ expected: null, counted: null, counts: [] })
        expect(refusalOf(await signOff())).toEqual([409, 'step-not-allowed'])
        expect(lineOf((await count(2)).body, 'cash')).toMatchObject({ taken: 2, counted: 2, difference: 0 })
        const both: CashUp = (await signOff()).body
        expect(both.lines).toEqual([])
        expect(both.closed).toHaveLength(2)
        expect(both.closed[0]).toEqual(frozen[0])
        expect(both.closed[1]?.lines).toMatchObject([{ taken: 2, counted: 2, difference: 0 }])
        expect((await read()).closed).toEqual(both.closed)
      })

      it('refuses a count and a close that began before another close', async () => {
        const id = await ready()
        const { block } = await read()
        expect((await signOff('admin', '', { block })).status).toBe(200)
        await desk.cash(id, 2)
        expect(refusalOf(await count(2, { block }))).toEqual([409, 'day-signed-off'])
        expect((await count(2, { block: block + 1 })).status).toBe(200)
        expect(refusalOf(await signOff('admin', '', { block }))).toEqual([409, 'day-signed-off'])
      })

      it('lets an administrator reopen a day with a reason, for a new count, and keeps the frozen blocks', async () => {
        const id = await ready()
        expect(refusalOf(await reopen())).toEqual([409, 'step-not-allowed'])
        await signOff()
        await desk.cash(id, 2)
        expect(refusalOf(await reopen('  '))).toEqual([400, 'invalid-input', 'reason'])
        expect(refusalOf(await reopen('why', 'frontdesk'))).toEqual([403, 'insufficient-permissions'])
        const opened = await reopen()
        expect(backOfficeRoutes.reopenCashUp.answer.parse(opened.body)).toEqual(opened.body)
        expect(opened.body.closed).toEqual([])
        expect(lineOf(opened.body, 'cash')).toMatchObject({ counted: null, expected: null, counts: [] })
        const earlier = { userID: 'u-frontdesk', paymentType: 'cash', countedBy: 'Robin frontdesk' }
        // The earlier count stays visible, and its amounts reappear with the new count.
        expect(opened.body.voidedCounts).toMatchObject([{ ...earlier, counted: null, difference: null }])
        expect((await read('sales')).voidedCounts).toEqual([])
        expect(opened.body.events).toMatchObject([
          { kind: 'closed', by: 'Robin admin' },
          { kind: 'reopened', by: 'Robin admin', note: 'The float was counted too' },
        ])
        expect(lineOf((await count(42)).body, 'cash')).toMatchObject({ taken: 42, counted: 42, difference: 0 })
        expect((await signOff()).body.closed).toMatchObject([{ lines: [{ taken: 42 }] }])
        expect((await read()).voidedCounts).toMatchObject([{ ...earlier, counted: 40, difference: 0 }])
        const rows = office.db.selectFrom('cash_up_event').selectAll().where('date', '=', date).orderBy('place')
        const kept = await rows.execute()
        expect(kept.map(({ kind }) => kind)).toEqual(['closed', 'reopened', 'closed'])
        expect(JSON.parse(kept[0]?.document ?? '').lines).toMatchObject([{ taken: 40, counted: 40 }])
        const change = sql`update cash_up_event set note = 'x' where date = ${date}`.execute(office.db)
        await expect(change).rejects.toThrow(/append-only/)
      })

      it('requires a reason before the end of the day’s last appointment', async () => {
        await ready()
        const starts_at = office.now() + 3600
        await desk.newStudy({ starts_at, ends_at: starts_at + 3600 })
        expect(Date.parse((await read()).lastAppointmentEnd ?? '') / 1000).toBe(starts_at + 3600)
        expect(refusalOf(await signOff('admin', '', { reason: '' }))).toEqual([400, 'invalid-input', 'reason'])
        const closed = await signOff('admin', '', { reason: 'Snow' })
        expect(closed.body.closed).toMatchObject([{ earlyReason: 'Snow' }])
      })

      it('freezes sums that equal those of their transactions, in any order of events', async () => {
        const id = await desk.newStudy()
        const random = createRandom(engine.kind === 'sqlite' ? 7 : 11)
        const pick = (below: number): number => Math.floor(random() * below)
        const paid: string[] = []
        const acts = [
          async () => {
            const body = (await desk.cash(id, 1 + pick(9))).body
            paid.push(body.transaction.transactionID)
          },
          async () => {
            await desk.pay(id, { paymentType: 'cheque', amount: 1 + pick(9), referenceID: 'C' }, 'sales')
          },
          async () => {
            const one = paid.pop()
            if (one !== undefined) await desk.refund(id, one, { amount: 1 })
          },
          async () => {
            for (const { userID, paymentType, isCounted } of (await read()).lines) {
              if (isCounted) await count(pick(20), { userID, paymentType, note: 'so' }, 'admin')
            }
          },
          async () => {
            // A concurrent payment and close: the payment is in the closed block or in the next one.
            await Promise.all([desk.pay(id, { paymentType: 'prepaid', amount: 3 }, 'sales'), signOff()])
          },
          async () => {
            await signOff()
          },
          async () => {
            if (pick(4) === 0) await reopen()
          },
        ]
        let closes = 0
        for (let turn = 0; turn < 40; turn += 1) {
          await acts[pick(acts.length)]?.()
          const rows = await office.db.selectFrom('transaction').selectAll().where('study_id', '=', id).execute()
          const events = await office.db.selectFrom('cash_up_event').selectAll().where('date', '=', date).execute()
          for (const { document, transactions } of events.filter(({ kind }) => kind === 'closed')) {
            closes += 1
            const ids: string[] = JSON.parse(transactions ?? '')
            const own = rows.filter(({ transaction_id }) => ids.includes(transaction_id))
            const signed = own.map(({ transaction_type, amount }) =>
              Number(transaction_type === 'payment' ? amount : -amount),
            )
            const lines: CashUpLine[] = JSON.parse(document ?? '').lines
            const expected = lines.reduce((sum, line) => sum + Math.round((line.expected ?? Number.NaN) * 100), 0)
            expect(expected).toBe(signed.reduce((sum, amount) => sum + amount, 0))
          }
          const { closed, lines } = await read()
          const inForce = closed.flatMap((block) => block.lines).reduce((sum, line) => sum + (line.expected ?? 0), 0)
          const open = lines.reduce((sum, line) => sum + (line.expected ?? Number.NaN), 0)
          const all = rows.reduce(
            (sum, row) => sum + Number(row.transaction_type === 'payment' ? row.amount : -row.amount),
            0,
          )
          if (!Number.isNaN(open)) expect(Math.round((inForce + open) * 100)).toBe(all)
        }
        expect(closes).toBeGreaterThan(0)
      }, 120_000)

      it('is refused while a card payment has not ended', async () => {
        const id = await ready()
        const attempt_id = `attempt-${engine.kind}-open`
        await office.db
          .insertInto('payment_attempt')
          .values({ ...anAttemptRow(id, office.now()), attempt_id })
          .execute()
        expect((await read()).openAttempts).toMatchObject([{ attemptID: attempt_id, amount: 10, studyID: id }])
        expect(refusalOf(await signOff())).toEqual([409, 'step-not-allowed'])
        const end = { state: 'cancelled', settled_at: office.now() } as const
        await office.db.updateTable('payment_attempt').set(end).where('attempt_id', '=', attempt_id).execute()
        expect((await signOff()).status).toBe(200)
      })

      it('succeeds for one of two concurrent calls', async () => {
        await ready()
        const answers = await Promise.all([signOff(), signOff()])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      })

      it('is refused for a future day', async () => {
        const answer = await desk.ask('signOffCashUp', { params, body: { date: '2027-12-01', note: '' } }, 'admin')
        expect(refusalOf(answer)).toEqual([400, 'invalid-input', 'date'])
      })
    })

    describe('exporting', () => {
      const note = '=HYPERLINK("http://x.example","press")'
      const takeExport = async (format: 'csv' | 'pdf', table = 'takings') => {
        const { status, body } = await desk.ask(
          'exportCashUp',
          { params, query: format === 'csv' ? { date, format, table } : { date, format } },
          'admin',
        )
        expect(status).toBe(200)
        expect(body.fileName).toBe(`cash-up-${clinic.home}-${date}${format === 'csv' ? `-${table}` : ''}.${format}`)
        return Buffer.from(body.base64, 'base64')
      }

      it('returns a table whose sums equal the ledger’s, without formulas in typed text', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await desk.pay(id, { paymentType: 'cheque', amount: 5, referenceID: '+1(2)' })
        await count(90, { note })
        const text = (await takeExport('csv')).toString('utf8')
        expect(text.startsWith('\u{feff}Date,Location,Currency,Cash-up period,')).toBe(true)
        const table = async (name: string) =>
          parse((await takeExport('csv', name)).toString('utf8'), { bom: true, columns: true }) as Record<
            string,
            string
          >[]
        const rows = await table('takings')
        expect(rows.find((row) => row['Payment type'] === 'Cash')).toMatchObject({
          Taken: '100.00',
          Counted: '90.00',
          Difference: '-10.00',
          Note: `'${note}`,
          Currency: 'CAD',
          // The clinic is seven hours behind UTC all year round.
          'Counted at': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-07:00$/),
        })
        expect(rows.find((row) => row['Payment type'] === 'Cheque')).toMatchObject({ Taken: '', Expected: '' })
        const cheque = (await table('cheques')).find((row) => row.Study === id)
        expect(cheque).toMatchObject({ 'Cheque number': "'+1(2)", Amount: '' })
        expect(await table('counts')).toMatchObject([{ 'Count number': '1', Counted: '90.00', Difference: '-10.00' }])
        expect(await table('closings')).toEqual([])
      })

      it('lists the closed sums, the money taken after the close, and every close separately', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await count(90, { drawer: { pieces: { 10000: 2, 2000: 4, 1000: 1 }, float: 200 } })
        await count(100, { note: 'ten under the tray' })
        await signOff('admin', 'all well')
        await desk.cash(id, 5)
        const table = async (name: string) =>
          parse((await takeExport('csv', name)).toString('utf8'), { bom: true, columns: true }) as Record<
            string,
            string
          >[]
        expect(await table('takings')).toMatchObject([
          { 'Cash-up period': 'Day', State: 'Closed', Expected: '100.00', Counted: '100.00', 'Number of counts': '2' },
          { 'Cash-up period': 'After close', State: 'Open', Expected: '', Counted: '' },
        ])
        expect(await table('counts')).toMatchObject([
          { Counted: '90.00', Float: '200.00', Difference: '-10.00', 'Counted by': 'Robin frontdesk' },
          { Counted: '100.00', Float: '', Difference: '0.00', Note: 'ten under the tray' },
        ])
        expect(await table('closings')).toMatchObject([{ Event: 'Closed', By: 'Robin admin', Note: 'all well' }])
        const { text } = await readPdf(await takeExport('pdf'))
        for (const part of ['Closed by Robin admin', 'count 1: CA$90.00', 'After close', 'not closed'])
          expect(text).toContain(part)
        expect(text).not.toContain('CA$105.00')
      }, 60_000)

      it('keeps the counts from before a reopening in the table and on the sheet', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await count(90, { note: 'ten short' })
        await signOff('admin', '', { reason: 'Snow' })
        await reopen()
        await count(100)
        const rows = async (name: string) =>
          parse((await takeExport('csv', name)).toString('utf8'), { bom: true, columns: true })
        expect(await rows('counts')).toMatchObject([
          { 'Cash-up period': 'Before reopening', Counted: '90.00', Difference: '-10.00', Note: 'ten short' },
          { 'Cash-up period': 'Day', Counted: '100.00', Difference: '0.00' },
        ])
        const { text } = await readPdf(await takeExport('pdf'))
        for (const part of ['Counts before the day was reopened', 'CA$90.00', 'The float was counted too'])
          expect(text).toContain(part)
      }, 60_000)

      it('returns a printable sheet with the counts, differences and notes of the day', async () => {
        const id = await desk.newStudy()
        await desk.cash(id, 100)
        await count(90, { note: 'ten short' })
        const { text } = await readPdf(await takeExport('pdf'))
        for (const part of ['Cash-up', 'Robin frontdesk', '100.00', '−CA$10.00', 'Note: ten short', 'not closed'])
          expect(text).toContain(part)
      }, 60_000)

      it('shows uncaptured money in its own column, in the table and on the sheet', async () => {
        await authorize()
        const text = (await takeExport('csv')).toString('utf8')
        const rows: unknown[] = parse(text, { bom: true, columns: true })
        expect(rows).toContainEqual(
          expect.objectContaining({
            'Payment type': 'Card',
            Taken: '100.00',
            Refunded: '0.00',
            'Not yet charged': '100.00',
            Expected: '0.00',
          }),
        )
        const sheet = await readPdf(await takeExport('pdf'))
        expect(sheet.text).toMatch(/Taken\nRefunded\nNot yet charged\nExpected\n/)
        // One match in the person's table, and one in the totals.
        expect(sheet.text.match(/\nCard\n100\.00\n0\.00\n100\.00\n0\.00\n/g)).toHaveLength(2)
      }, 60_000)

      it('is for finance only', async () => {
        const answer = await desk.ask('exportCashUp', { params, query: { date, format: 'csv' } }, 'frontdesk')
        expect(refusalOf(answer)).toEqual([403, 'insufficient-permissions'])
      })
    })
  })
}
