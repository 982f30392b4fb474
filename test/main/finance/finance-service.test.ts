import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CashUp, cashUpSchema } from '#domain/finance/cash-up.ts'
import { chequeDepositSchema } from '#domain/finance/cheque-deposit.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk } from '../payments/payments-desk.ts'

const locationID = 'ca-bc-1' as LocationID
const date = plainDateSchema.parse('2026-11-24')
const path = `/api/v1/finance/${locationID}/cash-up`
const cashUp: CashUp = cashUpSchema.parse({
  locationID,
  date,
  currency: 'CAD',
  lines: [],
  openAttempts: [],
  unissuedInvoices: [],
  undepositedCheques: [],
  overpayments: [],
  block: 0,
  closed: [],
  events: [],
  lastAppointmentEnd: null,
})

describe('finance service', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk({ roles: ['admin'] })
  })
  afterEach(async () => await desk.stop())

  it('reads a location’s day, and fails with offline when the back office is unreachable', async () => {
    desk.server.on(`GET ${path}`, answered(cashUp))
    expect(await desk.app.get('finance', 'readCashUp', { locationID, date })).toEqual(cashUp)
    expect(desk.server.requests.at(-1)?.query.get('date')).toBe(date)
    await desk.goOffline()
    expect(await desk.app.ask('finance', 'readCashUp', { locationID, date })).toMatchObject({
      failure: { code: 'offline' },
    })
  })

  it('reports the outcome of a count as unknown when the answer was lost', async () => {
    const count = { userID: 'u-1', paymentType: 'cash', counted: 500, note: '', block: 0 } as const
    const input = { locationID, date, ...count, idempotencyKey: 'key-00000001' }
    desk.server.on(`POST ${path}/count`, 'drop')
    expect(await desk.app.ask('finance', 'count', input)).toMatchObject({ failure: { code: 'outcome-unknown' } })
    desk.server.on(`GET ${path}`, 'drop')
    expect(await desk.app.ask('finance', 'readCashUp', { locationID, date })).toMatchObject({
      failure: { code: 'offline' },
    })
  })

  it('counts, signs off and reopens a day under idempotency keys, and returns a refusal unchanged', async () => {
    desk.server.on(`POST ${path}/count`, answered(cashUp))
    desk.server.on(`POST ${path}/sign-off`, refused(409, 'day-signed-off', 'Signed off already.'))
    const count = { userID: 'u-1', paymentType: 'cash', counted: 500, note: '', block: 0 } as const
    expect(
      await desk.app.get('finance', 'count', { locationID, date, ...count, idempotencyKey: 'key-00000001' }),
    ).toEqual(cashUp)
    expect(desk.bodiesOf(`${path}/count`)).toEqual([{ date, ...count }])
    expect(desk.keysOf(`${path}/count`)).toEqual(['key-00000001'])
    expect(
      await desk.app.ask('finance', 'signOff', {
        ...{ locationID, date, note: 'All', reason: 'Snow', block: 2 },
        idempotencyKey: 'key-00000002',
      }),
    ).toMatchObject({ failure: { code: 'day-signed-off', message: 'Signed off already.' } })
    expect(desk.bodiesOf(`${path}/sign-off`)).toEqual([{ date, note: 'All', reason: 'Snow', block: 2 }])
    expect(desk.keysOf(`${path}/sign-off`)).toEqual(['key-00000002'])
    desk.server.on(`POST ${path}/reopen`, answered(cashUp))
    const reopened = { locationID, date, reason: 'Miscounted', idempotencyKey: 'key-00000003' }
    expect(await desk.app.get('finance', 'reopen', reopened)).toEqual(cashUp)
    expect(desk.bodiesOf(`${path}/reopen`)).toEqual([{ date, reason: 'Miscounted' }])
    expect(desk.keysOf(`${path}/reopen`)).toEqual(['key-00000003'])
  })

  it('sends no card number in a note of a count or a sign-off', async () => {
    const note = 'paid with 4242.4242.4242.4242'
    const place = { locationID, date, note, block: 0, idempotencyKey: 'key-00000001' }
    const counted = { ...place, userID: 'u-1', paymentType: 'cash', counted: 500 } as const
    for (const reply of [
      await desk.app.ask('finance', 'count', counted),
      await desk.app.ask('finance', 'signOff', { ...place, reason: '' }),
    ]) {
      expect(reply).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { note: expect.any(String) } } },
      })
    }
    expect([...desk.bodiesOf(`${path}/count`), ...desk.bodiesOf(`${path}/sign-off`)]).toEqual([])
  })

  it('deposits cheques under one key, asks again after a lost answer, and names the cheques that changed', async () => {
    const deposits = `/api/v1/finance/${locationID}/cheque-deposits`
    const deposit = chequeDepositSchema.parse({
      ...{ depositID: 'deposit-1', locationID, number: 1, date, bankReference: '', by: 'Robin Frost' },
      ...{ at: '2026-11-24T18:00:00Z', cheques: [] },
    })
    const cheques = [{ transactionID: transactionIDSchema.parse('t-1'), version: 3 }]
    const input = { locationID, date, bankReference: 'Teller 4', cheques }
    desk.server.on(`POST ${deposits}`, answered(deposit))
    expect(await desk.app.get('finance', 'depositCheques', { ...input, idempotencyKey: 'key-00000001' })).toEqual(
      deposit,
    )
    expect(desk.bodiesOf(deposits)).toEqual([{ date, bankReference: 'Teller 4', cheques }])
    expect(desk.keysOf(deposits)).toEqual(['key-00000001'])
    desk.server.on(`POST ${deposits}`, 'drop')
    expect(await desk.app.ask('finance', 'depositCheques', { ...input, idempotencyKey: 'key-00000002' })).toMatchObject(
      {
        failure: { code: 'outcome-unknown' },
      },
    )
    expect(desk.keysOf(deposits).slice(1)).toEqual(['key-00000002', 'key-00000002'])
    const changed = [{ transactionID: 't-1', studyID: 's-1', referenceID: '77', problem: 'deposited' }]
    desk.server.on(`POST ${deposits}`, {
      status: 409,
      body: { code: 'cheques-changed', message: 'Nothing was deposited.', details: { cheques: changed } },
    })
    expect(await desk.app.ask('finance', 'depositCheques', { ...input, idempotencyKey: 'key-00000003' })).toMatchObject(
      {
        failure: { code: 'cheques-changed', details: { cheques: changed } },
      },
    )
    const typed = { ...input, bankReference: '4242 4242 4242 4242', idempotencyKey: 'key-00000004' }
    expect(await desk.app.ask('finance', 'depositCheques', typed)).toMatchObject({
      failure: { code: 'invalid-input', details: { fields: { bankReference: expect.any(String) } } },
    })
    expect(desk.keysOf(deposits)).not.toContain('key-00000004')
    desk.server.on(`GET ${deposits}`, answered({ deposits: [deposit], hasEarlier: false }))
    expect(await desk.app.get('finance', 'readDeposits', { locationID, before: 8 })).toMatchObject({
      hasEarlier: false,
    })
    expect(desk.server.requests.at(-1)?.query.get('before')).toBe('8')
  })

  it('exports a day for finance', async () => {
    const file = { fileName: 'cash-up.csv', base64: 'YQ==' }
    desk.server.on(`GET ${path}/export`, answered(file))
    expect(await desk.app.get('finance', 'exportDay', { locationID, date, format: 'csv' })).toEqual(file)
    expect(Object.fromEntries(desk.server.requests.at(-1)?.query ?? [])).toEqual({ date, format: 'csv' })
    await desk.app.get('finance', 'exportDay', { locationID, date, format: 'csv', table: 'counts' })
    expect(desk.server.requests.at(-1)?.query.get('table')).toBe('counts')
  })
})

describe('the demo’s mail', { timeout: 60_000 }, () => {
  it('is returned if the back office keeps sent mail; otherwise the call fails with not-found', async () => {
    const desk = await startPaymentsDesk()
    expect(await desk.app.ask('workstation', 'readSentMail', {})).toMatchObject({ failure: { code: 'not-found' } })
    desk.server.on('GET /api/v1/sent-mail', answered([]))
    expect(await desk.app.get('workstation', 'readSentMail', {})).toEqual([])
    await desk.stop()
  })
})
