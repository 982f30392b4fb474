import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CardProcessor, noProcessor } from '#back-office/outside/processor/card-processor.ts'
import { checkRestoredCards } from '#back-office/payments/check-restored-cards.ts'
import { addRestoration } from '#back-office/repositories/restores-repository.ts'
import { toMoney } from '#domain/values/money.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import {
  type AccountName,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'

const unreachable = { ok: false, kind: 'unreachable', code: 'x', message: 'x', declineCode: null } as const

type Taken = Awaited<ReturnType<CardProcessor['findTaken']>>

const aPayment = (id: string, attemptID: string, place: { studyID: string | null; locationID: string | null }) => ({
  intent: {
    id,
    clientSecret: '',
    status: 'succeeded' as const,
    amount: toMoney(12_500),
    currency: 'CAD' as const,
    card: { brand: 'visa', last4: '4242', isInterac: false },
    chargeID: `ch-${id}`,
    lastError: null,
    attemptID,
  },
  createdAt: 1_795_000_000,
  ...place,
})

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`card payments since a restored backup on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let asked: number[] = []
    let reply: Taken
    const logged: string[] = []

    const check = (): Promise<void> =>
      checkRestoredCards({
        db: office.db,
        now: office.now(),
        log: createStrictLog((_level, code) => logged.push(code)),
        cardProcessor: {
          ...noProcessor,
          kind: 'stripe',
          findTaken: async (since) => {
            asked.push(since)
            return reply
          },
        },
      })
    const read = async (who: AccountName) =>
      office.call('readRestoredPayments', {}, { token: await office.signIn(who) })
    const resolve = async (who: AccountName, paymentId: string, note = 'Recorded by hand', key = randomUUID()) =>
      office.call(
        'resolveRestoredPayment',
        { params: { paymentId }, body: { note } },
        { token: await office.signIn(who), key },
      )

    beforeAll(async () => {
      // The server's own sweep gets no answer, so only the calls of the test complete the check.
      const findTaken = async () => unreachable
      office = await runBackOffice(engine, { cardProcessor: { ...noProcessor, kind: 'stripe', findTaken } })
      const at = { backup_at: 1_794_900_000, restored_at: 1_795_000_100 }
      await addRestoration(office.db, { restoration_id: 'restore-1', ...at })
      const home = { studyID: clinic.homeStudy, locationID: clinic.home }
      const gone = { studyID: 's-gone', locationID: clinic.elsewhere }
      const refund = { id: 're-1', intentID: 'pi-1', status: 'succeeded', amount: toMoney(500), failure: null } as const
      reply = {
        ok: true,
        value: {
          payments: [aPayment('pi-1', 'attempt-lost-1', home), aPayment('pi-2', 'attempt-lost-2', gone)],
          refunds: [{ ...refund, createdAt: 1_795_000_010, attemptID: null, currency: 'CAD' }],
        },
      }
    })
    afterAll(async () => await office.stop())

    it('are requested until the processor answers once, beginning with payments from shortly before the backup', async () => {
      const answer = reply
      reply = unreachable
      await check()
      expect(logged).toEqual(['cards.restore-not-checked'])
      expect((await read('finance')).body).toEqual([])
      reply = answer
      await check()
      await check()
      expect(asked).toEqual([1_794_899_100, 1_794_899_100])
      expect(logged).toEqual(['cards.restore-not-checked', 'cards.missing-after-restore'])
      asked = []
    })

    it('are listed for finance with their members, and each listed member is audited', async () => {
      const { status, body } = await read('finance')
      expect(status).toBe(200)
      expect(body).toMatchObject([
        {
          paymentID: 'pi-1',
          kind: 'payment',
          amount: 125,
          currency: 'CAD',
          card: 'visa 4242',
          studyID: clinic.homeStudy,
          member: { patientID: clinic.member, name: 'Ana Silva', dob: '1980-02-03' },
        },
        { paymentID: 'pi-2', studyID: 's-gone', member: null },
        { paymentID: 're-1', kind: 'refund', amount: 5, studyID: clinic.homeStudy },
      ])
      const rows = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', 'finance.restored-payments-read%')
        .where('member_id', '=', clinic.member)
        .execute()
      expect(rows.length).toBeGreaterThan(0)
      expect((await read('frontdesk')).status).toBe(403)
    })

    it('are resolved once, with a note that has no card number', async () => {
      expect((await resolve('finance', 'pi-1', '4242 4242 4242 4242')).status).toBe(400)
      expect((await resolve('finance', 'pi-none')).status).toBe(404)
      expect((await resolve('frontdesk', 'pi-1')).status).toBe(403)
      const key = randomUUID()
      expect((await resolve('finance', 'pi-1', 'Recorded by hand', key)).status).toBe(200)
      expect((await resolve('finance', 'pi-1', 'Recorded by hand', key)).status).toBe(200)
      expect(await resolve('admin', 'pi-1')).toMatchObject({ status: 409, body: { code: 'act-not-allowed' } })
      expect((await read('admin')).body.map((payment: { paymentID: string }) => payment.paymentID)).toEqual([
        'pi-2',
        're-1',
      ])
      const row = await office.db
        .selectFrom('restored_payment')
        .selectAll()
        .where('payment_id', '=', 'pi-1')
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ note: 'Recorded by hand', resolved_at: office.now() })
    })

    it('count as checked on a server without a processor', async () => {
      await addRestoration(office.db, { restoration_id: 'restore-2', backup_at: 1, restored_at: 2 })
      const context = { db: office.db, now: office.now(), log: createStrictLog(() => {}), cardProcessor: noProcessor }
      await checkRestoredCards(context)
      const open = await office.db.selectFrom('restoration').selectAll().where('cards_checked_at', 'is', null).execute()
      expect(open).toEqual([])
    })
  })
}
