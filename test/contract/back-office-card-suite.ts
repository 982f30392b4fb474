import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { createSimulatedProcessor } from '#back-office/demo/card-processor/simulated-processor.ts'
import { intentIDOf } from '#back-office/demo/card-processor/simulated-state.ts'
import type { CardProcessor } from '#back-office/outside/processor/card-processor.ts'
import { createStripeProcessor } from '#back-office/outside/processor/stripe-processor.ts'
import { settleForgottenAttempts } from '#back-office/payments/attempts-sweep.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type AdministeredLocation, toLocationFields } from '#domain/locations/location-draft.ts'
import { testCards } from '#domain/payments/test-cards.ts'
import {
  type AccountName,
  type Answer,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { type FakeStripe, fakeStripeKey, startFakeStripe } from '../fakes/fake-stripe-api.ts'
import { type FaultyProcessor, makeFaulty } from '../fakes/faulty-processor.ts'
import { goodInputs } from './back-office-bad-input.ts'

const visa = 'pm_card_visa'
const interac = 'pm_card_interac'

/** A workstation at a back office: creates studies and attempts, and reads the ledger. */
const openDesk = (office: () => RunningBackOffice) => {
  let places = 0
  const ask = async (name: RouteName, input: object, who: AccountName = 'frontdesk', key?: string): Promise<Answer> =>
    office().call(name, input, { token: await office().signIn(who), key })
  const book = async (isTemporaryHold = false): Promise<string> => {
    // Each study has its own hour: 16:00 UTC is 09:00 in Vancouver.
    const day = String(1 + Math.floor(places / 8)).padStart(2, '0')
    const utcStart = `2026-12-${day}T${16 + (places % 8)}:00:00Z`
    places += 1
    const { SafetyQuestions: _none, ...body } = goodInputs.createTemporaryHoldBooking.body as Record<string, unknown>
    const name = isTemporaryHold ? 'createTemporaryHoldBooking' : 'createBooking'
    const answer = await ask(name, { body: { ...body, utcStart } }, 'frontdesk', `book-${randomUUID()}`)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.studyID
  }
  const begin = (studyID: string, more: object = {}, who: AccountName = 'frontdesk') =>
    ask(
      'createTerminalPayment',
      {
        params: { locationID: clinic.home },
        body: {
          amount: 100,
          studyID,
          attemptID: randomUUID(),
          route: 'simulated',
          kind: 'payment',
          refundOf: null,
          memo: '',
          ...more,
        },
      },
      who,
    )
  const settle = (studyID: string, attemptID: string, isAbandoned = false, terminal: object | null = null) =>
    ask('settlePaymentAttempt', { params: { studyId: studyID, attemptID }, body: { isAbandoned, terminal } })
  const present = (client_secret: string, payment_method: string) =>
    ask('confirmSimulatedPayment', { body: { client_secret, payment_method } })
  const payments = async (studyID: string) => (await ask('readPayments', { params: { studyId: studyID } })).body
  const refund = (studyID: string, transactionID: string, body: object, key = `refund-${randomUUID()}`) =>
    ask(
      'refundTransaction',
      { params: { studyId: studyID, id: transactionID }, body: { amount: 40, memo: 'Changed plans', ...body } },
      'frontdesk',
      key,
    )
  const pay = async (studyID: string, paymentMethod = visa, more: object = {}) => {
    const attemptID = randomUUID()
    const begun = await begin(studyID, { attemptID, ...more })
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
    await present(begun.body.client_secret, paymentMethod)
    const settled = await settle(studyID, attemptID)
    return { attemptID, intentID: begun.body.id as string, secret: begun.body.client_secret as string, settled }
  }
  return { ask, book, begin, settle, present, payments, refund, pay }
}

/** The contract of every back office for card payments, over HTTP and on each database. */
export const describeCards = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`card handling of the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let processor: FaultyProcessor
    let studyID: string
    const folder = mkdtempSync(join(tmpdir(), 'atrium-processor-'))
    const simulated = () =>
      createSimulatedProcessor({ dataFolder: folder, now: () => office?.now() ?? 1, newId: randomUUID })
    const desk = openDesk(() => office)
    const { ask, begin, book, pay, payments, present, refund, settle } = desk
    beforeAll(async () => {
      processor = makeFaulty(simulated())
      office = await runBackOffice(engine, { cardProcessor: processor })
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
      rmSync(folder, { recursive: true, force: true })
    })
    beforeEach(async () => {
      studyID = await book()
    })

    const entries = async () =>
      (await payments(studyID)).transactions.map(
        (entry: { transactionType: string; amount: number }) => `${entry.transactionType} ${entry.amount}`,
      )
    const sweep = (more: object = {}) =>
      settleForgottenAttempts({
        db: office.db,
        kind: office.kind,
        now: office.now(),
        newId: randomUUID,
        log: () => {},
        cardProcessor: processor,
        ...more,
      })
    /** Simulates elapsed time in one row; moving the clock by hours would end the sessions. */
    const rewrite = (attemptID: string, changes: { begun_at?: number; look_again_at?: number }) =>
      office.db.updateTable('payment_attempt').set(changes).where('attempt_id', '=', attemptID).execute()
    const word = (outcome: string) => ({
      outcome,
      referenceID: 'A010-77',
      cardType: 'visa',
      cardLastFour: '4242',
      message: 'Refused by issuer',
    })

    it('returns the kind of processor, and a new connection token for each call', async () => {
      expect((await ask('health', {})).body.cardProcessor).toBe('simulated')
      const params = { locationID: clinic.home }
      const tokens = [await ask('readTerminalToken', { params }), await ask('readTerminalToken', { params })]
      expect(backOfficeRoutes.readTerminalToken.answer.parse(tokens[0]?.body)).toEqual(tokens[0]?.body)
      expect(tokens[0]?.body.secret).not.toBe(tokens[1]?.body.secret)
      expect((await ask('readTerminalToken', { params }, 'np')).body.code).toBe('insufficient-permissions')
    })

    it('records an approved payment as one entry, for any number of requests from any workstation', async () => {
      const { attemptID, intentID, settled } = await pay(studyID)
      expect(backOfficeRoutes.settlePaymentAttempt.answer.parse(settled.body)).toEqual(settled.body)
      expect(settled.body).toMatchObject({ attemptID, state: 'succeeded', intentID, failure: null })
      expect(settled.body.moved.transaction).toMatchObject({
        transactionType: 'payment',
        paymentType: 'physicalTerminal',
        amount: 100,
        status: 'Complete',
        sku: 300,
        timezone: 'America/Vancouver',
        details: {
          cardType: 'visa',
          cardLastFour: '4242',
          referenceID: intentID,
          isInterac: false,
          paymentMethod: 'simulated',
          status: 'Complete',
        },
      })
      const again = await Promise.all([settle(studyID, attemptID), settle(studyID, attemptID, true)])
      const recorded = await ask(
        'recordPayment',
        {
          params: { studyId: studyID },
          body: { payment: { paymentType: 'physicalTerminal', amount: 100, paymentIntent: intentID } },
        },
        'frontdesk',
        `record-${attemptID}`,
      )
      for (const { body } of [...again.map(({ body }) => ({ body: body.moved })), recorded]) {
        expect(body.transaction.transactionID).toBe(settled.body.moved.transaction.transactionID)
      }
      expect(await entries()).toEqual(['payment 100'])
      expect((await payments(studyID)).openAttempts).toEqual([])
    })

    it('records one entry when several calls settle one approval at the same time', async () => {
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID })
      await present(begun.body.client_secret, visa)
      const answers = await Promise.all(Array.from({ length: 6 }, () => settle(studyID, attemptID)))
      expect(answers.map(({ body }) => body.state)).toEqual(Array.from({ length: 6 }, () => 'succeeded'))
      expect(await entries()).toEqual(['payment 100'])
    })

    it('keeps an attempt open after a decline, and ends it as declined when the user gives up', async () => {
      const { attemptID, secret, settled } = await pay(studyID, 'pm_card_chargeDeclined')
      expect(settled.body).toMatchObject({ state: 'processing', moved: null })
      expect((await payments(studyID)).openAttempts).toMatchObject([{ attemptID, kind: 'payment', amount: 100 }])
      const ended = await settle(studyID, attemptID, true)
      expect(ended.body).toMatchObject({ state: 'declined', failure: { code: 'payment-declined' } })
      expect(ended.body.failure.message).toMatch(/^Process Payment Result Error: /)
      // The intent is cancelled at the processor too, so the intent no longer accepts the card.
      expect((await present(secret, visa)).body.status).toBe('canceled')
      expect(await entries()).toEqual([])
    })

    it('records an approval that came between a cancel and its answer', async () => {
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID })
      processor.before('cancelIntent', () => present(begun.body.client_secret, visa))
      const ended = await settle(studyID, attemptID, true)
      expect(ended.body).toMatchObject({ state: 'succeeded', moved: { code: 200 } })
      expect(await entries()).toEqual(['payment 100'])
    })

    it('cancels an intent by its id, and reports an intent that was already paid', async () => {
      const cancel = (id: string) =>
        ask('createTerminalPayment', {
          params: { locationID: clinic.home },
          body: { paymentIntentId: id, cancel: true },
        })
      const first = await begin(studyID)
      expect((await cancel(first.body.id)).body).toEqual({ client_secret: '', id: first.body.id, status: 'canceled' })
      const { intentID } = await pay(studyID)
      expect((await cancel(intentID)).body.status).toBe('succeeded')
      expect((await cancel('pi_of_nobody')).status).toBe(404)
      expect(await entries()).toEqual(['payment 100'])
    })

    it('registers the attempt of only one of two workstations, and another attempt after the first has ended', async () => {
      const both = await Promise.all([begin(studyID), begin(studyID, {}, 'sales')])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('payment-in-progress')
      const secret = both.find(({ status }) => status === 200)?.body.client_secret
      const cash = { payment: { paymentType: 'cash', amount: 5 } }
      const refused = await ask('recordPayment', { params: { studyId: studyID }, body: cash }, 'sales', randomUUID())
      expect(refused.body.code).toBe('payment-in-progress')
      // The attempt is paid, but its workstation is gone. Before another attempt, the back office asks the processor.
      await present(secret, visa)
      expect((await begin(studyID, { amount: 2395 })).status).toBe(200)
      expect(await entries()).toEqual(['payment 100'])
    })

    it('registers an attempt once: a repetition returns the same intent, another amount is refused', async () => {
      const attemptID = randomUUID()
      const answers = await Promise.all([begin(studyID, { attemptID }), begin(studyID, { attemptID })])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect((await begin(studyID, { attemptID, amount: 7 })).body.code).toBe('idempotency-key-reused')
    })

    it('returns the client secret again under the same key, and does not store it with the key', async () => {
      const attemptID = randomUUID()
      const body = { amount: 100, studyID, attemptID, route: 'simulated', kind: 'payment', refundOf: null, memo: '' }
      const register = () =>
        ask('createTerminalPayment', { params: { locationID: clinic.home }, body }, 'frontdesk', attemptID)
      const first = await register()
      const [, secret] = first.body.client_secret.split('_secret_')
      expect((await register()).body).toEqual(first.body)
      const kept = await office.db.selectFrom('idempotency_key').selectAll().execute()
      expect(kept.some(({ answer }) => answer?.includes(first.body.id))).toBe(true)
      expect(JSON.stringify(kept)).not.toContain(secret)
      await settle(studyID, attemptID, true)
      expect((await register()).body.client_secret).toBe('')
    })

    it('refuses to register an attempt if the call that settles it arrived first', async () => {
      const attemptID = randomUUID()
      const buried = await settle(studyID, attemptID)
      expect(buried.body).toMatchObject({ state: 'cancelled', moved: null, failure: { code: 'payment-cancelled' } })
      const late = await begin(studyID, { attemptID })
      expect([late.status, late.body.code]).toEqual([409, 'payment-cancelled'])
      expect(await processor.readIntent(intentIDOf(attemptID))).toMatchObject({ ok: false, code: 'resource_missing' })
    })

    it('returns no intent if its attempt was abandoned while the intent was made', async () => {
      const attemptID = randomUUID()
      processor.after('createIntent', () => settle(studyID, attemptID, true))
      const begun = await begin(studyID, { attemptID })
      expect([begun.status, begun.body.code]).toEqual([409, 'payment-cancelled'])
      const intent = await processor.readIntent(intentIDOf(attemptID))
      expect(intent).toMatchObject({ value: { status: 'canceled' } })
    })

    it.each(['lost-request', 'lost-reply', 'trouble'] as const)(
      'makes the intent despite one fault of the kind %s, and reports the processor as unavailable after two',
      async (fault) => {
        const attemptID = randomUUID()
        processor.fail('createIntent', fault)
        expect((await begin(studyID, { attemptID })).status).toBe(200)
        expect((await settle(studyID, attemptID, true)).body.state).toBe('cancelled')

        const next = randomUUID()
        processor.fail('createIntent', fault, 2)
        const lost = await begin(studyID, { attemptID: next })
        expect([lost.status, lost.body.code]).toEqual([503, 'processor-unavailable'])
        expect((await begin(studyID)).body.code).toBe('payment-in-progress')
        expect((await settle(studyID, next, true)).body.state).toBe('cancelled')
        expect((await begin(studyID)).status).toBe(200)
      },
    )

    it('ends no attempt while the processor is unreachable', async () => {
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID })
      await present(begun.body.client_secret, visa)
      for (const fault of ['lost-request', 'lost-reply', 'trouble'] as const) {
        processor.fail('readIntent', fault)
        const unknown = await settle(studyID, attemptID, true)
        expect([unknown.status, unknown.body.code]).toEqual([503, 'processor-unavailable'])
      }
      expect(await entries()).toEqual([])
      expect((await settle(studyID, attemptID)).body.state).toBe('succeeded')
      expect(await entries()).toEqual(['payment 100'])
    })

    it('records one entry after a crash between charge and record, even if two processes settle the attempt', async () => {
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID })
      await present(begun.body.client_secret, visa)
      office.advance(200)
      // Another process can read the charge only from the processor's file.
      const context = { db: office.db, kind: office.kind, now: office.now(), newId: randomUUID, log: () => {} }
      const ended = await Promise.all(
        [simulated(), simulated()].map((cardProcessor) => settleForgottenAttempts({ ...context, cardProcessor })),
      )
      expect(ended.some((count) => count > 0)).toBe(true)
      expect(await entries()).toEqual(['payment 100'])
      expect((await settle(studyID, attemptID)).body.state).toBe('succeeded')
      expect(await entries()).toEqual(['payment 100'])
    })

    it('cancels an attempt of a dead workstation after three minutes, not before', async () => {
      const attemptID = randomUUID()
      await begin(studyID, { attemptID })
      office.advance(170)
      await sweep()
      expect((await settle(studyID, attemptID)).body.state).toBe('processing')
      office.advance(20)
      await sweep()
      expect((await settle(studyID, attemptID)).body.state).toBe('cancelled')
    })

    it('cancels an abandoned attempt with card fields after twelve minutes, not before', async () => {
      const attemptID = randomUUID()
      await begin(studyID, { attemptID, route: 'card-fields' })
      office.advance(700)
      await sweep()
      expect((await settle(studyID, attemptID)).body.state).toBe('processing')
      office.advance(40)
      await sweep()
      expect((await settle(studyID, attemptID)).body.state).toBe('cancelled')
    })

    it('turns a temporary hold into a booking when a card pays it', async () => {
      studyID = await book(true)
      const { totalBalance } = await payments(studyID)
      const { settled } = await pay(studyID, visa, { amount: totalBalance })
      expect(settled.body.moved).toMatchObject({
        temporaryHoldConverted: true,
        paidStatus: true,
        study: { temporaryHold: false },
        payments: { totalBalance: 0 },
      })
      const over = await begin(studyID, { amount: 1 })
      expect([over.status, over.body.code]).toEqual([409, 'amount-above-balance'])
    })

    it('keeps a lapsed temporary hold if a payment is in progress or recorded, else releases it', async () => {
      const lapse = async () => {
        const at = office.now() - 1
        await office.db.updateTable('study').set({ temporary_hold_until: at }).where('study_id', '=', studyID).execute()
        await office.db.updateTable('machine_time').set({ expires_at: at }).where('study_id', '=', studyID).execute()
        await sweepAll(office.db, { kind: office.kind, now: office.now(), newId: randomUUID })
        const study = await office.db
          .selectFrom('study')
          .select(['starts_at', 'temporary_hold'])
          .where('study_id', '=', studyID)
          .executeTakeFirstOrThrow()
        return { isHeld: study.temporary_hold === 1, hasTime: study.starts_at !== null }
      }
      studyID = await book(true)
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID })
      expect(await lapse()).toEqual({ isHeld: true, hasTime: true })
      await present(begun.body.client_secret, visa)
      const settled = await settle(studyID, attemptID)
      expect(settled.body.moved.study.booking).not.toBeNull()
      expect(await lapse()).toEqual({ isHeld: true, hasTime: true })

      studyID = await book(true)
      const given = randomUUID()
      await begin(studyID, { attemptID: given })
      expect(await lapse()).toEqual({ isHeld: true, hasTime: true })
      await settle(studyID, given, true)
      expect(await lapse()).toEqual({ isHeld: false, hasTime: false })
    })

    it('refuses to move a booking to another location while a card is charged, but allows a move to another time', async () => {
      const { version, booking } = (
        await ask('readStudy', { params: { studyId: studyID }, query: { booking: 'true' } })
      ).body
      const change = (more: object) => {
        const body = { ...(goodInputs.changeAppointmentTime.body as object), studyID, version, ...more }
        return ask('changeAppointmentTime', { body }, 'frontdesk', randomUUID())
      }
      expect(booking).not.toBeNull()
      const attemptID = randomUUID()
      await begin(studyID, { attemptID })
      const moved = await change({
        locationID: clinic.elsewhere,
        machineID: 'us-wa-2-m1',
        utcStart: '2026-12-30T18:00:00Z',
      })
      expect([moved.status, moved.body.code], JSON.stringify(moved.body)).toEqual([409, 'payment-in-progress'])
      expect((await change({ utcStart: '2026-12-30T18:00:00Z' })).status).toBe(200)
    })

    it('refuses a charge that is not possible or not permitted, without a call to the processor', async () => {
      const before = processor.calls.length
      const none = await begin(clinic.homeStudy)
      expect(none.body).toMatchObject({
        code: 'location-and-time-missing',
        message: 'Please Add Location and Time Before Completing a Payment',
      })
      expect((await begin(studyID, { amount: 2495.01 })).body.code).toBe('amount-above-balance')
      for (const amount of [0, -1, 1.001, 1e21]) expect((await begin(studyID, { amount })).status).toBe(400)
      expect((await begin(studyID, { memo: 'card 4242 4242 4242 4242' })).body.code).toBe('invalid-input')
      expect((await begin(studyID, { route: 'stripe' })).body.code).toBe('processor-unavailable')
      expect((await begin(studyID, {}, 'np')).status).toBe(403)
      expect((await begin(clinic.elsewhereStudy, {}, 'oneLocation')).status).toBe(403)
      expect(processor.calls.length).toBe(before)
    })

    describe('when money is refunded,', () => {
      it('refunds once for one key, even after a fault of the processor', async () => {
        for (const fault of ['lost-request', 'lost-reply', 'trouble'] as const) {
          studyID = await book()
          const { settled } = await pay(studyID)
          const { transactionID } = settled.body.moved.transaction
          processor.fail('refund', fault, 2)
          const first = await refund(studyID, transactionID, {}, `key-${fault}-${studyID}`)
          expect([first.status, first.body.code], fault).toEqual([503, 'processor-unavailable'])
          const [again, same] = await Promise.all([
            refund(studyID, transactionID, {}, `key-${fault}-${studyID}`),
            refund(studyID, transactionID, {}, `key-${fault}-${studyID}`),
          ])
          expect(again.status, JSON.stringify(again.body)).toBe(200)
          expect(same.body).toEqual(again.body)
          expect(again.body.transaction).toMatchObject({
            transactionType: 'Refund',
            paymentType: 'physicalTerminal',
            amount: 40,
            memo: 'Changed plans',
            details: { linkedTransaction: transactionID, cardLastFour: '4242' },
          })
          expect(await entries()).toEqual(['Refund 40', 'payment 100'])
        }
      })

      it('completes a refund in the next sweep after the processor’s answer was lost', async () => {
        const { settled, intentID } = await pay(studyID)
        const { transactionID } = settled.body.moved.transaction
        processor.fail('refund', 'lost-reply', 2)
        expect((await refund(studyID, transactionID, {})).status).toBe(503)
        const open = await payments(studyID)
        expect(open.openAttempts).toMatchObject([{ kind: 'refund', amount: 40 }])
        expect(open.transactions[0].refundable).toBe(60)
        office.advance(40)
        await sweep()
        expect(await entries()).toEqual(['Refund 40', 'payment 100'])
        const made = await processor.findRefunds(intentID)
        expect(made.ok && made.value).toHaveLength(1)
      })

      it.each([{}, { externalRefund: true }])(
        'makes no second refund after the processor’s answer to the first was lost, with the options %j',
        async (more) => {
          const { settled, intentID } = await pay(studyID)
          const { transactionID } = settled.body.moved.transaction
          processor.fail('refund', 'lost-reply', 2)
          const key = `refund-${randomUUID()}`
          expect((await refund(studyID, transactionID, {}, key)).status).toBe(503)
          const again = await refund(studyID, transactionID, more)
          expect([again.status, again.body.code]).toEqual([409, 'already-refunded'])
          expect(again.body.message).toBe(
            'A refund of CA$40.00 was just recorded. Check the balance before you refund more.',
          )
          expect((await refund(studyID, transactionID, {}, key)).body.transaction.amount).toBe(40)
          expect(await entries()).toEqual(['Refund 40', 'payment 100'])
          const made = await processor.findRefunds(intentID)
          expect(made.ok && made.value).toHaveLength(1)
          // Only the first new refund is refused. Then the user has seen the recorded refund and may continue.
          expect((await refund(studyID, transactionID, { ...more, amount: 10 })).status).toBe(200)
        },
      )

      it('refunds no more than was paid, even for concurrent refunds', async () => {
        const { settled, intentID } = await pay(studyID)
        const { transactionID } = settled.body.moved.transaction
        const answers = await Promise.all(
          Array.from({ length: 4 }, () => refund(studyID, transactionID, { amount: 60 })),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        for (const { status, body } of answers) {
          if (status !== 200)
            expect(['payment-in-progress', 'amount-above-refundable', 'already-refunded']).toContain(body.code)
        }
        expect(await entries()).toEqual(['Refund 60', 'payment 100'])
        const made = await processor.findRefunds(intentID)
        expect(made.ok && made.value.map(({ amount }) => amount)).toEqual([6000])
        expect((await refund(studyID, transactionID, { amount: 40.01 })).body.code).toBe('amount-above-refundable')
        expect((await refund(studyID, transactionID, { amount: 40 })).status).toBe(200)
        expect((await refund(studyID, transactionID, { amount: 1 })).body).toMatchObject({
          code: 'already-refunded',
          message: 'All funds refunded for this payment type.',
        })
      })

      it('refunds an Interac payment only with the card present', async () => {
        const { settled, intentID } = await pay(studyID, interac)
        const { transactionID, details } = settled.body.moved.transaction
        expect(details).toMatchObject({ isInterac: true, cardType: 'interac' })
        expect((await refund(studyID, transactionID, {})).body.code).toBe('interac-needs-card')
        const made = await refund(studyID, transactionID, { interacTransaction: 're_of_nobody' })
        expect(made.body.code).toBe('payment-unknown')
        const needed = await ask('readInteracRefund', { params: { referenceID: intentID } })
        expect(needed.body).toMatchObject({ amount: 10_000, currency: 'cad', transactionID })
        expect(backOfficeRoutes.readInteracRefund.answer.parse(needed.body)).toEqual(needed.body)

        const attemptID = randomUUID()
        const asked = { attemptID, kind: 'refund', refundOf: transactionID, amount: 40, memo: 'Changed plans' }
        const begun = await begin(studyID, asked)
        expect(begun.status, JSON.stringify(begun.body)).toBe(200)
        expect((await payments(studyID)).transactions[0].refundable).toBe(60)
        // Only the card that paid can be refunded.
        expect((await present(begun.body.client_secret, visa)).body.error.code).toBe('card_mismatch')
        expect((await settle(studyID, attemptID)).body.state).toBe('processing')
        expect((await present(begun.body.client_secret, interac)).body.status).toBe('succeeded')
        const ended = await settle(studyID, attemptID, true)
        expect(ended.body).toMatchObject({ state: 'succeeded', moved: { transaction: { transactionType: 'Refund' } } })
        // The workstation reports the same refund again, by its id at the processor.
        const { referenceID } = ended.body.moved.transaction.details
        const told = await refund(studyID, transactionID, { interacTransaction: referenceID })
        expect(told.body.transaction.transactionID).toBe(ended.body.moved.transaction.transactionID)
        expect(await entries()).toEqual(['Refund 40', 'payment 100'])
      })

      it('refunds only Interac payments on a reader, and makes no refund once the attempt was abandoned', async () => {
        const { settled, intentID } = await pay(studyID)
        const { transactionID } = settled.body.moved.transaction
        const asked = { kind: 'refund', refundOf: transactionID, amount: 40, memo: 'Changed plans' }
        expect((await begin(studyID, asked)).body.code).toBe('step-not-allowed')
        expect((await ask('readInteracRefund', { params: { referenceID: intentID } })).status).toBe(409)

        studyID = await book()
        const paid = await pay(studyID, interac)
        const attemptID = randomUUID()
        const refundOf = paid.settled.body.moved.transaction.transactionID
        const begun = await begin(studyID, { ...asked, refundOf, attemptID })
        expect((await settle(studyID, attemptID, true)).body.state).toBe('cancelled')
        expect((await present(begun.body.client_secret, interac)).body.status).toBe('canceled')
        expect((await begin(studyID, { ...asked, refundOf, memo: '' })).body.details.fields).toHaveProperty('memo')
        expect(await entries()).toEqual(['payment 100'])
      })
    })

    describe('with a pad that holds the result itself,', () => {
      it('settles an attempt once by the pad’s report, however late the report arrives', async () => {
        const attemptID = randomUUID()
        const begun = await begin(studyID, { attemptID, route: 'serial' })
        expect(begun.body).toEqual({ client_secret: '', id: attemptID, status: 'registered' })
        expect((await settle(studyID, attemptID, true)).body.state).toBe('processing')
        office.advance(1000)
        await sweep()
        expect((await settle(studyID, attemptID)).body.state).toBe('processing')
        const answers = await Promise.all([1, 2].map(() => settle(studyID, attemptID, false, word('approved'))))
        expect(answers.map(({ body }) => body.state)).toEqual(['succeeded', 'succeeded'])
        expect(await entries()).toEqual(['payment 100'])
        const [{ transactionID, details }] = (await payments(studyID)).transactions
        expect(details).toMatchObject({ referenceID: 'A010-77', cardLastFour: '4242' })

        // A pad payment can be refunded only on the pad.
        expect((await refund(studyID, transactionID, {})).body.code).toBe('interac-needs-card')
        const back = randomUUID()
        const asked = { attemptID: back, route: 'serial', kind: 'refund', refundOf: transactionID, amount: 40 }
        expect((await begin(studyID, { ...asked, memo: 'Changed plans' })).status).toBe(200)
        expect((await settle(studyID, back, false, word('approved'))).body.state).toBe('succeeded')
        expect(await entries()).toEqual(['Refund 40', 'payment 100'])
      })

      it('ends an attempt by a decline, and records an approval that the pad reports later', async () => {
        const attemptID = randomUUID()
        await begin(studyID, { attemptID, route: 'serial' })
        const declined = await settle(studyID, attemptID, true, word('declined'))
        expect(declined.body).toMatchObject({
          state: 'declined',
          failure: { message: 'Process Payment Result Error: Refused by issuer' },
        })
        expect((await settle(studyID, attemptID, false, word('approved'))).body.state).toBe('succeeded')
        expect(await entries()).toEqual(['payment 100'])
      })

      it.each([
        ['declined', 'Failed to process refund: Refused by issuer'],
        ['cancelled', 'The refund was cancelled. No money was refunded.'],
        ['not-found', 'The refund was cancelled. No money was refunded.'],
      ] as const)('ends a refund that the pad reports as %s, in the words of a refund', async (outcome, message) => {
        const paid = randomUUID()
        await begin(studyID, { attemptID: paid, route: 'serial' })
        await settle(studyID, paid, false, word('approved'))
        const [{ transactionID }] = (await payments(studyID)).transactions
        const attemptID = randomUUID()
        const asked = { attemptID, route: 'serial', kind: 'refund', refundOf: transactionID, amount: 40 }
        await begin(studyID, { ...asked, memo: 'Changed plans' })
        expect((await settle(studyID, attemptID, true, word(outcome))).body).toMatchObject({ failure: { message } })
        expect(await entries()).toEqual(['payment 100'])
      })

      it('refuses a pad’s report for an attempt on a reader of the processor', async () => {
        const attemptID = randomUUID()
        await begin(studyID, { attemptID })
        const refused = await settle(studyID, attemptID, false, word('approved'))
        expect(refused.body.details.fields).toHaveProperty('terminal')
        expect(await entries()).toEqual([])
      })
    })

    describe('a decision by finance', () => {
      const resolve = (attemptID: string, outcome: string, who: AccountName = 'admin', more: object = {}) =>
        ask(
          'resolvePaymentAttempt',
          {
            params: { studyId: studyID, attemptID },
            body: { outcome, referenceID: 'ACQ-1', reason: 'Acquirer says so', ...more },
          },
          who,
          randomUUID(),
        )

      it('ends an attempt whose pad is gone', async () => {
        const attemptID = randomUUID()
        await begin(studyID, { attemptID, route: 'serial' })
        expect((await resolve(attemptID, 'succeeded', 'frontdesk')).status).toBe(403)
        const resolved = await resolve(attemptID, 'succeeded')
        expect(backOfficeRoutes.resolvePaymentAttempt.answer.parse(resolved.body)).toEqual(resolved.body)
        expect(resolved.body.moved.transaction).toMatchObject({ amount: 100, details: { referenceID: 'ACQ-1' } })
        expect((await resolve(attemptID, 'cancelled')).body.state).toBe('succeeded')
        expect(await entries()).toEqual(['payment 100'])
      })

      it('gives precedence to the processor’s result', async () => {
        const attemptID = randomUUID()
        const begun = await begin(studyID, { attemptID })
        await present(begun.body.client_secret, visa)
        for (const fault of ['trouble', 'refused'] as const) {
          processor.fail('readIntent', fault, 2)
          expect((await resolve(attemptID, 'cancelled')).status, fault).toBe(503)
        }
        expect((await resolve(attemptID, 'cancelled')).body.state).toBe('succeeded')
        expect(await entries()).toEqual(['payment 100'])
      })

      it('ends an attempt after an hour without the processor’s result, and still records a later result', async () => {
        const endByFinance = async () => {
          const attemptID = randomUUID()
          const begun = await begin(studyID, { attemptID })
          await rewrite(attemptID, { begun_at: office.now() - 3700 })
          processor.fail('readIntent', 'lost-request', 2)
          expect((await resolve(attemptID, 'cancelled')).body.state).toBe('cancelled')
          return { attemptID, secret: begun.body.client_secret }
        }
        // Three ways find the later result: a settle call for the first attempt, the next charge for the second, and
        // the sweep for the third.
        const asked = await endByFinance()
        await present(asked.secret, visa)
        processor.fail('readIntent', 'lost-request')
        expect((await settle(studyID, asked.attemptID)).body.state).toBe('cancelled')
        expect((await settle(studyID, asked.attemptID)).body.state).toBe('succeeded')

        const followed = await endByFinance()
        await present(followed.secret, visa)
        expect((await begin(studyID, { amount: 2395 })).body.code).toBe('amount-above-balance')
        expect(await entries()).toEqual(['payment 100', 'payment 100'])

        const forgotten = await endByFinance()
        await present(forgotten.secret, visa)
        office.advance(40)
        await sweep()
        expect(await entries()).toEqual(['payment 100', 'payment 100', 'payment 100'])

        // An intent that still waits for a card is cancelled at the processor, and not checked again.
        const waiting = await endByFinance()
        office.advance(40)
        await sweep()
        expect((await present(waiting.secret, visa)).body.status).toBe('canceled')
        const asks = processor.calls.length
        expect((await settle(studyID, waiting.attemptID)).body.state).toBe('cancelled')
        expect(processor.calls.length).toBe(asks)
      })

      it('is refused if it contains a card number', async () => {
        const attemptID = randomUUID()
        await begin(studyID, { attemptID, route: 'serial' })
        for (const field of ['referenceID', 'reason']) {
          const answer = await resolve(attemptID, 'succeeded', 'admin', { [field]: '4242 4242 4242 4242' })
          expect([answer.body.code, answer.body.details?.fields?.[field]]).toEqual([
            'invalid-input',
            expect.any(String),
          ])
        }
      })
    })

    it('logs only one line when a refund fails after it was recorded', async () => {
      const { settled } = await pay(studyID)
      processor.fail('refund', 'lost-reply', 2)
      expect((await refund(studyID, settled.body.moved.transaction.transactionID, {})).status).toBe(503)
      const logged: string[] = []
      const sweepWith = (status: 'pending' | 'failed') =>
        sweep({
          log: (_level: string, what: string) => logged.push(what),
          cardProcessor: {
            ...processor,
            findRefunds: async (intentID: string) => {
              const answer = await processor.findRefunds(intentID)
              return answer.ok ? { ok: true, value: answer.value.map((one) => ({ ...one, status })) } : answer
            },
          },
        })
      office.advance(40)
      await sweepWith('pending')
      expect(await entries()).toEqual(['Refund 40', 'payment 100'])
      const { attempt_id: attemptID } = await office.db
        .selectFrom('payment_attempt')
        .select('attempt_id')
        .where('study_id', '=', studyID)
        .where('look_again_at', 'is not', null)
        .executeTakeFirstOrThrow()
      await rewrite(attemptID, { look_again_at: office.now() })
      await sweepWith('pending')
      expect(logged).not.toContain('cards.recorded-refund-failed')
      await rewrite(attemptID, { look_again_at: office.now() })
      await sweepWith('failed')
      office.advance(40)
      await sweepWith('failed')
      expect(logged.filter((what) => what === 'cards.recorded-refund-failed')).toHaveLength(1)
      expect(await entries()).toEqual(['Refund 40', 'payment 100'])
    })

    it('refunds payments that the simulated processor’s file does not have, up to the ledger’s amount', async () => {
      const attemptID = randomUUID()
      await begin(studyID, { attemptID, route: 'serial' })
      await settle(studyID, attemptID, false, word('approved'))
      const [seen] = (await payments(studyID)).transactions
      const row = await office.db
        .selectFrom('transaction')
        .selectAll()
        .where('transaction_id', '=', seen.transactionID)
        .executeTakeFirstOrThrow()
      const details = JSON.stringify({ ...JSON.parse(row.details), referenceID: null })
      const old = { ...row, transaction_id: `t-${randomUUID()}`, attempt_id: null, place: 99, details }
      await office.db.insertInto('transaction').values(old).execute()
      expect((await refund(studyID, old.transaction_id, { amount: 100.01 })).body.code).toBe('amount-above-refundable')
      expect((await refund(studyID, old.transaction_id, { amount: 100 })).status).toBe(200)
      expect((await refund(studyID, old.transaction_id, { amount: 1 })).body.code).toBe('already-refunded')

      const interacDetails = JSON.stringify({
        ...JSON.parse(row.details),
        referenceID: 'pi_demo_interac_9',
        isInterac: true,
      })
      const other = { ...old, transaction_id: `t-${randomUUID()}`, place: 100, details: interacDetails }
      await office.db.insertInto('transaction').values(other).execute()
      const needed = await ask('readInteracRefund', { params: { referenceID: 'pi_demo_interac_9' } })
      expect(needed.body).toMatchObject({ chargeID: 'ch_demo_interac_9', transactionID: other.transaction_id })
      const back = { kind: 'refund', refundOf: other.transaction_id, amount: 100, memo: 'Changed plans' }
      const attempt = randomUUID()
      const begun = await begin(studyID, { ...back, attemptID: attempt })
      expect((await present(begun.body.client_secret, interac)).body.status).toBe('succeeded')
      expect((await settle(studyID, attempt)).body.state).toBe('succeeded')
    })

    it('keeps the ledger equal to the processor’s records after random faults and concurrent calls', async () => {
      const faults = fc.record({
        asked: fc.constantFrom(
          'createIntent' as const,
          'readIntent' as const,
          'cancelIntent' as const,
          'refund' as const,
          'findRefunds' as const,
          'prepareReaderRefund' as const,
          'cancelReaderRefund' as const,
        ),
        fault: fc.constantFrom('lost-request' as const, 'lost-reply' as const, 'trouble' as const),
      })
      const steps = fc.array(
        fc.record({
          act: fc.constantFrom(
            'begin' as const,
            'begin' as const,
            'present' as const,
            'present' as const,
            'settle' as const,
            'give-up' as const,
            'refund' as const,
            'refund' as const,
            'reader-refund' as const,
            'sweep' as const,
          ),
          card: fc.constantFrom(visa, visa, interac, 'pm_card_chargeDeclined'),
          amount: fc.constantFrom(100, 250.5, 800),
          times: fc.integer({ min: 1, max: 2 }),
          fault: fc.option(faults, { freq: 2 }),
        }),
        { minLength: 4, maxLength: 14 },
      )
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          studyID = await book()
          const attempts: string[] = []
          const secrets: string[] = []
          for (const { act, card, amount, times, fault } of sequence) {
            if (fault !== null) processor.fail(fault.asked, fault.fault, times)
            const paid = () =>
              payments(studyID).then(({ transactions }) =>
                transactions.find((entry: { transactionType: string; refundable: number }) => entry.refundable > 0),
              )
            const start = async (more: object) => {
              const attemptID = randomUUID()
              attempts.push(attemptID)
              // The calls of a double click, or of two workstations.
              const begun = await Promise.all(
                Array.from({ length: times }, () => begin(studyID, { attemptID, amount, ...more })),
              )
              for (const { status, body } of begun) if (status === 200) secrets.push(body.client_secret)
            }
            const attemptID = attempts.at(-1) ?? randomUUID()
            if (act === 'begin') await start({})
            else if (act === 'present') {
              await Promise.all(secrets.map((secret) => present(secret, card)))
            } else if (act === 'settle' || act === 'give-up') {
              await Promise.all(Array.from({ length: times }, () => settle(studyID, attemptID, act === 'give-up')))
            } else if (act === 'sweep') {
              office.advance(times * 100)
              await sweep()
            } else {
              const entry = await paid()
              if (entry === undefined) continue
              const back = Math.min(amount, entry.refundable)
              if (act === 'refund') {
                await Promise.all(
                  Array.from({ length: times }, () => refund(studyID, entry.transactionID, { amount: back })),
                )
              } else {
                await start({ kind: 'refund', refundOf: entry.transactionID, memo: 'x', amount: back })
              }
            }
          }
          processor.heal()
          office.advance(1000)
          await sweep()
          const { openAttempts, transactions } = await payments(studyID)
          expect(openAttempts).toEqual([])
          const rows = await office.db
            .selectFrom('payment_attempt')
            .selectAll()
            .where('study_id', '=', studyID)
            .execute()
          // The processor's own records of every attempt that was made here.
          const charged: string[] = []
          for (const row of rows.filter(({ kind }) => kind === 'payment')) {
            const found = await processor.readIntent(intentIDOf(row.attempt_id))
            if (!found.ok) continue
            if (found.value.status === 'succeeded') charged.push(`payment ${found.value.amount}`)
            const given = await processor.findRefunds(found.value.id)
            if (given.ok) charged.push(...given.value.map((one) => `Refund ${one.amount}`))
          }
          const recorded = transactions.map(
            (entry: { transactionType: string; amount: number }) =>
              `${entry.transactionType} ${Math.round(entry.amount * 100)}`,
          )
          expect(recorded.sort()).toEqual(charged.sort())
        }),
        { numRuns: 30, endOnFailure: true },
      )
    }, 120_000)

    it('stores no card number in the database or in the processor’s file', async () => {
      await pay(studyID)
      const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      for (const table of ['transaction', 'payment_attempt', 'idempotency_key', 'study_log'] as const) {
        texts.push(JSON.stringify(await office.db.selectFrom(table).selectAll().execute()))
      }
      for (const { number } of testCards) {
        for (const text of texts) expect(text.includes(number)).toBe(false)
      }
    })
  })

  describe.skipIf(engine.missing !== undefined)(`card handling through Stripe on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let stripe: FakeStripe
    let cardProcessor: CardProcessor
    let studyID: string
    const { ask, begin, book, payments, refund, settle } = openDesk(() => office)
    const card = { brand: 'visa', last4: '4242' }
    beforeAll(async () => {
      stripe = await startFakeStripe(() => office.now())
      cardProcessor = createStripeProcessor({
        secretKey: fakeStripeKey,
        publishableKey: 'pk_test_1',
        address: stripe.address,
        timeoutMs: 2_000,
      })
      office = await runBackOffice(engine, { cardProcessor })
    })
    afterAll(async () => {
      await office.stop()
      await stripe.stop()
      expect(office.errors).toEqual([])
    })
    beforeEach(async () => {
      studyID = await book()
    })
    const beginHere = async (more: object = {}) => {
      const attemptID = randomUUID()
      const begun = await begin(studyID, { attemptID, route: 'stripe', ...more })
      return { attemptID, begun, id: begun.body.id as string }
    }
    const sweepStripe = () =>
      settleForgottenAttempts({
        db: office.db,
        kind: office.kind,
        now: office.now(),
        newId: randomUUID,
        log: () => {},
        cardProcessor,
      })
    const amounts = async () =>
      (await payments(studyID)).transactions.map(
        (entry: { transactionType: string; amount: number; status: string }) =>
          `${entry.transactionType} ${entry.amount} ${entry.status}`,
      )

    it('opens card fields with the publishable key and simulates nothing', async () => {
      const catalogue = await ask('readBookingCatalogue', {})
      expect(catalogue.body.cardProviderTokens).toEqual({ CAD: 'pk_test_1', USD: 'pk_test_1' })
      const body = { client_secret: 'x', payment_method: visa }
      expect((await ask('confirmSimulatedPayment', { body })).status).toBe(404)
      expect((await begin(studyID, { route: 'simulated' })).body.code).toBe('processor-unavailable')
    })

    it('connects readers at the Stripe location that an administrator entered, else at the one found by metadata', async () => {
      const params = { locationID: clinic.home }
      const locationOfToken = async () => (await ask('readTerminalToken', { params })).body.location
      expect(await locationOfToken()).toBe('tml_fake1')
      const { location, version } = (await ask('readAdministeredLocations', {}, 'admin')).body.find(
        (each: AdministeredLocation) => each.location.locationID === clinic.home,
      )
      const fields = { ...toLocationFields(location), terminalLocation: 'tml_entered' }
      expect((await ask('changeLocation', { params, body: { version, fields } }, 'admin')).status).toBe(200)
      expect(await locationOfToken()).toBe('tml_entered')
    })

    it('charges once despite every fault of the connection', async () => {
      for (const fault of ['lost-request', 'lost-reply', 'hang', '409', '429'] as const) {
        studyID = await book()
        stripe.fail('POST /v1/payment_intents', fault)
        const { attemptID, begun, id } = await beginHere({ route: 'card-fields' })
        expect(begun.status, fault).toBe(200)
        stripe.present(id, card)
        stripe.fail('GET /v1/payment_intents/:id', '500')
        expect((await settle(studyID, attemptID, true)).status, fault).toBe(503)
        expect((await settle(studyID, attemptID, true)).body.moved.transaction.paymentType, fault).toBe('card')
        const made = [...stripe.intents.values()].filter((intent) => intent.metadata.attemptID === attemptID)
        expect(
          made.map(({ status }) => status),
          fault,
        ).toEqual(['succeeded'])
        expect(await amounts(), fault).toEqual(['payment 100 Complete'])
      }
    })

    it('records money as uncaptured while it is only authorized', async () => {
      const { attemptID, id } = await beginHere()
      stripe.present(id, card, 'authorized')
      expect((await settle(studyID, attemptID)).body.state).toBe('succeeded')
      expect(await amounts()).toEqual(['payment 100 requires_capture'])
      expect((await payments(studyID)).uncaptured).toBe(100)
    })

    it('cancels a declined intent at Stripe before the attempt ends', async () => {
      const { attemptID, id } = await beginHere()
      stripe.present(id, card, 'declined')
      expect((await settle(studyID, attemptID)).body.state).toBe('processing')
      stripe.fail('POST /v1/payment_intents/:id/cancel', 'lost-reply')
      expect((await settle(studyID, attemptID, true)).body).toMatchObject({
        state: 'declined',
        failure: { message: 'Process Payment Result Error: Your card was declined.' },
      })
      expect(stripe.intents.get(id)?.status).toBe('canceled')
    })

    it('refunds once despite every fault, and records an Interac refund only if the reader made one', async () => {
      for (const fault of ['lost-request', 'lost-reply', 'hang', '409', '429'] as const) {
        studyID = await book()
        const { attemptID, id } = await beginHere()
        stripe.present(id, card)
        const { transactionID } = (await settle(studyID, attemptID)).body.moved.transaction
        stripe.fail('POST /v1/refunds', fault)
        const given = await refund(studyID, transactionID, {})
        expect(given.status, `${fault} ${JSON.stringify(given.body)}`).toBe(200)
        const made = [...stripe.refunds.values()].filter((one) => one.payment_intent === id)
        expect(
          made.map(({ amount }) => amount),
          fault,
        ).toEqual([4000])
      }
      studyID = await book()
      const { attemptID, id } = await beginHere()
      stripe.present(id, { brand: 'interac', last4: '0007', isInterac: true })
      const { transactionID } = (await settle(studyID, attemptID)).body.moved.transaction
      const asked = { kind: 'refund', refundOf: transactionID, amount: 40, memo: 'Changed plans' }
      const back = await beginHere(asked)
      expect(back.begun.body.client_secret).toBe('')
      expect((await settle(studyID, back.attemptID)).body.state).toBe('processing')
      const refundID = stripe.refundAtReader(id, 4000)
      const ended = await settle(studyID, back.attemptID, true)
      expect(ended.body.moved.transaction.details.referenceID).toBe(refundID)
      // The first refund is not mistaken for the second one, although the amount is the same.
      const next = await beginHere(asked)
      expect((await settle(studyID, next.attemptID, true)).body.state).toBe('cancelled')
      expect(await amounts()).toEqual(['Refund 40 Complete', 'payment 100 Complete'])
    })

    it('finds a reader’s refund that Stripe lists late, and allows no other refund until then', async () => {
      const { attemptID, id } = await beginHere()
      stripe.present(id, { brand: 'interac', last4: '0007', isInterac: true })
      const { transactionID } = (await settle(studyID, attemptID)).body.moved.transaction
      const asked = { kind: 'refund', refundOf: transactionID, amount: 40, memo: 'Changed plans' }
      const back = await beginHere(asked)
      expect((await settle(studyID, back.attemptID, true)).body.state).toBe('cancelled')
      const soon = await beginHere(asked)
      expect([soon.begun.status, soon.begun.body.code]).toEqual([409, 'payment-in-progress'])
      const external = await refund(studyID, transactionID, { externalRefund: true })
      expect([external.status, external.body.code]).toEqual([409, 'payment-in-progress'])
      // The reader made the refund before the attempt was stopped, but Stripe lists the refund only now.
      const refundID = stripe.refundAtReader(id, 4000)
      office.advance(40)
      await sweepStripe()
      expect((await settle(studyID, back.attemptID)).body).toMatchObject({
        state: 'succeeded',
        moved: { transaction: { details: { referenceID: refundID } } },
      })
      expect(await amounts()).toEqual(['Refund 40 Complete', 'payment 100 Complete'])

      // A refund that never appears blocks the study for ten minutes at most.
      const next = await beginHere(asked)
      expect((await settle(studyID, next.attemptID, true)).body.state).toBe('cancelled')
      office.advance(610)
      await sweepStripe()
      expect((await beginHere(asked)).begun.status).toBe(200)
      expect(await amounts()).toEqual(['Refund 40 Complete', 'payment 100 Complete'])
    })

    it('abandons a refund that an error at Stripe prevented, and allows another one', async () => {
      const { attemptID, id } = await beginHere()
      stripe.present(id, card)
      const { transactionID } = (await settle(studyID, attemptID)).body.moved.transaction
      stripe.fail('POST /v1/refunds', '500')
      const key = randomUUID()
      expect((await refund(studyID, transactionID, {}, key)).status).toBe(503)
      office.advance(700)
      expect((await refund(studyID, transactionID, {}, key)).body.code).toBe('payment-declined')
      expect((await refund(studyID, transactionID, {})).status).toBe(200)
      expect(stripe.refunds.size).toBeGreaterThan(0)
      expect(await amounts()).toEqual(['Refund 40 Complete', 'payment 100 Complete'])
    })
  })
}
