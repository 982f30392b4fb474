import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import { maxOutstandingRows } from '#domain/finance/outstanding.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

/** The contract of a day's cash-up and its permissions that screens rely on. */
export const describeFinanceDesk = (name: string, start: StartDesks): void => {
  describe(`the cash-up over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let adminDesk: Desk
    let financeDesk: Desk
    let user: Pick<StaffUser, 'user_id'>
    let day: { readonly locationID: LocationID; readonly date: PlainDate }
    beforeAll(async () => {
      desks = await start()
      // The date on the desks' clocks, not on this computer's: an earlier suite may have moved the desks' clocks.
      day = { locationID, date: toWallTime(toInstant(desks.nowMs()), 'America/Vancouver' as never).date }
      desk = desks.desk
      adminDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await adminDesk.signIn('admin')
      financeDesk = await desks.openDesk()
      await financeDesk.signIn('finance')
      const session = await desk.get('session', 'current', {})
      if (session.kind === 'signed-out') throw new Error('The front desk is not signed in')
      user = session.user
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 4)
    const read = (app = desk) => app.get('finance', 'readCashUp', day)
    const cash = (studyID: StudyID) => {
      const blank = { referenceID: '', giftCardNumber: '', invoicePayer: null, isInvoiceTotal: false }
      const input = { studyID, paymentType: 'cash', amount: 40, ...blank, idempotencyKey: randomUUID() }
      return bridgeSchemas.payments.record.input.parse(input)
    }
    const takeCash = async (): Promise<void> => {
      await desk.get('payments', 'record', cash((await booked()).studyID))
    }
    const count = (overrides: Record<string, unknown> = {}, app = desk) => {
      const line = { userID: user.user_id, paymentType: 'cash', counted: 1, note: 'Counted twice', block: 0 }
      const input = { ...day, ...line, idempotencyKey: randomUUID(), ...overrides }
      return app.ask('finance', 'count', bridgeSchemas.finance.count.input.parse(input))
    }
    const signOffInput = (block: number) => ({ ...day, note: '', reason: 'Snow', block, idempotencyKey: randomUUID() })
    const signOff = (app: Desk, block: number) => app.ask('finance', 'signOff', signOffInput(block))
    const reopenInput = (reason: string) => ({ ...day, reason, idempotencyKey: randomUUID() })
    const reopen = (app: Desk, reason: string) => app.ask('finance', 'reopen', reopenInput(reason))
    const cashLine = async (app = desk) =>
      (await read(app)).lines.find((line) => line.userID === user.user_id && line.paymentType === 'cash')

    it('shows a person only their own lines, and no expected sum of cash until the cash is counted', async () => {
      await takeCash()
      const { lines } = await read()
      expect(lines.every(({ userID }) => userID === user.user_id)).toBe(true)
      expect(await cashLine()).toMatchObject({ isCounted: true, expected: null, taken: null, difference: null })
      expect(await cashLine(adminDesk)).toMatchObject({ expected: null, taken: null })
    })

    it('shows the expected sum once cash is counted, and requires a new count when more cash came in', async () => {
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

    it('counts only cash and cheques, and only in the block that is shown', async () => {
      const { block } = await read()
      expect(await count({ block, paymentType: 'physicalTerminal' })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { paymentType: expect.any(String) } } },
      })
      expect(codeOf(await count({ block: block + 7 }))).toBe('day-signed-off')
      expect(codeOf(await signOff(adminDesk, block + 7))).toBe('day-signed-off')
    })

    it('reopens only a closed day, and only with a reason', async () => {
      expect(codeOf(await reopen(adminDesk, 'Miscounted'))).toBe('step-not-allowed')
      expect(await reopen(adminDesk, '')).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { reason: expect.any(String) } } },
      })
    })

    it('refuses every call of a nurse, and calls of the front desk to count for others, close, reopen or export', async () => {
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

    describe('once the day is closed', () => {
      /** Counts every line that is counted by hand, as finance does before closing. */
      const countAll = async (): Promise<void> => {
        const { block, lines } = await read(financeDesk)
        for (const { isCounted, userID, paymentType, counted, isOutdated } of lines) {
          if (isCounted && (counted === null || isOutdated)) {
            expect(codeOf(await count({ block, userID, paymentType, counted: 5 }, financeDesk))).toBe('ok')
          }
        }
      }
      const closed = async () => {
        await countAll()
        const { block } = await read(financeDesk)
        const reply = await signOff(financeDesk, block)
        if (!reply.ok) throw new Error(`${reply.failure.code}: ${reply.failure.message}`)
        return reply.value
      }
      beforeAll(async () => {
        await takeCash()
      })

      it('freezes the counts, and closes a day only once', async () => {
        await countAll()
        const before = await read(financeDesk)
        const input = { ...day, note: 'Quiet day', reason: 'Snow', block: before.block, idempotencyKey: randomUUID() }
        const isEarly = isEarlyClose(toInstant(desks.nowMs()), before.lastAppointmentEnd)
        // An early close requires a reason; otherwise none is required or stored.
        if (isEarly) {
          expect(
            await financeDesk.ask('finance', 'signOff', { ...signOffInput(before.block), reason: '' }),
          ).toMatchObject({
            failure: { code: 'invalid-input', details: { fields: { reason: expect.any(String) } } },
          })
        }
        for (let time = 0; time < 2; time += 1) {
          expect(codeOf(await financeDesk.ask('finance', 'signOff', input))).toBe('ok')
        }
        const after = await read(financeDesk)
        expect(after).toMatchObject({ block: before.block + 1, lines: [], voidedCounts: before.voidedCounts })
        expect(after.closed).toHaveLength(before.closed.length + 1)
        expect(after.closed.at(-1)).toMatchObject({
          lines: before.lines,
          unissuedInvoices: before.unissuedInvoices,
          undepositedCheques: before.undepositedCheques,
          overpayments: before.overpayments,
          note: 'Quiet day',
          earlyReason: isEarly ? 'Snow' : '',
          closedBy: expect.any(String),
        })
        expect(after.events).toHaveLength(before.events.length + 1)
        expect(after.events.at(-1)).toMatchObject({ kind: 'closed', note: 'Quiet day' })
        for (const block of [before.block, after.block]) {
          expect(codeOf(await signOff(adminDesk, block))).toBe('day-signed-off')
          expect(codeOf(await count({ block, paymentType: 'cheque' }))).toBe('day-signed-off')
        }
        expect(await read(financeDesk)).toEqual(after)
      })

      it('shows a person only their own lines of a closed block', async () => {
        const { closed: parts } = await read()
        expect(parts.length).toBeGreaterThan(0)
        for (const part of parts) {
          expect(part.lines.every(({ userID }) => userID === user.user_id)).toBe(true)
          expect(part).toMatchObject({ unissuedInvoices: [], undepositedCheques: [], overpayments: [] })
        }
      })

      it('puts later money into a separate block, to be counted blind and closed', async () => {
        const before = await read(financeDesk)
        await takeCash()
        const after = await read(financeDesk)
        expect(after.closed).toEqual(before.closed)
        expect(after.lines).toMatchObject([
          { userID: user.user_id, paymentType: 'cash', expected: null, taken: null, counted: null, counts: [] },
        ])
        expect(await signOff(financeDesk, after.block)).toMatchObject({ failure: { code: 'step-not-allowed' } })
        expect(codeOf(await count({ block: after.block, counted: 40, note: '' }))).toBe('ok')
        expect(await cashLine()).toMatchObject({ expected: 40, counted: 40, difference: 0 })
        expect((await closed()).closed).toHaveLength(before.closed.length + 1)
      })

      it('allows only an administrator to reopen the day, one time, and requires a new blind count of all its money', async () => {
        const before = await read(adminDesk)
        expect(codeOf(await reopen(financeDesk, 'Miscounted'))).toBe('insufficient-permissions')
        expect(codeOf(await reopen(desk, 'Miscounted'))).toBe('insufficient-permissions')
        expect(await reopen(adminDesk, ' ')).toMatchObject({ failure: { code: 'invalid-input' } })
        const input = { ...day, reason: 'Miscounted', idempotencyKey: randomUUID() }
        for (let time = 0; time < 2; time += 1) {
          expect(codeOf(await adminDesk.ask('finance', 'reopen', input))).toBe('ok')
        }
        expect(codeOf(await reopen(adminDesk, 'Miscounted'))).toBe('step-not-allowed')
        const after = await read(adminDesk)
        expect(after).toMatchObject({ block: before.block + 1, closed: [] })
        expect(after.events.slice(0, -1)).toEqual(before.events)
        expect(after.events.at(-1)).toMatchObject({ kind: 'reopened', note: 'Miscounted', earlyReason: '' })
        const byHand = after.lines.filter(({ isCounted }) => isCounted)
        expect(byHand.length).toBeGreaterThan(0)
        for (const line of byHand) {
          expect(line).toMatchObject({ expected: null, taken: null, counted: null, counts: [], isOutdated: false })
        }
        // The earlier counts are kept, but stay hidden until the line is counted again.
        const own = async () =>
          (await read(adminDesk)).voidedCounts.filter(
            (one) => one.userID === user.user_id && one.paymentType === 'cash',
          )
        const hidden = await own()
        expect(hidden.length).toBeGreaterThan(1)
        for (const one of hidden) expect(one).toMatchObject({ counted: null, difference: null })
        expect(codeOf(await count({ block: before.block }))).toBe('day-signed-off')
        expect(codeOf(await signOff(adminDesk, before.block))).toBe('day-signed-off')
        expect(codeOf(await signOff(adminDesk, after.block))).toBe('step-not-allowed')
        expect(codeOf(await count({ block: after.block, counted: 5 }))).toBe('ok')
        for (const one of await own()) {
          expect(one).toMatchObject({ counted: expect.any(Number), difference: expect.any(Number) })
        }
      })

      it('closes the reopened day with all its money, and shows the earlier counts', async () => {
        const before = await read(adminDesk)
        const after = await closed()
        expect(after.closed).toHaveLength(1)
        expect(after.closed[0]?.lines.map(({ userID, paymentType }) => [userID, paymentType])).toEqual(
          before.lines.map(({ userID, paymentType }) => [userID, paymentType]),
        )
        expect(after.voidedCounts).toHaveLength(before.voidedCounts.length)
        expect(after.events.map(({ kind }) => kind).slice(-2)).toEqual(['reopened', 'closed'])
        expect(codeOf(await reopen(adminDesk, 'For the next test'))).toBe('ok')
      })
    })

    it('counts once under a key, and refuses unknown persons, future days and card numbers', async () => {
      const { block } = await read(adminDesk)
      const counts = async () => (await cashLine())?.counts.length ?? 0
      const before = await counts()
      const idempotencyKey = randomUUID()
      for (let time = 0; time < 2; time += 1) expect(codeOf(await count({ block, idempotencyKey }))).toBe('ok')
      expect(await counts()).toBe(before + 1)
      const tomorrow = { date: addDays(day.date, 1) }
      const wrong = [
        ['userID', await count({ block, userID: 'u-nobody' }, adminDesk)],
        ['date', await count({ block: 0, ...tomorrow })],
        ['date', await financeDesk.ask('finance', 'signOff', { ...signOffInput(0), ...tomorrow })],
        ['date', await adminDesk.ask('finance', 'reopen', { ...reopenInput('Miscounted'), ...tomorrow })],
        ['note', await count({ block, note: 'Card 4242 4242 4242 4242' })],
        ['note', await financeDesk.ask('finance', 'signOff', { ...signOffInput(block), note: '4242424242424242' })],
        ['reason', await reopen(adminDesk, 'Card 4242424242424242')],
      ] as const
      for (const [field, reply] of wrong) {
        expect(reply, field).toMatchObject({
          failure: { code: 'invalid-input', details: { fields: { [field]: expect.any(String) } } },
        })
      }
      expect(await counts()).toBe(before + 1)
    })

    it('refuses the days of other locations to a person who is limited to one location', async () => {
      const there = { ...day, locationID: locationIDSchema.parse('us-ny-1') }
      await desk.signIn('onelocation')
      try {
        const refusals = [
          await desk.ask('finance', 'readCashUp', there),
          await count({ block: 0, locationID: there.locationID }),
        ]
        expect(refusals.map(codeOf)).toEqual(['location-forbidden', 'location-forbidden'])
        expect((await read()).locationID).toBe(locationID)
      } finally {
        await desk.signIn('frontdesk')
      }
    })

    it('deposits counted cheques once under a key, names those that changed, and prints the slip', async () => {
      const takeCheque = async (referenceID: string) => {
        const { studyID } = await booked()
        const blank = { giftCardNumber: '', invoicePayer: null, isInvoiceTotal: false }
        const input = {
          studyID,
          paymentType: 'cheque',
          amount: 40,
          referenceID,
          ...blank,
          idempotencyKey: randomUUID(),
        }
        await desk.get('payments', 'record', bridgeSchemas.payments.record.input.parse(input))
        return studyID
      }
      const [first, second] = [await takeCheque('8801'), await takeCheque('8802')]
      const cheques = async (studyIDs: readonly StudyID[]) => {
        // The demo has many older cheques, and the first page has the oldest ones.
        const rows = { undepositedCheques: maxOutstandingRows }
        const { undepositedCheques } = await adminDesk.get('finance', 'readCashUp', { ...day, rows })
        return undepositedCheques.filter(({ studyID }) => studyIDs.includes(studyID))
      }
      const seen = async (studyIDs: readonly StudyID[]) =>
        (await cheques(studyIDs)).map(({ transactionID, version }) => ({ transactionID, version }))
      const deposit = (chosen: Awaited<ReturnType<typeof seen>>, idempotencyKey = randomUUID(), app = adminDesk) => {
        const input = { ...day, bankReference: 'Teller 4', cheques: chosen, idempotencyKey }
        return app.ask('finance', 'depositCheques', bridgeSchemas.finance.depositCheques.input.parse(input))
      }
      const both = await seen([first, second])
      expect(both).toHaveLength(2)
      expect((await cheques([first])).map(({ amount }) => amount)).toEqual([null])
      expect(await deposit(both)).toMatchObject({
        failure: { code: 'cheques-changed', details: { cheques: [{ problem: 'hidden' }, { problem: 'hidden' }] } },
      })
      const { block } = await read(adminDesk)
      expect(codeOf(await count({ block, paymentType: 'cheque', counted: 80 }, adminDesk))).toBe('ok')
      expect(codeOf(await deposit(both, randomUUID(), desk))).toBe('insufficient-permissions')
      const step = { studyID: first, status: 'deposited', amount: null, paymentMethod: null, referenceID: '' }
      const [of] = (await cheques([first])).map(({ transactionID }) => transactionID)
      const toggle = bridgeSchemas.payments.updateTransaction.input.parse({
        ...{ ...step, transactionID: of, idempotencyKey: randomUUID() },
      })
      expect(codeOf(await desk.ask('payments', 'updateTransaction', toggle))).toBe('ok')
      expect(await deposit(both)).toMatchObject({
        failure: {
          code: 'cheques-changed',
          details: { cheques: [{ transactionID: of, referenceID: '8801', problem: 'deposited' }] },
        },
      })
      const key = randomUUID()
      const chosen = await seen([second])
      expect(chosen).toHaveLength(1)
      const made = await deposit(chosen, key)
      expect(made).toMatchObject({
        value: { bankReference: 'Teller 4', cheques: [{ referenceID: '8802', amount: 40 }] },
      })
      expect(await deposit(chosen, key)).toEqual(made)
      expect(await seen([first, second])).toEqual([])
      const page = { locationID, before: null }
      const { deposits } = await financeDesk.get('finance', 'readDeposits', page)
      expect(deposits[0]).toEqual(made.ok ? made.value : null)
      expect(deposits.filter(({ cheques: own }) => own.some((cheque) => cheque.studyID === second))).toHaveLength(1)
      expect(codeOf(await desk.ask('finance', 'readDeposits', page))).toBe('insufficient-permissions')
      const depositID = made.ok ? made.value.depositID : ''
      const slip = { kind: 'deposit-slip', locationID, depositID } as const
      expect(await financeDesk.ask('downloads', 'save', { item: slip })).toMatchObject({
        value: { file: { fileName: `deposit-slip-${locationID}-${deposits[0]?.number}.pdf` } },
      })
      const unknown = { item: { ...slip, depositID: 'deposit-none' } }
      expect(codeOf(await financeDesk.ask('downloads', 'save', unknown))).toBe('not-found')
      expect(codeOf(await desk.ask('downloads', 'save', { item: slip }))).toBe('insufficient-permissions')
      const back = { ...toggle, studyID: second, transactionID: chosen[0]?.transactionID, status: 'notDeposited' }
      const undo = bridgeSchemas.payments.updateTransaction.input.parse({ ...back, idempotencyKey: randomUUID() })
      expect(codeOf(await desk.ask('payments', 'updateTransaction', undo))).toBe('ok')
      const after = await financeDesk.get('finance', 'readDeposits', page)
      expect(after.deposits[0]?.cheques).toMatchObject([{ takenBack: { by: expect.any(String) } }])
    })

    it('exports the day as a file to the finance role, which is not allowed to record payments', async () => {
      const pdf = await financeDesk.get('finance', 'exportDay', { ...day, format: 'pdf' })
      expect(pdf.fileName).toBe(`cash-up-${locationID}-${day.date}.pdf`)
      expect(atob(pdf.base64.slice(0, 8))).toMatch(/^%PDF-/)
      const csv = await financeDesk.get('finance', 'exportDay', { ...day, format: 'csv', table: 'counts' })
      expect(csv.fileName).toBe(`cash-up-${locationID}-${day.date}-counts.csv`)
      const { studyID } = await booked()
      expect(codeOf(await financeDesk.ask('payments', 'record', cash(studyID)))).toBe('insufficient-permissions')
    })

    it('reads, counts and closes nothing without the back office', async () => {
      const before = await read(adminDesk)
      await desks.setLine(false)
      try {
        const refusals = [
          await adminDesk.ask('finance', 'readCashUp', day),
          await count({ block: before.block }, adminDesk),
          await signOff(adminDesk, before.block),
          await reopen(adminDesk, 'Miscounted'),
          await adminDesk.ask('finance', 'exportDay', { ...day, format: 'csv' }),
          await adminDesk.ask('finance', 'readDeposits', { locationID, before: null }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
      expect(await read(adminDesk)).toEqual(before)
    })

    it('lists the card payments made after a restored backup, for finance only', async () => {
      expect(await financeDesk.get('finance', 'readRestoredPayments', {})).toEqual([])
      expect(codeOf(await desk.ask('finance', 'readRestoredPayments', {}))).toBe('insufficient-permissions')
      const unknown = { paymentID: 'pi_none', note: 'Recorded by hand', idempotencyKey: randomUUID() }
      expect(codeOf(await financeDesk.ask('finance', 'resolveRestoredPayment', unknown))).toBe('not-found')
      expect(codeOf(await desk.ask('finance', 'resolveRestoredPayment', unknown))).toBe('insufficient-permissions')
      const withCard = { ...unknown, note: '4242 4242 4242 4242' }
      expect(codeOf(await financeDesk.ask('finance', 'resolveRestoredPayment', withCard))).toBe('invalid-input')
    })
  })
}
