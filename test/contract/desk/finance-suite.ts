import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

/** What a screen may rely on of a day's cash-up and who may do what with it, over "how to start two desks". */
export const describeFinanceDesk = (name: string, start: StartDesks): void => {
  describe(`the cash-up over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let adminDesk: Desk
    let user: Pick<StaffUser, 'user_id'>
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      adminDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await adminDesk.signIn('admin')
      const session = await desk.get('session', 'current', {})
      if (session.kind === 'signed-out') throw new Error('The front desk is not signed in')
      user = session.user
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 4)
    const date = toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date
    const day = { locationID, date }
    const read = (app = desk) => app.get('finance', 'readCashUp', day)
    const takeCash = async (): Promise<void> => {
      const { studyID } = await booked()
      const blank = { referenceID: '', giftCardNumber: '', invoicePayer: null, isInvoiceTotal: false }
      const input = { studyID, paymentType: 'cash', amount: 40, ...blank, idempotencyKey: randomUUID() }
      await desk.get('payments', 'record', bridgeSchemas.payments.record.input.parse(input))
    }
    const count = (overrides: Record<string, unknown> = {}, app = desk) => {
      const line = { userID: user.user_id, paymentType: 'cash', counted: 1, note: 'Counted twice', block: 0 }
      const input = { ...day, ...line, idempotencyKey: randomUUID(), ...overrides }
      return app.ask('finance', 'count', bridgeSchemas.finance.count.input.parse(input))
    }
    const signOff = (app: Desk, block: number) =>
      app.ask('finance', 'signOff', { ...day, note: '', reason: 'Snow', block, idempotencyKey: randomUUID() })
    const reopen = (app: Desk, reason: string) =>
      app.ask('finance', 'reopen', { ...day, reason, idempotencyKey: randomUUID() })
    const cashLine = async (app = desk) =>
      (await read(app)).lines.find((line) => line.userID === user.user_id && line.paymentType === 'cash')

    it('shows a person their own lines alone, and all to finance, cash blind until it is counted', async () => {
      await takeCash()
      const { lines } = await read()
      expect(lines.every(({ userID }) => userID === user.user_id)).toBe(true)
      expect(await cashLine()).toMatchObject({ isCounted: true, expected: null, taken: null, difference: null })
      expect(await cashLine(adminDesk)).toMatchObject({ expected: null, taken: null })
    })

    it('shows what should be there once cash is counted, and asks again when more came', async () => {
      await takeCash()
      const { block } = await read()
      expect(codeOf(await count({ block }))).toBe('ok')
      expect(await cashLine()).toMatchObject({
        counted: 1,
        expected: expect.any(Number),
        difference: expect.any(Number),
        note: 'Counted twice',
        isOutdated: false,
      })
      await takeCash()
      expect(await cashLine()).toMatchObject({ counted: 1, expected: null, difference: null, isOutdated: true })
      expect(codeOf(await signOff(adminDesk, block))).toBe('step-not-allowed')
    })

    it('counts cash and cheques only, and nothing of another block than the one shown', async () => {
      const { block } = await read()
      expect(await count({ block, paymentType: 'physicalTerminal' })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { paymentType: expect.any(String) } } },
      })
      expect(codeOf(await count({ block: block + 7 }))).toBe('day-signed-off')
      expect(codeOf(await signOff(adminDesk, block + 7))).toBe('day-signed-off')
    })

    it('opens no day again that is not closed, nor without a reason', async () => {
      expect(codeOf(await reopen(adminDesk, 'Miscounted'))).toBe('step-not-allowed')
      expect(await reopen(adminDesk, '')).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { reason: expect.any(String) } } },
      })
    })

    it('leaves the day to those who take money, other people’s lines and the close to finance', async () => {
      const { block } = await read()
      const nurse = await desks.openDesk()
      await nurse.signIn('np')
      const refusals = [
        await nurse.ask('finance', 'readCashUp', day),
        await count({ block }, nurse),
        await count({ block, userID: 'u-somebody-else' }),
        await signOff(desk, block),
        await reopen(desk, 'Miscounted'),
        await desk.ask('finance', 'exportDay', { ...day, format: 'csv' }),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'insufficient-permissions'))
    })
  })
}
