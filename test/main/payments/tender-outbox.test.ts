import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forbiddenHoldMessage } from '#domain/payments/payment-messages.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { startApp } from '#test/builders/app.ts'
import { moneyMoved } from '#test/builders/payments.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import {
  answered,
  type PaymentsDesk,
  recorded,
  recordRoute,
  refused,
  startPaymentsDesk,
  studyID,
  tender,
} from './payments-desk.ts'

const path = `/payment/study/${studyID}`
const cheque = (overrides: Parameters<typeof tender>[0] = {}) =>
  tender({ paymentType: 'cheque', referenceID: '1001', ...overrides })

describe('tender outbox', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk()
  })
  afterEach(async () => await desk.stop())

  const record = (input = tender()) => desk.app.ask('payments', 'record', input)
  const waiting = async () => (await desk.app.get('payments', 'read', { studyID })).provisional
  const moneyEvents = () => desk.app.eventsOf('payments.changed').length

  it('records a payment under its key, stores the study and reports that money moved', async () => {
    desk.server.on(recordRoute, recorded())
    expect(await record()).toEqual({
      ok: true,
      value: { kind: 'recorded', moved: moneyMoved(), automaticallyIssued: false },
    })
    expect(desk.keysOf(path)).toEqual(['key-00000001'])
    expect(desk.bodiesOf(path)).toEqual([
      {
        payment: {
          paymentType: 'cash',
          amount: 500,
          referenceID: '',
          giftCardNumber: '',
          invoicePayer: null,
          isInvoiceTotal: false,
          takenAt: expect.any(String),
        },
      },
    ])
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
    expect(desk.app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
  })

  const forbidScan = (): void =>
    desk.server.on(
      `POST /study/${studyID}/detailed`,
      answered({
        study: aStudy({
          temporaryHold: true,
          temporaryHoldUntil: '2026-11-24T16:40:00Z',
          safety: { ...aStudy().safety, isProhibited: true, red: 1 },
        }),
        member: aMember(),
        location: aLocation(),
        practitioners: [],
      }),
    )

  it.each([tender(), cheque()])('records no $paymentType on a temporary hold with a forbidden scan', async (input) => {
    forbidScan()
    await waiting()
    desk.server.on(recordRoute, recorded())
    const failure = { code: 'scan-prohibited', message: forbiddenHoldMessage }
    expect(await record(input)).toEqual({ ok: false, failure })
    await desk.goOffline()
    expect(await record(input)).toEqual({ ok: false, failure })
    expect(desk.bodiesOf(path)).toEqual([])
  })

  it('repeats the answer for a payment that was recorded before the safety answers forbade the scan', async () => {
    desk.server.on(recordRoute, recorded())
    const first = await record()
    forbidScan()
    await waiting()
    expect(await record()).toEqual(first)
  })

  it('repeats the call under the same key when a recorded payment is sent again', async () => {
    desk.server.on(recordRoute, recorded())
    const first = await record()
    expect(await record()).toEqual(first)
    expect(desk.keysOf(path)).toEqual(['key-00000001', 'key-00000001'])
  })

  it('makes one call for a double click', async () => {
    desk.server.on(recordRoute, recorded())
    const [first, second] = await Promise.all([record(), record()])
    expect(first).toEqual(second)
    expect(desk.keysOf(path)).toHaveLength(1)
  })

  it('refuses a key that was used for another payment, without a call', async () => {
    desk.server.on(recordRoute, recorded())
    await record()
    expect(await record(tender({ amount: 600 }))).toMatchObject({
      ok: false,
      failure: { code: 'idempotency-key-reused' },
    })
    expect(desk.keysOf(path)).toHaveLength(1)
  })

  it('returns the back office’s refusal, and repeats it without a call', async () => {
    desk.server.on(recordRoute, refused(409, 'amount-above-balance', 'Too much.', { fields: { amount: 'Too much.' } }))
    const reply = await record()
    expect(reply).toEqual({
      ok: false,
      failure: { code: 'amount-above-balance', message: 'Too much.', details: { fields: { amount: 'Too much.' } } },
    })
    expect(await record()).toEqual(reply)
    expect(desk.keysOf(path)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('resolves a lost answer under the same key', async () => {
    let asked = 0
    desk.server.on(recordRoute, () => {
      asked += 1
      return asked === 1 ? 'drop' : recorded()
    })
    expect(await record(cheque())).toMatchObject({ ok: false, failure: { code: 'outcome-unknown' } })
    await desk.app.until('it is recorded', () => moneyEvents() > 1)
    expect(desk.keysOf(path)).toEqual(['key-00000001', 'key-00000001'])
    expect(await waiting()).toEqual([])
  })

  it('shows the desk a late refusal after a lost answer until a user has read it', async () => {
    let asked = 0
    desk.server.on(recordRoute, () => {
      asked += 1
      return asked === 1 ? 'drop' : refused(409, 'amount-above-balance', 'Paid by another desk.')
    })
    await record(cheque())
    await desk.app.until('it is refused', async () => (await waiting())[0]?.failure)
    expect(await waiting()).toMatchObject([
      {
        idempotencyKey: 'key-00000001',
        paymentType: 'cheque',
        amount: 500,
        failure: { message: 'Paid by another desk.' },
      },
    ])
    await desk.app.get('payments', 'dismissProvisional', { idempotencyKey: 'key-00000001' })
    expect(await waiting()).toEqual([])
  })

  it('keeps cash taken offline, and records it exactly once when the back office is reachable again', async () => {
    await desk.goOffline()
    const reply = await record()
    expect(reply).toMatchObject({
      ok: true,
      value: { kind: 'provisional', payment: { studyID, amount: 500, paymentType: 'cash', failure: null } },
    })
    expect(await record(), 'the same form sent again').toEqual(reply)
    const kept = await desk.app.get('payments', 'readKept', { studyID })
    expect(kept.provisional, 'listed while offline').toMatchObject([{ amount: 500, failure: null }])
    await desk.comeBack((server) => server.on(recordRoute, recorded()))
    await desk.app.until('it is sent', () => desk.keysOf(path).length > 0)
    await desk.app.until('it is recorded', async () => (await waiting()).length === 0)
    expect(desk.keysOf(path)).toEqual(['key-00000001'])
  })

  it('shows who took a waiting payment, because only that person’s session may send it', async () => {
    desk.server.on(recordRoute, 'drop')
    await record()
    const waits = { amount: 500, studyID, failure: null }
    const all = () => desk.app.get('payments', 'waiting', {})
    const { by } = (await all())[0] ?? { by: '' }
    expect(by).not.toBe('')
    expect(await all()).toMatchObject([{ ...waits, by, isOwn: true }])
    await desk.app.get('session', 'signOut', {})
    await desk.app.signIn('somebody-else@clinic.example')
    expect(await all()).toMatchObject([{ ...waits, by, isOwn: false }])
    expect(await waiting(), 'still on its study').toMatchObject([{ amount: 500 }])
  })

  it('sends the time at which cash was taken, the same time in every retry, and sends no time for other payments', async () => {
    await desk.goOffline()
    const kept = await record()
    const takenAt = kept.ok && kept.value.kind === 'provisional' ? kept.value.payment.takenAt : null
    desk.platform.pass(2 * 86_400_000)
    let asked = 0
    await desk.comeBack((server) =>
      server.on(recordRoute, () => {
        asked += 1
        return asked === 1 ? 'drop' : recorded()
      }),
    )
    await desk.app.until('it is recorded', async () => (await waiting()).length === 0)
    const sent = desk.bodiesOf(path).map((body) => (body as { readonly payment: { readonly takenAt: string } }).payment)
    expect(sent.map((payment) => payment.takenAt)).toEqual([takenAt, takenAt])
    await record(cheque({ idempotencyKey: 'key-00000002' }))
    expect(JSON.stringify(desk.bodiesOf(path).at(-1))).not.toContain('takenAt')
  })

  it.each([
    ['cash', tender()],
    ['a cheque', cheque()],
  ])('records once, under the same key, %s that was being sent when Atrium was killed', async (_, input) => {
    desk.server.on(recordRoute, 'hang')
    const abandoned = record(input)
    await desk.app.until('it is on its way', () => desk.keysOf(path).length === 1)
    desk.server.on(recordRoute, recorded())
    // The first app's call never returns, as if the app were killed. Only what it stored before the call remains.
    const next = await startApp({ backOfficeUrl: desk.server.url, platform: desk.platform })
    await next.signIn()
    await next.until('it is recorded', () => next.eventsOf('payments.changed').length > 0)
    expect(desk.keysOf(path)).toEqual(['key-00000001', 'key-00000001'])
    expect((await next.get('payments', 'read', { studyID })).provisional).toEqual([])
    await next.stop()
    await desk.server.stop()
    await abandoned
  })

  it('keeps offline cash over a restart, and sends it only in its author’s session', async () => {
    await desk.goOffline()
    await record()
    await desk.restart()
    await desk.comeBack((server) => server.on(recordRoute, recorded()))
    await desk.app.until(
      'it is online',
      async () => (await desk.app.get('connectivity', 'read', {})).state === 'online',
    )
    await desk.app.signIn('sales@demo.atrium')
    expect(await waiting(), 'everybody at the desk sees it').toMatchObject([{ amount: 500, failure: null }])
    expect(desk.keysOf(path)).toEqual([])
    await desk.app.signIn('frontdesk@demo.atrium')
    await desk.app.until('it is recorded', async () => (await waiting()).length === 0)
    expect(desk.keysOf(path)).toEqual(['key-00000001'])
    const sent = desk.server.requests.find((one) => one.path === path && one.method === 'POST')
    expect(sent?.headers.authorization).toBe('Bearer token-u-frontdesk')
  })

  it('keeps the refusal of offline cash until it is dismissed, over a restart too', async () => {
    await desk.goOffline()
    await record()
    await desk.comeBack((server) => server.on(recordRoute, refused(409, 'already-cancelled', 'Cancelled meanwhile.')))
    await desk.app.until('it is refused', async () => (await waiting())[0]?.failure)
    await desk.restart()
    await desk.app.until(
      'it is online',
      async () => (await desk.app.get('connectivity', 'read', {})).state === 'online',
    )
    await desk.app.signIn()
    expect(await waiting()).toMatchObject([{ failure: { code: 'already-cancelled', message: 'Cancelled meanwhile.' } }])
    await desk.app.get('payments', 'dismissProvisional', { idempotencyKey: 'key-00000001' })
    expect(await waiting()).toEqual([])
  })

  it("retries waiting cash under a new key while another desk's card payment blocks it", async () => {
    await desk.goOffline()
    await record()
    let asked = 0
    await desk.comeBack((server) =>
      server.on(recordRoute, () => {
        asked += 1
        return asked < 3 ? refused(409, 'payment-in-progress', 'A card payment is open.') : recorded()
      }),
    )
    await desk.app.until('it is recorded', async () => asked >= 3 && (await waiting()).length === 0)
    const keys = desk.keysOf(path)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe('key-00000001')
    expect(new Set(keys).size, 'each retry needs a new key, because the back office repeats a stored refusal').toBe(3)
  })

  it('treats cash whose answer was lost as waiting, and never records it twice', async () => {
    let asked = 0
    desk.server.on(recordRoute, () => {
      asked += 1
      return asked === 1 ? 'drop' : recorded()
    })
    expect(await record()).toMatchObject({ ok: true, value: { kind: 'provisional' } })
    await desk.app.until('it is recorded', async () => asked >= 2 && (await waiting()).length === 0)
    expect(new Set(desk.keysOf(path))).toEqual(new Set(['key-00000001']))
  })

  it.each([
    ['a cheque', cheque(), 'offline'],
    ['more cash than is owed', tender({ amount: 2495.01 }), 'amount-above-balance'],
    ['cash without an amount', tender({ amount: 0 }), 'invalid-input'],
    ['a card', tender({ paymentType: 'card' }), 'invalid-input'],
  ] as const)('refuses %s while offline', async (_, input, code) => {
    await desk.goOffline()
    expect(await record(input)).toMatchObject({ ok: false, failure: { code } })
    await desk.comeBack((server) => server.on(recordRoute, recorded()))
    await desk.app.until(
      'it is online',
      async () => (await desk.app.get('connectivity', 'read', {})).state === 'online',
    )
    expect(await waiting()).toEqual([])
    expect(desk.keysOf(path)).toEqual([])
  })

  it('subtracts waiting payments from the balance due', async () => {
    await desk.goOffline()
    await record(tender({ amount: 2000 }))
    expect(await record(tender({ amount: 500, idempotencyKey: 'key-00000002' }))).toMatchObject({
      failure: { code: 'amount-above-balance' },
    })
    expect(await record(tender({ amount: 495, idempotencyKey: 'key-00000003' }))).toMatchObject({
      value: { kind: 'provisional' },
    })
  })

  it('sends a payment under its first key when the desk retries it after an offline refusal', async () => {
    await desk.goOffline()
    await record(cheque())
    await desk.comeBack((server) => server.on(recordRoute, recorded()))
    await desk.app.until(
      'it is online',
      async () => (await desk.app.get('connectivity', 'read', {})).state === 'online',
    )
    expect(await record(cheque())).toMatchObject({ ok: true, value: { kind: 'recorded' } })
    expect(desk.keysOf(path)).toEqual(['key-00000001'])
  })

  it('accepts other details under a key that was never sent', async () => {
    await desk.goOffline()
    await record(cheque())
    await desk.comeBack((server) => server.on(recordRoute, recorded()))
    await desk.app.until(
      'it is online',
      async () => (await desk.app.get('connectivity', 'read', {})).state === 'online',
    )
    expect(await record(cheque({ amount: 450 }))).toMatchObject({ ok: true, value: { kind: 'recorded' } })
    expect(desk.bodiesOf(path)).toMatchObject([{ payment: { paymentType: 'cheque', amount: 450 } }])
  })

  it('lets no card number reach the journal or the back office', async () => {
    const reply = await record(cheque({ referenceID: '4242 4242 4242 4242' }))
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', details: { fields: { referenceID: expect.any(String) } } },
    })
    expect(desk.keysOf(path)).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

describe('tender outbox with other roles, locations and desks', { timeout: 60_000 }, () => {
  it('refuses offline cash from users who may not move money', async () => {
    const desk = await startPaymentsDesk({ roles: ['radiologist'] })
    await desk.goOffline()
    expect(await desk.app.ask('payments', 'record', tender())).toMatchObject({
      failure: { code: 'insufficient-permissions' },
    })
    await desk.stop()
  })

  it('records an invoice at a whitelabel location through the whitelabel route', async () => {
    const desk = await startPaymentsDesk({ location: aLocation({ type: 'whitelabel' }) })
    desk.server.on(`${recordRoute}/whitelabel`, recorded({ automaticallyIssued: true }))
    const input = tender({ paymentType: 'invoice', amount: 2495, referenceID: 'I-1', invoicePayer: 'p-1' })
    expect(await desk.app.ask('payments', 'record', input)).toMatchObject({
      value: { kind: 'recorded', automaticallyIssued: true },
    })
    expect(desk.bodiesOf(`${path}/whitelabel`)).toEqual([{ referenceID: 'I-1', invoicePayer: 'p-1' }])
    await desk.stop()
  })

  it('reports after a feed event that money moved at another desk', async () => {
    const desk = await startPaymentsDesk()
    const asOf = parseInstant('2026-11-24T16:00:00Z')
    desk.server.on('GET /api/v1/changes', {
      status: 200,
      body: {
        cursor: 'c1',
        reset: false,
        more: false,
        asOf,
        changes: [{ kind: 'study', id: studyID, value: aStudy({ version: 3, paymentAmount: 100, balance: 2395 }) }],
      },
    })
    await desk.app.until('the desk reports that money moved', () => desk.app.eventsOf('payments.changed').length > 0)
    expect(desk.app.eventsOf('payments.changed')).toEqual([{ studyID }])
    await desk.stop()
  })
})
