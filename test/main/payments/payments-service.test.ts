import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { aStudyPayments, aTransaction, moneyMoved } from '#test/builders/payments.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import { answered, type PaymentsDesk, recorded, refused, startPaymentsDesk, studyID, tender } from './payments-desk.ts'

const transactionID = aTransaction().transactionID as TransactionID
const idempotencyKey = 'key-00000001'

describe('payments service', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk()
  })
  afterEach(async () => await desk.stop())

  const read = () => desk.app.get('payments', 'read', { studyID })

  it('reads a study with its ledger, and fails while offline', async () => {
    expect(await read()).toMatchObject({
      study: aStudy(),
      member: aMember(),
      location: aLocation(),
      payments: aStudyPayments(),
      promocodes: [],
      attempts: [],
      provisional: [],
    })
    await desk.goOffline()
    expect(await desk.app.ask('payments', 'read', { studyID })).toMatchObject({
      ok: false,
      failure: { code: 'offline' },
    })
  })

  it("offers the SKU's promos that are valid both now and for the appointment, and open-type promos only if permitted", async () => {
    const now = Math.floor(desk.platform.nowMs() / 1000)
    const appointment = Math.floor(toEpochMs(aStudy().booking?.utcStart ?? desk.platform.now()) / 1000)
    const promo = (promoID: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
      promoID,
      name: promoID,
      type: 'fixed',
      amount: 100,
      notes: '',
      category: 'all',
      validFrom: now - 1000,
      validTo: now + 100_000,
      booking_valid_from: appointment - 10,
      booking_valid_to: appointment + 10,
      ...overrides,
    })
    const sku = {
      skuID: 300,
      name: 'Whole body',
      shortName: 'WB',
      category: 'wb',
      price: 2495,
      time: 60,
      description: '',
      type: 'primary',
      extensions: [],
      technique: { male: '', female: '' },
      promocodes: ['good', 'past', 'early', 'open'],
    }
    const offers = (mayUseOpenPromos: boolean) => {
      desk.server.on(`GET /payment/study/${studyID}`, answered(aStudyPayments({ mayUseOpenPromos })))
      desk.server.on(
        'GET /booking/',
        answered({
          skus: [sku],
          locations: [aLocation()],
          cardProviderTokens: {},
          promocodes: [
            promo('good'),
            promo('past', { validTo: now - 10 }),
            promo('early', { booking_valid_to: appointment - 1 }),
            promo('open', { type: 'open' }),
            promo('of another scan'),
          ],
        }),
      )
    }
    offers(false)
    desk.platform.pass(6 * 60_000)
    expect((await read()).promocodes.map(({ promoID }) => promoID)).toEqual(['good'])
    offers(true)
    expect((await read()).promocodes.map(({ promoID }) => promoID)).toEqual(['good', 'open'])
  })

  const moves = [
    [
      'applyPromo',
      `/payment/study/${studyID}/promo/p-1`,
      { studyID, promoID: 'p-1', promoCategory: 'all', promoReason: 'Why', promoAmount: null, idempotencyKey },
      { promoCategory: 'all', promoReason: 'Why', promoAmount: null },
      { balance: 2395, errorMessage: null },
    ],
    [
      'applyReferral',
      `/payment/study/${studyID}/referral/ABC%20d`,
      { studyID, code: 'ABC d', idempotencyKey },
      {},
      { referralStatus: true, errorMessage: null },
    ],
    [
      'refund',
      `/payment/study/${studyID}/refund/${transactionID}`,
      { studyID, transactionID, amount: 20, memo: 'Why', externalRefund: false, idempotencyKey },
      { amount: 20, memo: 'Why', externalRefund: false },
      {},
    ],
    [
      'reconcile',
      `/payment/study/${studyID}/transaction/reconcile`,
      { studyID, amount: -20, classification: 'other', reason: 'Why', idempotencyKey },
      { amount: -20, classification: 'other', reason: 'Why' },
      {},
    ],
  ] as const

  describe.each(moves)('(%s)', (method, path, input, body, more) => {
    const ask = () => desk.app.ask('payments', method, input as never)
    const route = `POST ${path}`

    it('sends the call under the given key, stores the study and reports that money moved', async () => {
      desk.server.on(route, answered({ ...moneyMoved(), ...more }))
      expect(await ask()).toEqual({ ok: true, value: moneyMoved() })
      expect(desk.bodiesOf(path)).toEqual([body])
      expect(desk.keysOf(path)).toEqual([idempotencyKey])
      expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
      expect(await desk.app.get('search', 'find', { text: studyID, limit: 1 })).toMatchObject([
        { study: { balance: 1995, version: 2 } },
      ])
    })

    it('resolves a lost answer under the same key', async () => {
      let asked = 0
      desk.server.on(route, () => {
        asked += 1
        return asked === 1 ? 'drop' : answered({ ...moneyMoved(), ...more })
      })
      expect(await ask()).toMatchObject({ ok: true })
      expect(desk.keysOf(path)).toEqual([idempotencyKey, idempotencyKey])
    })

    it('reports the outcome as unknown when no answer arrives', async () => {
      desk.server.on(route, 'drop')
      expect(await ask()).toMatchObject({ ok: false, failure: { code: 'outcome-unknown' } })
    })

    it('returns a refusal unchanged, fails while offline, and reports no movement of money in either case', async () => {
      desk.server.on(route, refused(409, 'payment-in-progress', 'Wait.'))
      expect(await ask()).toMatchObject({ ok: false, failure: { code: 'payment-in-progress', message: 'Wait.' } })
      await desk.goOffline()
      expect(await ask()).toMatchObject({ ok: false, failure: { code: 'offline' } })
      expect(desk.app.eventsOf('payments.changed')).toEqual([])
    })
  })

  const cardNumber = 'card 4242.4242.4242.4242'
  const noCard = { studyID, idempotencyKey }
  const attemptID = 'attempt-0001' as AttemptID
  const tenderOf = (
    paymentType: 'cash' | 'giftCertificateIntegrated' | 'cheque',
    typed: Readonly<Record<string, string>>,
  ) => ({
    ...noCard,
    paymentType,
    amount: 5,
    referenceID: 'R-1',
    giftCardNumber: 'GC-1000',
    invoicePayer: null,
    isInvoiceTotal: false,
    ...typed,
  })
  it.each([
    ['a reference', 'record', 'referenceID', tenderOf('cheque', { referenceID: cardNumber })],
    ['a hidden reference', 'record', 'referenceID', tenderOf('giftCertificateIntegrated', { referenceID: cardNumber })],
    ['a gift card', 'record', 'giftCardNumber', tenderOf('giftCertificateIntegrated', { giftCardNumber: cardNumber })],
    ['a hidden gift card', 'record', 'giftCardNumber', tenderOf('cash', { giftCardNumber: cardNumber })],
    ['a gift card number to look up', 'readGiftCard', 'giftCardNumber', { studyID, giftCardNumber: cardNumber }],
    [
      'a promo’s reason',
      'applyPromo',
      'promoReason',
      { ...noCard, promoID: 'p-1', promoCategory: 'all', promoReason: cardNumber, promoAmount: null },
    ],
    ['a referral code', 'applyReferral', 'code', { ...noCard, code: cardNumber }],
    [
      'a refund’s reason',
      'refund',
      'memo',
      { ...noCard, transactionID, amount: 5, memo: cardNumber, externalRefund: true },
    ],
    [
      'the reason of a refund on the reader',
      'startRefund',
      'memo',
      { attemptID, studyID, transactionID, amount: 5, memo: cardNumber },
    ],
    [
      'an adjustment’s reason',
      'reconcile',
      'reason',
      { ...noCard, amount: 5, classification: 'other', reason: cardNumber },
    ],
    [
      'a step’s reference',
      'updateTransaction',
      'referenceID',
      { ...noCard, transactionID, status: 'deposited', amount: 5, paymentMethod: 'cheque', referenceID: cardNumber },
    ],
    [
      'the reference of an attempt that finance resolves',
      'resolveAttempt',
      'referenceID',
      { ...noCard, attemptID, outcome: 'succeeded', referenceID: cardNumber, reason: 'Asked' },
    ],
    [
      'the reason with which finance resolves an attempt',
      'resolveAttempt',
      'reason',
      { ...noCard, attemptID, outcome: 'cancelled', referenceID: '', reason: cardNumber },
    ],
  ] as const)('refuses a card number in %s, and does not send it', async (_what, method, field, input) => {
    const before = desk.server.requests.length
    // Each row's input matches its method, but the type checker cannot verify that.
    expect(await desk.app.ask('payments', method, input as never)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', details: { fields: { [field]: expect.stringMatching(/never stored/) } } },
    })
    const since = desk.server.requests.slice(before)
    expect(JSON.stringify(since.map(({ path, body }) => ({ path, body })))).not.toContain('4242')
  })

  it('records no reference that was typed for another payment type', async () => {
    desk.server.on(`POST /payment/study/${studyID}`, recorded())
    await desk.app.get('payments', 'record', tenderOf('cash', {}))
    expect(desk.bodiesOf(`/payment/study/${studyID}`)).toMatchObject([
      { payment: { paymentType: 'cash', referenceID: '', giftCardNumber: '' } },
    ])
  })

  it('toggles a step under its key and reports that money moved', async () => {
    const path = `/payment/study/${studyID}/update/${transactionID}`
    const body = { transaction: aTransaction(), payments: aStudyPayments(), automaticallyIssued: true }
    desk.server.on(`POST ${path}`, answered({ code: 200, ...body }))
    const step = { status: 'deposited', amount: 500, paymentMethod: 'cash', referenceID: '' } as const
    const input = { studyID, transactionID, ...step, idempotencyKey }
    expect(await desk.app.get('payments', 'updateTransaction', input)).toEqual(body)
    const { amount, ...details } = step
    expect(desk.bodiesOf(path)).toEqual([{ amount, details }])
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
  })

  it('changes a price and reports that the payments changed', async () => {
    const path = `/payment/study/${studyID}/price`
    const study = aStudy({ version: 2, price: 2000, balance: 2000 })
    desk.server.on(`POST ${path}`, answered({ price: 2000, totalBalance: 2000, study }))
    const input = { studyID, skuID: study.skuID, price: 2000, idempotencyKey }
    expect(await desk.app.get('payments', 'changePrice', input)).toEqual({ price: 2000, totalBalance: 2000, study })
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
  })

  it('suppresses the invoice, and sends the version that was read', async () => {
    const path = `/study/${studyID}/updateObjRoot`
    desk.server.on(`POST ${path}`, answered(aStudy({ version: 2 })))
    const status = { customerEmailAvailable: false, invoiceAvailable: false }
    await desk.app.get('payments', 'setSuppression', { studyID, version: 1, ...status })
    expect(desk.bodiesOf(path)).toEqual([{ version: 1, status }])
  })

  it('names practitioners with their salutation', async () => {
    const contact = { emailAddress: '', faxNumber: '', address: '', address2: '' }
    const ida = { firstName: 'Ida', lastName: 'Berg', profession: 'MD', salutation: 'Dr.' }
    const one = { id: 'p-1', ...ida, contact, locations: [], version: 1 }
    desk.server.on('GET /api/v1/practitioners', answered([one, { ...one, id: 'p-2', salutation: '' }]))
    expect(await desk.app.get('payments', 'readPractitioners', { text: 'berg' })).toEqual([
      { id: 'p-1', name: 'Dr. Ida Berg', profession: 'MD' },
      { id: 'p-2', name: 'Ida Berg', profession: 'MD' },
    ])
    expect(desk.server.requests.at(-1)?.query.get('text')).toBe('berg')
  })

  it('sends an invoice under its key after its undo period', async () => {
    desk.server.on(`GET /study/${studyID}/invoice/email`, answered({ ok: true, email: 'ana@mail.example' }))
    const sent = () => desk.server.requests.filter(({ path }) => path === `/study/${studyID}/invoice/email`)
    expect(await desk.app.get('payments', 'emailInvoice', { studyID, idempotencyKey })).toMatchObject({
      email: 'ana.silva@mail.example',
      job: { jobID: idempotencyKey, kind: 'message', title: 'Invoice', state: 'queued' },
    })
    expect(sent()).toEqual([])
    await desk.app.until('it was sent', () => sent().length > 0)
    expect(sent().map(({ headers }) => headers['idempotency-key'])).toEqual([idempotencyKey])
  })

  it("makes the back office check another desk's attempt, and lets that attempt continue", async () => {
    const attemptID = 'attempt-0009' as AttemptID
    const path = `/api/v1/studies/${studyID}/payment-attempts/${attemptID}/settle`
    const standing = { attemptID, state: 'handed-off', intentID: 'pi_9', failure: null, moved: null }
    desk.server.on(`POST ${path}`, answered(standing))
    expect(await desk.app.get('payments', 'checkOpenAttempt', { studyID, attemptID })).toEqual({ state: 'handed-off' })
    expect(desk.bodiesOf(path)).toEqual([{ isAbandoned: false, terminal: null }])
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
    desk.server.on(`POST ${path}`, answered({ ...standing, state: 'succeeded', moved: moneyMoved() }))
    expect(await desk.app.get('payments', 'checkOpenAttempt', { studyID, attemptID })).toEqual({ state: 'succeeded' })
    expect(desk.app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
    desk.server.on(`POST ${path}`, refused(503, 'processor-unavailable', 'The processor does not answer.'))
    expect(await desk.app.ask('payments', 'checkOpenAttempt', { studyID, attemptID })).toMatchObject({
      failure: { code: 'processor-unavailable' },
    })
  })

  it("resolves an attempt by finance's decision and reports that money moved", async () => {
    const attemptID = 'attempt-0001' as AttemptID
    const path = `/api/v1/studies/${studyID}/payment-attempts/${attemptID}/resolve`
    const standing = { attemptID, state: 'succeeded', intentID: null, failure: null, moved: moneyMoved() }
    desk.server.on(`POST ${path}`, answered(standing))
    const word = { outcome: 'succeeded', referenceID: 'R-1', reason: 'Asked the acquirer' } as const
    expect(await desk.app.get('payments', 'resolveAttempt', { studyID, attemptID, ...word, idempotencyKey })).toEqual(
      standing,
    )
    expect(desk.bodiesOf(path)).toEqual([word])
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
  })
})

describe('a desk that takes card payments', { timeout: 60_000 }, () => {
  const terminalPath = '/payment/terminal/ca-bc-1'
  const attemptID = 'attempt-0001' as AttemptID
  const settlePath = `/api/v1/studies/${studyID}/payment-attempts/${attemptID}/settle`
  let desk: PaymentsDesk
  afterEach(async () => await desk.stop())

  /** Makes the back office answer as one whose simulated processor approves the payment. */
  const approve = () => {
    desk.server.on(`GET ${terminalPath}`, answered({ location: 'ca-bc-1', secret: 'token' }))
    desk.server.on(
      `POST ${terminalPath}`,
      answered({ client_secret: 'pi_1_secret_1', id: 'pi_1', status: 'requires_payment_method' }),
    )
    desk.server.on(
      'POST /api/v1/simulated-processor/confirm',
      answered({ id: 'pi_1', status: 'succeeded', error: null }),
    )
    const moved = moneyMoved({ transaction: aTransaction({ paymentType: 'physicalTerminal' }) })
    desk.server.on(
      `POST ${settlePath}`,
      answered({ attemptID, state: 'succeeded', intentID: 'pi_1', failure: null, moved }),
    )
  }
  const connect = () =>
    desk.app.ask('terminal', 'connect', { locationID: aLocation().locationID, readerID: 'simulated-1' })
  const ended = () =>
    desk.app.until('it ended', () =>
      desk.app.eventsOf('payments.attemptChanged').find((attempt) => attempt.transactionID !== null),
    )

  it('charges a card on the simulated reader: registered, presented, settled, recorded', async () => {
    desk = await startPaymentsDesk()
    approve()
    expect(await connect()).toMatchObject({ ok: true })
    const started = await desk.app.get('payments', 'startAttempt', {
      attemptID,
      studyID,
      amount: 500,
      through: 'terminal',
    })
    expect(started).toMatchObject({ attemptID, amountMinor: 50_000, currency: 'CAD', route: 'simulated' })
    expect(await ended()).toMatchObject({ state: 'succeeded', transactionID: 't-000001' })
    expect(desk.keysOf(terminalPath)).toEqual([attemptID])
    expect(desk.app.eventsOf('payments.changed')).toContainEqual({ studyID })
    expect(await desk.app.get('terminal', 'read', {})).toMatchObject({
      lastSuccessAt: expect.any(String),
      problem: null,
    })
  })

  it('charges no card while cash taken at this desk is not recorded yet, and records the cash first', async () => {
    desk = await startPaymentsDesk()
    approve()
    const record = `POST /payment/study/${studyID}`
    const card = { attemptID, studyID, amount: 500, through: 'card-fields' } as const
    desk.server.on(record, 'drop')
    expect(await desk.app.get('payments', 'record', tender())).toMatchObject({ kind: 'provisional' })
    expect(await desk.app.ask('payments', 'startAttempt', card)).toMatchObject({
      failure: { code: 'payment-in-progress', message: expect.stringMatching(/isn't recorded on this study yet/) },
    })
    expect(desk.bodiesOf(terminalPath)).toEqual([])
    desk.server.on(record, recorded())
    expect(await desk.app.ask('payments', 'startAttempt', card)).toMatchObject({ ok: true })
    expect(await desk.app.get('payments', 'readKept', { studyID })).toMatchObject({ provisional: [] })
  })

  it('charges a test card in the stand-in’s card fields', async () => {
    desk = await startPaymentsDesk()
    approve()
    await desk.app.get('payments', 'startAttempt', { attemptID, studyID, amount: 500, through: 'card-fields' })
    await desk.app.until('the payment waits for the card fields', () =>
      desk.app.eventsOf('payments.attemptChanged').some(({ intentID }) => intentID !== null),
    )
    await desk.app.get('payments', 'cardFieldsDone', { attemptID, testPaymentMethod: 'pm_card_visa' })
    expect(await ended()).toMatchObject({ state: 'succeeded', route: 'card-fields' })
    expect(desk.bodiesOf('/api/v1/simulated-processor/confirm')).toEqual([
      { client_secret: 'pi_1_secret_1', payment_method: 'pm_card_visa' },
    ])
  })

  it('opens Stripe’s own card fields in their window, and passes only the intent, the key, the amount and the currency', async () => {
    const calls: unknown[] = []
    let isClosed = false
    desk = await startPaymentsDesk({
      health: { cardProcessor: 'stripe' },
      openProviderWindow: async (page) => ({
        call: async (method, input) => {
          calls.push({ page, method, input })
          return { ok: true }
        },
        onEvent: () => {},
        onClosed: () => {},
        close: () => {
          isClosed = true
        },
      }),
    })
    approve()
    await desk.app.get('payments', 'startAttempt', { attemptID, studyID, amount: 500, through: 'card-fields' })
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    const input = { clientSecret: 'pi_1_secret_1', publishableKey: 'pk_test_1', amount: 50_000, currency: 'CAD' }
    expect(calls).toEqual([{ page: 'card-fields', method: 'confirm', input }])
    expect(isClosed).toBe(true)
  })

  it('reports that card fields need the desktop app if no window can be opened', async () => {
    desk = await startPaymentsDesk({ health: { cardProcessor: 'stripe' } })
    approve()
    desk.server.on(
      `POST ${settlePath}`,
      answered({ attemptID, state: 'cancelled', intentID: 'pi_1', failure: null, moved: null }),
    )
    const reply = await desk.app.ask('payments', 'startAttempt', {
      attemptID,
      studyID,
      amount: 500,
      through: 'card-fields',
    })
    const words = 'Typing card details needs the desktop app.'
    const told = reply.ok
      ? (
          await desk.app.until('it ended', () =>
            desk.app.eventsOf('payments.attemptChanged').find(({ state }) => state === 'cancelled'),
          )
        ).failure?.message
      : reply.failure.message
    expect(told).toContain(words)
  })

  it('charges no card without a reader, online or offline, and has no simulated reader in production', async () => {
    desk = await startPaymentsDesk({ health: { environment: 'PRODUCTION' } })
    const terminal = await desk.app.get('terminal', 'read', {})
    expect(terminal.drivers.find(({ driver }) => driver === 'simulated')?.unavailable).toContain('production')
    const start = () =>
      desk.app.ask('payments', 'startAttempt', { attemptID, studyID, amount: 500, through: 'terminal' })
    expect(await start()).toMatchObject({ failure: { code: 'terminal-not-connected' } })
    await desk.goOffline()
    expect(await start()).toMatchObject({
      ok: false,
      failure: { code: expect.stringMatching(/^(offline|terminal-not-connected)$/) },
    })
    expect(desk.bodiesOf(terminalPath)).toEqual([])
  })

  it('reports a refused connection token in the words of the specification', async () => {
    desk = await startPaymentsDesk()
    desk.server.on(`GET ${terminalPath}`, refused(503, 'processor-unavailable', 'The processor does not answer.'))
    const message = 'Error connecting via connection token'
    expect(await connect()).toMatchObject({ ok: false, failure: { message } })
    expect(await desk.app.get('terminal', 'read', {})).toMatchObject({ current: null, problem: message })
  })

  it('reconnects the previously connected reader after a restart, once a user has signed in', async () => {
    desk = await startPaymentsDesk()
    approve()
    await connect()
    await desk.restart()
    await desk.app.signIn()
    await desk.app.until(
      'it is connected',
      async () => (await desk.app.get('terminal', 'read', {})).current?.link === 'connected',
    )
    expect(await desk.app.get('terminal', 'setSimulatedOutcome', { outcome: 'decline' })).toMatchObject({
      problem: null,
    })
    expect(await desk.app.ask('terminal', 'setSimulatedOutcome', { outcome: 'nonsense' })).toMatchObject({
      failure: { code: 'not-found' },
    })
  })
})
