import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import { maxOutstandingRows } from '#domain/finance/outstanding.ts'
import {
  type AccountName,
  accounts,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { readPdf } from '../paper/stamp/read-pdf.ts'
import { createPaymentActs, fillMoney, refusalOf } from './money-clinic.ts'

const day = 86_400

/** The contract of deposits of cheques, over HTTP and on each database. Each test uses a separate day. */
export const describeDeposits = (engine: Engine): void => {
  const name = `deposits of cheques on ${engine.kind}`
  describe.skipIf(engine.missing !== undefined)(name, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let till: ReturnType<typeof createPaymentActs>
    let date: string
    beforeAll(async () => {
      office = await runBackOffice(engine, { reconciliation: true })
      await fillMoney(office)
      const roles = JSON.stringify(['finance', 'frontdesk'])
      await office.db.updateTable('user').set({ roles }).where('email', '=', accounts.oneLocation.email).execute()
      till = createPaymentActs(office)
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

    type Cheque = { readonly studyId: string; readonly transactionID: string; readonly amount: number }
    type Listed = CashUp['undepositedCheques'][number]
    const params = { locationID: clinic.home }
    let numbers = 1000

    const cheque = async (amount: number, studyId?: string): Promise<Cheque> => {
      const id = studyId ?? (await till.newStudy())
      numbers += 1
      const { status, body } = await till.pay(id, { paymentType: 'cheque', amount, referenceID: String(numbers) })
      expect(status).toBe(200)
      return { studyId: id, transactionID: body.transaction.transactionID, amount }
    }
    const count = async (counted: number): Promise<void> => {
      const body = { date, userID: 'u-frontdesk', paymentType: 'cheque', counted, note: '' }
      expect((await till.ask('countCashUp', { params, body }, 'admin')).status).toBe(200)
    }
    /** Takes cheques of these amounts and counts them. */
    const counted = async (...amounts: readonly number[]): Promise<Cheque[]> => {
      const cheques: Cheque[] = []
      for (const amount of amounts) cheques.push(await cheque(amount))
      await count(amounts.reduce((sum, amount) => sum + amount, 0))
      return cheques
    }
    const listed = async (): Promise<readonly Listed[]> => {
      const query = { date, undepositedCheques: maxOutstandingRows }
      const { body } = await till.ask('readCashUp', { params, query }, 'admin')
      return backOfficeRoutes.readCashUp.answer.parse(body).undepositedCheques
    }
    /** Returns the cheques as the list shows them, with their versions. */
    const seen = async (cheques: readonly Cheque[]) => {
      const shown = await listed()
      return cheques.map(({ transactionID }) => {
        const { version } = shown.find((one) => one.transactionID === transactionID) ?? { version: 0 }
        return { transactionID, version }
      })
    }
    const send = (cheques: readonly object[], more: object = {}, who: AccountName = 'admin', key?: string) =>
      till.ask('depositCheques', { params, body: { date, bankReference: '', cheques, ...more } }, who, key)
    const deposit = async (cheques: readonly Cheque[], more: object = {}): Promise<ChequeDeposit> => {
      const { status, body } = await send(await seen(cheques), more)
      expect(status).toBe(200)
      const parsed = backOfficeRoutes.depositCheques.answer.parse(body)
      expect(parsed).toEqual(body)
      return parsed
    }
    const deposits = async (query: object = {}) => {
      const { status, body } = await till.ask('readChequeDeposits', { params, query }, 'finance')
      expect(status).toBe(200)
      return backOfficeRoutes.readChequeDeposits.answer.parse(body)
    }
    const slip = (depositID: string, who: AccountName = 'finance') =>
      till.ask('readDepositSlip', { params: { ...params, depositID } }, who)
    const slipText = async (depositID: string): Promise<string> => {
      const { status, body } = await slip(depositID)
      expect(status).toBe(200)
      return (await readPdf(Buffer.from(body.base64, 'base64'))).text
    }
    const stepOf = async ({ studyId, transactionID }: Cheque) => {
      const payments = await till.agreed(studyId)
      return payments.transactions.find((one) => one.transactionID === transactionID)?.steps?.deposit
    }
    const countDeposits = async (): Promise<number> => {
      const rows = await office.db.selectFrom('cheque_deposit').select('number').execute()
      return rows.length
    }

    it('mark every cheque as deposited in one call, once per key, with the log and the audit of each study', async () => {
      const cheques = await counted(100.5, 200, 300)
      const chosen = await seen(cheques)
      const before = await countDeposits()
      const first = await send(chosen, { bankReference: 'Slip 77' }, 'admin', `deposit-${engine.kind}`)
      expect(first.status).toBe(200)
      const again = await send(chosen, { bankReference: 'Slip 77' }, 'admin', `deposit-${engine.kind}`)
      expect(again.body).toEqual(first.body)
      expect(await countDeposits()).toBe(before + 1)
      expect(first.body).toMatchObject({ date, bankReference: 'Slip 77', by: 'Robin admin', number: before + 1 })
      expect(
        first.body.cheques
          .map(({ amount, currency }: ChequeDeposit['cheques'][number]) => `${currency} ${amount}`)
          .toSorted(),
      ).toEqual(['CAD 100.5', 'CAD 200', 'CAD 300'])
      for (const one of cheques) {
        expect(await stepOf(one)).toMatchObject({ isDone: true, referenceID: 'Slip 77', processedByPII: 'Robin admin' })
        const log = await office.db
          .selectFrom('study_log')
          .select('content')
          .where('study_id', '=', one.studyId)
          .execute()
        expect(log.map(({ content }) => content)).toContain(`Cheque marked as deposited, deposit ${first.body.number}`)
        const audited = await office.db
          .selectFrom('audit')
          .selectAll()
          .where('study_id', '=', one.studyId)
          .where('action', '=', `finance.deposit-recorded ${first.body.depositID}`)
          .execute()
        expect(audited).toMatchObject([{ outcome: 'ok', location_id: clinic.home, member_id: expect.any(String) }])
        expect(audited[0]?.after).toContain('version')
      }
      const ids = cheques.map(({ transactionID }) => transactionID)
      expect((await listed()).filter(({ transactionID }) => ids.includes(transactionID as string))).toEqual([])
    })

    it('accept several cheques of one study, and the remaining amount of a partly refunded cheque', async () => {
      const [first] = await counted(400)
      if (first === undefined) throw new Error('a cheque is missing')
      const second = await cheque(150, first.studyId)
      await till.refund(first.studyId, first.transactionID, { amount: 100 })
      await count(450)
      const made = await deposit([second, first])
      expect(made.cheques.map(({ amount }) => amount).toSorted()).toEqual([150, 300])
      expect([await stepOf(first), await stepOf(second)]).toMatchObject([{ isDone: true }, { isDone: true }])
    })

    it.each<[string, (cheque: Cheque) => Promise<unknown>]>([
      ['deposited', ({ studyId, transactionID }) => till.step(studyId, transactionID, { status: 'deposited' })],
      ['refunded', ({ studyId, transactionID, amount }) => till.refund(studyId, transactionID, { amount })],
      [
        'paid',
        async ({ studyId, transactionID }) => {
          await till.step(studyId, transactionID, { status: 'issued' })
          await till.step(studyId, transactionID, { status: 'paid', paymentMethod: 'cash' })
        },
      ],
      [
        'changed',
        async ({ studyId, transactionID }) => {
          await till.step(studyId, transactionID, { status: 'deposited' })
          await till.step(studyId, transactionID, { status: 'notDeposited' })
        },
      ],
    ])('write nothing when another desk has %s one of the cheques, and name it', async (problem, change) => {
      const [kept, other] = await counted(120, 80)
      if (kept === undefined || other === undefined) throw new Error('a cheque is missing')
      const chosen = await seen([kept, other])
      await change(other)
      // A refund changes the expected sum, so the cheques are counted again.
      if (problem === 'refunded') await count(120)
      const before = await countDeposits()
      const refused = await send(chosen)
      expect(refusalOf(refused)).toEqual([409, 'cheques-changed'])
      expect(refused.body.details.cheques).toEqual([
        { transactionID: other.transactionID, studyID: other.studyId, referenceID: String(numbers), problem },
      ])
      expect(refused.body.message).toContain(`Cheque ${numbers}, study ${other.studyId}`)
      expect(await stepOf(kept)).toMatchObject({ isDone: false })
      expect(await countDeposits()).toBe(before)
      expect((await deposit([kept])).cheques).toHaveLength(1)
    })

    it('refuse a cheque that must be counted blind first, and one of another location or type', async () => {
      const hidden = await cheque(75)
      const card = (await till.pay(await till.newStudy(), { paymentType: 'eTransfer', amount: 9, referenceID: 'E' }))
        .body
      const { transactionID } = card.transaction
      const refused = await send([
        { transactionID: hidden.transactionID, version: 0 },
        { transactionID, version: 0 },
        { transactionID: 't-none', version: 0 },
      ])
      expect(refused.body.details.cheques.map(({ problem }: { problem: string }) => problem)).toEqual([
        'hidden',
        'unknown',
        'unknown',
      ])
      expect(refused.body.message).not.toContain('75')
      expect(await stepOf(hidden)).toMatchObject({ isDone: false })
    })

    it('refuse a cheque whose study moved to a location where the caller may not work, as the single step does', async () => {
      const [moved] = await counted(65)
      if (moved === undefined) throw new Error('a cheque is missing')
      const chosen = await seen([moved])
      await office.db
        .updateTable('study')
        .set({ location_id: clinic.elsewhere })
        .where('study_id', '=', moved.studyId)
        .execute()
      expect((await send(chosen, {}, 'oneLocation')).body.details.cheques).toMatchObject([{ problem: 'elsewhere' }])
      const single = { params: moved, body: { details: { status: 'deposited' } } }
      expect(refusalOf(await till.ask('updateTransaction', single, 'oneLocation'))).toEqual([403, 'location-forbidden'])
      expect((await send(chosen)).status).toBe(200)
    })

    it('succeed for exactly one of two desks that deposit the same cheques at the same time', async () => {
      const cheques = await counted(10, 20, 30, 40)
      const chosen = await seen(cheques)
      await office.signIn('finance')
      const before = await countDeposits()
      const answers = await Promise.all([
        send(chosen, {}, 'admin'),
        send(chosen.slice(1).toReversed(), {}, 'finance'),
        send(chosen.slice(0, 2), {}, 'oneLocation'),
      ])
      const won = answers.filter(({ status }) => status === 200)
      const lost = answers.filter(({ status }) => status !== 200)
      // The second and the third call have no cheque in common, so both can succeed if the first one fails.
      expect(won.length).toBeGreaterThanOrEqual(1)
      for (const one of lost) expect(refusalOf(one)).toEqual([409, 'cheques-changed'])
      const deposited = won.flatMap(({ body }) => body.cheques.map((each: Listed) => each.transactionID))
      expect(new Set(deposited).size).toBe(deposited.length)
      expect(await countDeposits()).toBe(before + won.length)
      for (const one of cheques) {
        const steps = await office.db
          .selectFrom('transaction_step')
          .select('step_id')
          .where('transaction_id', '=', one.transactionID)
          .execute()
        expect(steps).toHaveLength(deposited.includes(one.transactionID) ? 1 : 0)
      }
      const same = await counted(11, 22)
      const twice = await seen(same)
      const both = await Promise.all([send(twice, {}, 'admin'), send(twice.toReversed(), {}, 'finance')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    it('need a finance role at the location and a valid day, and refuse a card number', async () => {
      const [one] = await counted(60)
      if (one === undefined) throw new Error('a cheque is missing')
      const chosen = await seen([one])
      expect(refusalOf(await send(chosen, {}, 'frontdesk'))).toEqual([403, 'insufficient-permissions'])
      expect(refusalOf(await send(chosen, {}, 'np'))).toEqual([403, 'insufficient-permissions'])
      const elsewhere = { params: { locationID: clinic.elsewhere }, body: { date, bankReference: '', cheques: chosen } }
      expect(refusalOf(await till.ask('depositCheques', elsewhere, 'oneLocation'))).toEqual([403, 'location-forbidden'])
      expect((await till.ask('depositCheques', elsewhere, 'admin')).body.details.cheques).toMatchObject([
        { problem: 'unknown' },
      ])
      const dayOf = (days: number) => new Date((office.now() + days * day) * 1000).toISOString().slice(0, 10)
      expect(refusalOf(await send(chosen, { date: dayOf(1) }))).toEqual([400, 'invalid-input', 'date'])
      expect(refusalOf(await send(chosen, { date: dayOf(-1) }))).toEqual([400, 'invalid-input', 'date'])
      expect(refusalOf(await send(chosen, { bankReference: '4242 4242 4242 4242' }))).toEqual([
        400,
        'invalid-input',
        'bankReference',
      ])
      expect(refusalOf(await send([...chosen, ...chosen]))).toEqual([400, 'invalid-input', 'cheques'])
      expect(refusalOf(await send([]))).toEqual([400, 'invalid-input', 'cheques'])
      expect((await send(chosen, {}, 'finance')).status).toBe(200)
    })

    it('show a cheque as taken back after its step was undone, also on the slip, and accept the cheque again', async () => {
      const cheques = await counted(500, 25)
      const [stays, returned] = cheques
      if (stays === undefined || returned === undefined) throw new Error('a cheque is missing')
      const made = await deposit(cheques)
      expect(await slipText(made.depositID)).not.toContain('Taken back')
      const back = await till.step(returned.studyId, returned.transactionID, { status: 'notDeposited' })
      expect(back.status).toBe(200)
      const own = async () => (await deposits()).deposits.find(({ depositID }) => depositID === made.depositID)
      const shown = await own()
      expect(shown?.cheques.find(({ transactionID }) => transactionID === returned.transactionID)).toMatchObject({
        amount: 25,
        takenBack: { by: 'Robin frontdesk' },
      })
      const text = await slipText(made.depositID)
      expect(text).toMatch(/Total of 1 cheque\nCA\$500\.00/)
      expect(text).toMatch(/Taken back after the deposit \(1\)[\s\S]*by\s+Robin\s+frontdesk[\s\S]*CA\$25\.00/)
      const next = await deposit([returned])
      expect(next.number).toBe(made.number + 1)
      expect(next.cheques).toMatchObject([{ amount: 25, takenBack: null }])
      // The first deposit still shows the cheque as taken back.
      expect(await own()).toEqual(shown)
    })

    it('print letterhead, day, number, cheques with their payers, count and total, for finance only', async () => {
      const cheques = await counted(1000, 234.5)
      const made = await deposit(cheques, { bankReference: 'RBC 9' })
      const answer = await slip(made.depositID)
      expect(answer.body.fileName).toBe(`deposit-slip-${clinic.home}-${made.number}.pdf`)
      const pdf = await readPdf(Buffer.from(answer.body.base64, 'base64'))
      const parts = ['Deposit slip', `Deposit ${made.number}`, 'RBC 9', 'Robin admin', 'Amount (CAD)', '234.50']
      for (const part of [...parts, 'Person who deposited, signature', ...cheques.map(({ studyId }) => studyId)])
        expect(pdf.text).toContain(part)
      expect(pdf.text).toMatch(/Ana[\s\S]*Silva/)
      expect(pdf.text).toMatch(/Total of 2 cheques\nCA\$1,234\.50/)
      expect(pdf.properties).not.toContain('Silva')
      expect(refusalOf(await slip(made.depositID, 'frontdesk'))).toEqual([403, 'insufficient-permissions'])
      expect(refusalOf(await slip('deposit-none'))).toEqual([404, 'not-found'])
      const audited = await office.db
        .selectFrom('audit')
        .select(['action', 'given', 'outcome'])
        .where('action', '=', `finance.deposit-slip-viewed ${made.depositID}`)
        .where('outcome', '=', 'ok')
        .execute()
      expect(audited).toHaveLength(1)
      expect(JSON.parse(audited[0]?.given ?? '{}').member).toHaveLength(2)
    })

    it('hide their amounts, and print no slip, while a cheque must be counted blind again', async () => {
      const [one] = await counted(45)
      if (one === undefined) throw new Error('a cheque is missing')
      const made = await deposit([one])
      await cheque(55)
      const hidden = (await deposits()).deposits.find(({ depositID }) => depositID === made.depositID)
      expect(hidden?.cheques).toMatchObject([{ amount: null }])
      expect(refusalOf(await slip(made.depositID))).toEqual([409, 'step-not-allowed'])
      await count(100)
      const shown = (await deposits()).deposits.find(({ depositID }) => depositID === made.depositID)
      expect(shown?.cheques).toMatchObject([{ amount: 45 }])
      expect((await slip(made.depositID)).status).toBe(200)
    })

    it('are listed newest first, page by page, and cannot be changed', async () => {
      const cheques = await counted(...Array.from({ length: 11 }, (_, index) => index + 1))
      for (const one of cheques) await deposit([one])
      const latest = await deposits()
      expect(latest).toMatchObject({ hasEarlier: true })
      expect(latest.deposits).toHaveLength(10)
      const numbersOf = (page: typeof latest) => page.deposits.map(({ number }) => number)
      const [newest = 0] = numbersOf(latest)
      expect(numbersOf(latest)).toEqual(Array.from({ length: 10 }, (_, index) => newest - index))
      const earlier = await deposits({ before: String(newest - 9) })
      expect(numbersOf(earlier)[0]).toBe(newest - 10)
      const change = office.db.updateTable('cheque_deposit').set({ bank_reference: 'x' }).execute()
      await expect(change).rejects.toThrow(/append-only/)
      await expect(office.db.deleteFrom('cheque_deposit_item').execute()).rejects.toThrow(/append-only/)
    })
  })
}
