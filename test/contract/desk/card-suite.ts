import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { isFinalAttempt, isOpenAttempt, type PaymentAttempt, toModalState } from '#domain/payments/payment-attempt.ts'
import type { SimulatedReaderOutcome } from '#domain/payments/simulated-reader.ts'
import { type AttemptID, attemptIDSchema } from '#domain/payments/transaction.ts'
import type { Study } from '#domain/study/study.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

const newAttemptID = (): AttemptID => attemptIDSchema.parse(randomUUID())

/** The contract of card payments that screens rely on: when money moves, and when it does not. */
export const describeCardDesk = (name: string, start: StartDesks): void => {
  describe(`the card payment service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    /** A separate workstation, because a shared one would keep its reader connected in later suites. */
    let desk: Desk
    let adminDesk: Desk
    let readerID: string
    beforeAll(async () => {
      desks = await start()
      desk = await desks.openDesk()
      adminDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await adminDesk.signIn('admin')
      const [reader] = await desk.get('terminal', 'discover', { locationID })
      if (reader === undefined) throw new Error('No reader was found')
      readerID = reader.readerID
      await desk.get('terminal', 'connect', { locationID, readerID })
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 7)
    type Ref = Pick<Study, 'studyID'>
    const read = ({ studyID }: Ref, app = desk) => app.get('payments', 'read', { studyID })
    const terminal = () => desk.get('terminal', 'read', {})
    const next = (outcome: SimulatedReaderOutcome) => desk.get('terminal', 'setSimulatedOutcome', { outcome })
    const begin = ({ studyID }: Ref, overrides: Record<string, unknown> = {}, app = desk) => {
      const input = { attemptID: newAttemptID(), studyID, amount: 100, through: 'terminal', ...overrides }
      return app.ask('payments', 'startAttempt', bridgeSchemas.payments.startAttempt.input.parse(input))
    }
    const begun = async (study: Ref, overrides: Record<string, unknown> = {}): Promise<PaymentAttempt> => {
      const reply = await begin(study, overrides)
      if (!reply.ok) throw new Error(`${reply.failure.code}: ${reply.failure.message}`)
      return reply.value
    }
    const latest = ({ attemptID }: Pick<PaymentAttempt, 'attemptID'>): PaymentAttempt | undefined =>
      desk.eventsOf('payments.attemptChanged').findLast((attempt) => attempt.attemptID === attemptID)
    const reached = (attempt: PaymentAttempt, what: string, check: (now: PaymentAttempt) => boolean) =>
      desk.until(`the attempt ${what}`, () => {
        const now = latest(attempt)
        return now !== undefined && check(now) ? now : null
      })
    /** Presents the card as configured, and waits until the attempt has ended. */
    const ended = async (attempt: PaymentAttempt): Promise<PaymentAttempt> => {
      await desks.presentCard(attempt.attemptID)
      return await reached(attempt, 'has ended', (now) => isFinalAttempt(now.state) && !isOpenAttempt(now))
    }
    const withReader = (attempt: PaymentAttempt) =>
      reached(attempt, 'is with the reader', ({ state }) => state === 'handed-off')
    const charged = async (study: Ref, amount = 100): Promise<PaymentAttempt> =>
      await ended(await begun(study, { amount }))
    const cash = ({ studyID }: Ref, app = desk) => {
      const blank = { referenceID: '', giftCardNumber: '', invoicePayer: null, isInvoiceTotal: false }
      const input = { studyID, paymentType: 'cash', amount: 10, ...blank, idempotencyKey: randomUUID() }
      return app.ask('payments', 'record', bridgeSchemas.payments.record.input.parse(input))
    }
    const open = () => desk.get('payments', 'openAttempts', {})
    const isListed = async ({ attemptID }: PaymentAttempt) => (await open()).some((one) => one.attemptID === attemptID)
    const cancel = (attempt: Pick<PaymentAttempt, 'attemptID'>) =>
      desk.ask('payments', 'cancelAttempt', { attemptID: attempt.attemptID })
    const startRefund = (payment: PaymentAttempt, overrides: Record<string, unknown> = {}) => {
      const { studyID, transactionID } = payment
      const input = { attemptID: newAttemptID(), studyID, transactionID, amount: 100, memo: 'Asked for', ...overrides }
      return desk.ask('payments', 'startRefund', bridgeSchemas.payments.startRefund.input.parse(input))
    }

    it('records a card payment as one transaction, and lists the attempt until it is acknowledged', async () => {
      const study = await booked()
      const attempt = await begun(study)
      expect(attempt).toMatchObject({
        studyID: study.studyID,
        kind: 'payment',
        route: 'simulated',
        readerID,
        amountMinor: 10_000,
        transactionID: null,
        isCancelAsked: false,
      })
      const done = await ended(attempt)
      expect(done).toMatchObject({ state: 'succeeded', failure: null, settledAt: expect.any(String) })
      const changes = desk.eventsOf('payments.attemptChanged').filter((one) => one.attemptID === attempt.attemptID)
      expect(changes.map(toModalState)).toEqual(expect.arrayContaining(['handOff', 'processingPayment', 'successful']))
      const { payments, attempts, study: now } = await read(study)
      expect(payments).toMatchObject({ paid: 100, totalBalance: study.price - 100, openAttempts: [] })
      expect(payments.transactions).toMatchObject([
        { transactionID: done.transactionID, amount: 100, paymentType: 'physicalTerminal', transactionType: 'payment' },
      ])
      expect([attempts, now.balance]).toEqual([[], study.price - 100])
      expect(await terminal()).toMatchObject({ activity: 'idle', problem: null, lastSuccessAt: expect.any(String) })
      expect(await isListed(done)).toBe(true)
      await desk.get('payments', 'acknowledgeAttempt', { attemptID: done.attemptID })
      expect(await isListed(done)).toBe(false)
      const again = await desk.get('payments', 'checkAttempt', { attemptID: done.attemptID })
      expect(again).toEqual(done)
    })

    it('begins one attempt per id, and refuses the id with another amount', async () => {
      const study = await booked()
      const attempt = await begun(study)
      const { attemptID } = attempt
      expect(await begin(study, { attemptID })).toMatchObject({ value: { attemptID, begunAt: attempt.begunAt } })
      expect(codeOf(await begin(study, { attemptID, amount: 90 }))).toBe('idempotency-key-reused')
      await ended(attempt)
      expect(await begin(study, { attemptID })).toMatchObject({ value: { state: 'succeeded' } })
      expect((await read(study)).payments.transactions).toHaveLength(1)
    })

    it('records nothing for a declined card, and accepts the next card', async () => {
      const study = await booked()
      await next('insufficient-funds')
      const declined = await charged(study)
      expect(declined).toMatchObject({
        state: 'declined',
        transactionID: null,
        failure: { message: expect.stringMatching(/^Process Payment Result Error: /) },
      })
      expect((await read(study)).payments).toMatchObject({ paid: 0, transactions: [], openAttempts: [] })
      expect(await charged(study)).toMatchObject({ state: 'succeeded' })
      expect((await read(study)).payments.transactions).toHaveLength(1)
    })

    it('accepts no other payment for a study, at any workstation, until its card payment has ended', async () => {
      const study = await booked()
      await next('never-present')
      const attempt = await begun(study, { amount: 300 })
      await withReader(attempt)
      await desk.until('the reader asks for a card', async () => (await terminal()).activity === 'waiting-for-card')
      for (const app of [desk, adminDesk]) {
        expect((await read(study, app)).payments.openAttempts).toMatchObject([
          { attemptID: attempt.attemptID, kind: 'payment', amount: 300, by: expect.any(String) },
        ])
        expect(codeOf(await cash(study, app))).toBe('payment-in-progress')
      }
      expect(codeOf(await begin(study))).toBe('payment-in-progress')
      expect((await read(study)).attempts).toMatchObject([{ attemptID: attempt.attemptID }])
      // A reader takes one card at a time: it can neither be tested nor changed meanwhile.
      for (const reply of [
        await desk.ask('terminal', 'connect', { locationID, readerID }),
        await desk.ask('terminal', 'disconnect', {}),
        await desk.ask('terminal', 'test', {}),
      ]) {
        expect(codeOf(reply)).toBe('terminal-busy')
      }
      expect(await cancel(attempt)).toMatchObject({ ok: true })
      const cancelled = await ended(attempt)
      expect(cancelled).toMatchObject({ state: 'cancelled', transactionID: null, isCancelAsked: true })
      expect((await read(study)).payments).toMatchObject({ paid: 0, openAttempts: [] })
      expect(codeOf(await cash(study, adminDesk))).toBe('ok')
      // An ended attempt keeps its result.
      expect(await cancel(attempt)).toEqual({ ok: true, value: cancelled })
    })

    it('charges nothing above the amount owed, and nothing on a cancelled study', async () => {
      const study = await booked()
      const above = await charged(study, study.price + 1)
      expect(above).toMatchObject({ state: 'cancelled', failure: { code: 'amount-above-balance' } })
      for (const amount of [0, -5]) expect(codeOf(await begin(study, { amount }))).toBe('invalid-input')
      const { studyID } = study
      const cancellation = { cancellationReason: 'member-commute', cancellationDetail: 'Too far' } as const
      await desk.get('booking', 'cancel', { studyID, ...cancellation, idempotencyKey: randomUUID() })
      expect(await charged(study)).toMatchObject({ state: 'cancelled', failure: { code: 'already-cancelled' } })
      expect((await read(study)).payments).toMatchObject({ paid: 0, transactions: [] })
      expect(codeOf(await begin({ studyID: 's-none-1' as Study['studyID'] }))).toBe('not-found')
    })

    it('accepts a test card in the card fields, and records nothing for a declined one', async () => {
      const study = await booked()
      const pay = async (testPaymentMethod: string) => {
        const attempt = await begun(study, { through: 'card-fields' })
        expect(attempt).toMatchObject({ route: 'card-fields', readerID: null })
        const { attemptID } = await withReader(attempt)
        await desk.get('payments', 'cardFieldsDone', { attemptID, testPaymentMethod })
        return await reached(attempt, 'has ended', (now) => isFinalAttempt(now.state) && !isOpenAttempt(now))
      }
      expect(await pay('pm_card_visa_chargeDeclined')).toMatchObject({ state: 'declined', transactionID: null })
      expect(await pay('pm_card_visa')).toMatchObject({ state: 'succeeded' })
      expect((await read(study)).payments.transactions).toMatchObject([{ paymentType: 'card', amount: 100 }])
    })

    it('refunds an Interac payment with the card present, up to the remaining amount', async () => {
      const study = await booked()
      await next('interac')
      const paid = await charged(study)
      const { studyID, transactionID } = paid
      if (transactionID === null) throw new Error('The payment made no transaction')
      const byHand = { studyID, transactionID, amount: 100, memo: 'Asked for', externalRefund: false }
      expect(codeOf(await desk.ask('payments', 'refund', { ...byHand, idempotencyKey: randomUUID() }))).toBe(
        'interac-needs-card',
      )
      expect(codeOf(await startRefund(paid, { amount: 101 }))).toBe('amount-above-refundable')
      expect(codeOf(await startRefund(paid, { transactionID: 't-none' }))).toBe('not-found')
      const reply = await startRefund(paid)
      if (!reply.ok) throw new Error(reply.failure.message)
      expect(await ended(reply.value)).toMatchObject({ kind: 'refund', state: 'succeeded', refundOf: transactionID })
      expect((await read(study)).payments).toMatchObject({ paid: 0, totalBalance: study.price })
      // Other cards are refunded without a reader.
      expect(codeOf(await startRefund(await charged(study)))).toBe('invalid-input')
    })

    it('allows an administrator at another workstation to end an open attempt', async () => {
      const study = await booked()
      const { studyID } = study
      await next('never-present')
      const attempt = await begun(study)
      await withReader(attempt)
      const { attemptID } = attempt
      expect(await adminDesk.ask('payments', 'checkOpenAttempt', { studyID, attemptID })).toMatchObject({ ok: true })
      expect((await read(study, adminDesk)).payments.openAttempts).toHaveLength(1)
      const resolution = { studyID, attemptID, outcome: 'cancelled', referenceID: '', reason: 'The reader is gone' }
      const resolve = (app: Desk, overrides: Record<string, unknown> = {}) =>
        app.ask('payments', 'resolveAttempt', { ...resolution, idempotencyKey: randomUUID(), ...overrides } as never)
      expect(codeOf(await resolve(desk))).toBe('insufficient-permissions')
      expect(codeOf(await resolve(adminDesk, { reason: '' }))).toBe('invalid-input')
      // The back office first asks the processor, whose result takes precedence over an administrator's.
      const reply = await resolve(adminDesk, { outcome: 'succeeded', referenceID: 'R-1' })
      expect(reply).toMatchObject({ value: { attemptID, state: 'cancelled', moved: null } })
      expect(await resolve(adminDesk)).toMatchObject({ value: { attemptID, state: 'cancelled', moved: null } })
      expect((await read(study, adminDesk)).payments).toMatchObject({ paid: 0, openAttempts: [] })
      await cancel(attempt)
      expect(await reached(attempt, 'has ended', ({ state }) => isFinalAttempt(state))).toMatchObject({
        state: 'cancelled',
        transactionID: null,
      })
      // An attempt that has not begun cannot be resolved. Checking such an attempt cancels it before it can begin.
      const stranger = newAttemptID()
      expect(codeOf(await resolve(adminDesk, { attemptID: stranger }))).toBe('not-found')
      expect(await adminDesk.ask('payments', 'checkOpenAttempt', { studyID, attemptID: stranger })).toEqual({
        ok: true,
        value: { state: 'cancelled' },
      })
      expect(await ended(await begun(study, { attemptID: stranger }))).toMatchObject({ state: 'cancelled' })
      expect((await read(study)).payments).toMatchObject({ paid: 0, openAttempts: [] })
    })

    it('limits card payments to roles that take money', async () => {
      const study = await booked()
      await desk.signIn('np')
      try {
        expect(await charged(study)).toMatchObject({
          state: 'cancelled',
          transactionID: null,
          failure: { code: 'insufficient-permissions' },
        })
      } finally {
        await desk.signIn('frontdesk')
      }
      expect((await read(study)).payments).toMatchObject({ paid: 0, openAttempts: [] })
    })

    it('refuses unknown attempts and readers', async () => {
      const attemptID = newAttemptID()
      const replies = [
        await cancel({ attemptID }),
        await desk.ask('payments', 'checkAttempt', { attemptID }),
        await desk.ask('payments', 'cardFieldsDone', { attemptID, testPaymentMethod: 'pm_card_visa' }),
        await desk.ask('terminal', 'setSimulatedOutcome', { outcome: 'no-such-outcome' }),
      ]
      expect(replies.map(codeOf)).toEqual(replies.map(() => 'not-found'))
      expect(codeOf(await desk.ask('terminal', 'connect', { locationID, readerID: 'no-such-reader' }))).toBe(
        'terminal-not-found',
      )
      await desk.get('terminal', 'connect', { locationID, readerID })
    })

    it('takes no card on a disconnected reader, and takes a card after the reader is connected again', async () => {
      const study = await booked()
      expect(await desk.get('terminal', 'test', {})).toMatchObject({ current: { readerID, link: 'connected' } })
      expect(await desk.get('terminal', 'disconnect', {})).toMatchObject({ current: null, activity: 'idle' })
      const replies = [await begin(study), await desk.ask('terminal', 'test', {})]
      expect(replies.map(codeOf)).toEqual(replies.map(() => 'terminal-not-connected'))
      expect(codeOf(await desk.ask('terminal', 'setSimulatedOutcome', { outcome: 'approve' }))).toBe('not-found')
      expect(await desk.get('terminal', 'connect', { locationID, readerID })).toMatchObject({
        current: { readerID, link: 'connected', isSimulated: true },
        activity: 'idle',
        problem: null,
      })
      expect(await charged(study)).toMatchObject({ state: 'succeeded', readerID })
    })

    it('begins no card payment without the back office', async () => {
      const study = await booked()
      await next('interac')
      const paid = await charged(study)
      const { studyID } = study
      await desks.setLine(false)
      try {
        const refusals = [
          await begin(study),
          await begin(study, { through: 'card-fields' }),
          await startRefund(paid),
          await desk.ask('payments', 'checkOpenAttempt', { studyID, attemptID: newAttemptID() }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
        expect(await isListed(paid)).toBe(true)
      } finally {
        await desks.setLine(true)
      }
      expect((await read(study)).payments).toMatchObject({ paid: 100, openAttempts: [] })
    })
  })
}
