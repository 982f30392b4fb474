import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { RecordPaymentInput } from '#contract/payments/bridge.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import { attemptIDSchema, type TransactionID } from '#domain/payments/transaction.ts'
import type { Study } from '#domain/study/study.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings } from './desk-work.ts'

/** The contract that screens rely on for a study's ledger and its permissions. */
export const describeMoneyDesk = (name: string, start: StartDesks): void => {
  describe(`money over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('sales')
      await desk.signIn('frontdesk')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 1)
    const read = ({ studyID }: Pick<Study, 'studyID'>, app = desk) => app.get('payments', 'read', { studyID })
    const tender = (study: Study, overrides: Partial<RecordPaymentInput> = {}): RecordPaymentInput => ({
      studyID: study.studyID,
      paymentType: 'cash',
      amount: 100,
      referenceID: '',
      giftCardNumber: '',
      invoicePayer: null,
      isInvoiceTotal: false,
      idempotencyKey: randomUUID(),
      ...overrides,
    })
    const pay = (study: Study, overrides: Partial<RecordPaymentInput> = {}, app = desk) =>
      app.ask('payments', 'record', tender(study, overrides))
    const paid = async (study: Study, overrides: Partial<RecordPaymentInput> = {}): Promise<TransactionID> => {
      const reply = await pay(study, overrides)
      if (!reply.ok || reply.value.kind !== 'recorded') throw new Error(JSON.stringify(reply))
      return reply.value.moved.transaction.transactionID
    }
    const refundInput = (study: Study, transactionID: TransactionID, amount: number) => ({
      studyID: study.studyID,
      transactionID,
      amount,
      memo: 'Asked for',
      externalRefund: false,
      idempotencyKey: randomUUID(),
    })
    const refund = (study: Study, transactionID: TransactionID, amount: number, app = desk) =>
      app.ask('payments', 'refund', refundInput(study, transactionID, amount))

    it('shows the whole price of a new booking as owed, without a transaction', async () => {
      const study = await booked()
      expect((await read(study)).payments).toMatchObject({
        price: study.price,
        totalBalance: study.price,
        paid: 0,
        overpaid: 0,
        transactions: [],
        openAttempts: [],
      })
      expect(codeOf(await desk.ask('payments', 'read', { studyID: 's-none-1' as never }))).toBe('not-found')
    })

    it('records cash once under its key, and notifies another workstation', async () => {
      const study = await booked()
      await otherDesk.until(
        'the other desk reads the study',
        async () => (await otherDesk.ask('payments', 'read', { studyID: study.studyID })).ok,
      )
      const input = tender(study)
      const first = await desk.ask('payments', 'record', input)
      expect(first).toMatchObject({ ok: true, value: { kind: 'recorded' } })
      expect(codeOf(await desk.ask('payments', 'record', input))).toBe('ok')
      const view = await read(study)
      expect(view.payments).toMatchObject({ paid: 100, totalBalance: study.price - 100 })
      expect(view.payments.transactions).toMatchObject([{ amount: 100, paymentType: 'cash', refundable: 100 }])
      expect(view.study).toMatchObject({ balance: study.price - 100, paymentAmount: 100, status: { paid: false } })
      await otherDesk.until('the other desk is notified', () =>
        otherDesk.eventsOf('payments.changed').some(({ studyID }) => studyID === study.studyID),
      )
      const [transaction] = view.payments.transactions
      if (transaction === undefined) throw new Error('no transaction')
      const { transactionID } = transaction
      expect(await desk.get('payments', 'readTransaction', { transactionID })).toMatchObject({ amount: 100 })
    })

    it('refuses an amount that is above the balance, zero or negative', async () => {
      const study = await booked()
      expect(codeOf(await pay(study, { amount: study.price + 1 }))).toBe('amount-above-balance')
      expect(codeOf(await pay(study, { amount: 0 }))).toBe('invalid-input')
      expect(codeOf(await pay(study, { amount: -5 }))).toBe('invalid-input')
      expect((await read(study)).payments.transactions).toEqual([])
    })

    it('counts a study as paid when nothing is owed, and converts its temporary hold to a booking', async () => {
      const held = await booked({ temporaryHold: true })
      const reply = await pay(held, { amount: held.price })
      expect(reply).toMatchObject({ value: { moved: { temporaryHoldConverted: true, paidStatus: true } } })
      const { study } = await read(held)
      expect(study).toMatchObject({ temporaryHold: false, balance: 0, status: { paid: true, booked: true } })
      expect(study.temporaryHoldUntil).toBeNull()
      expect(codeOf(await pay(held, { amount: 1 }))).toBe('amount-above-balance')
    })

    it('changes the steps of a bill in their order, once under a key, and refuses a payment type without steps', async () => {
      const study = await booked()
      const { studyID } = study
      const change = (
        transactionID: TransactionID,
        status: 'deposited' | 'notDeposited' | 'paid',
        overrides: Record<string, unknown> = {},
      ) => {
        const blank = { amount: null, paymentMethod: null, referenceID: '', idempotencyKey: randomUUID() }
        const input = { studyID, transactionID, status, ...blank, ...overrides }
        return desk.ask('payments', 'updateTransaction', bridgeSchemas.payments.updateTransaction.input.parse(input))
      }
      const bill = await paid(study, { paymentType: 'invoice', amount: study.price, referenceID: 'INV-1' })
      expect(codeOf(await change(bill, 'paid', { paymentMethod: 'cash' }))).toBe('step-not-allowed')
      const key = { idempotencyKey: randomUUID() }
      const deposited = { automaticallyIssued: true, transaction: { steps: { issued: { isDone: true } } } }
      expect(await change(bill, 'deposited', key)).toMatchObject({ value: deposited })
      expect(codeOf(await change(bill, 'notDeposited'))).toBe('ok')
      expect(await change(bill, 'deposited', key)).toMatchObject({ value: deposited })
      const steps = async () => (await read(study)).payments.transactions[0]?.steps
      expect(await steps()).toMatchObject({ issued: { isDone: true }, deposit: { isDone: false } })
      for (const [fields, missing] of [
        [{}, 'paymentMethod'],
        [{ paymentMethod: 'cheque' }, 'referenceID'],
        [{ paymentMethod: 'cash', amount: study.price + 1 }, 'amount'],
      ] as const) {
        expect(await change(bill, 'paid', fields)).toMatchObject({
          failure: { code: 'invalid-input', details: { fields: { [missing]: expect.any(String) } } },
        })
      }
      expect(codeOf(await change(bill, 'paid', { paymentMethod: 'cheque', referenceID: '123' }))).toBe('ok')
      expect(await steps()).toMatchObject({ paid: { isDone: true, paymentMethod: 'cheque', referenceID: '123' } })
      expect(codeOf(await change(bill, 'deposited'))).toBe('step-not-allowed')
      const other = await booked()
      const transfer = await paid(other, { paymentType: 'eTransfer', referenceID: 'E-1' })
      const onOther = { studyID: other.studyID, paymentMethod: 'cash' }
      expect(codeOf(await change(transfer, 'paid', onOther))).toBe('step-not-allowed')
    })

    it('refunds up to the amount paid', async () => {
      const study = await booked()
      const transactionID = await paid(study)
      expect(codeOf(await refund(study, transactionID, 101))).toBe('amount-above-refundable')
      const input = refundInput(study, transactionID, 60)
      expect(codeOf(await desk.ask('payments', 'refund', input))).toBe('ok')
      expect(codeOf(await desk.ask('payments', 'refund', input))).toBe('ok')
      expect((await read(study)).payments).toMatchObject({ paid: 40, totalBalance: study.price - 40 })
      expect(codeOf(await refund(study, transactionID, 41))).toBe('amount-above-refundable')
      expect(codeOf(await refund(study, transactionID, 40))).toBe('ok')
      expect(codeOf(await refund(study, transactionID, 1))).toBe('already-refunded')
      expect(codeOf(await refund(study, 't-none' as TransactionID, 1))).toBe('not-found')
      expect((await read(study)).payments).toMatchObject({ paid: 0, totalBalance: study.price })
    })

    it('requires a role that takes money, and an administrator for reconciliation', async () => {
      const study = await booked()
      const transactionID = await paid(study)
      const nurse = await desks.openDesk()
      await nurse.signIn('np')
      const { studyID, skuID } = study
      const key = () => ({ studyID, idempotencyKey: randomUUID() })
      const attemptID = attemptIDSchema.parse(randomUUID())
      const refusals = [
        await pay(study, {}, nurse),
        await refund(study, transactionID, 10, nurse),
        await nurse.ask('payments', 'changePrice', { ...key(), skuID, price: 10 }),
        await nurse.ask('payments', 'applyReferral', { ...key(), code: 'ANY' }),
        await nurse.ask('payments', 'emailInvoice', key()),
        await nurse.ask('payments', 'emailReceipt', { ...key(), transactionID }),
        await nurse.ask('payments', 'applyPromo', {
          ...key(),
          promoID: 'any',
          promoCategory: 'marketing',
          promoReason: 'kind',
          promoAmount: null,
        } as never),
        await desk.ask('payments', 'reconcile', {
          ...key(),
          amount: 5,
          classification: reconciliationClassifications[0],
          reason: 'x',
        } as never),
        await desk.ask('payments', 'resolveAttempt', {
          ...key(),
          attemptID,
          outcome: 'cancelled',
          referenceID: '',
          reason: 'x',
        } as never),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'insufficient-permissions'))
      expect((await read(study, nurse)).payments.paid).toBe(100)
    })

    it('changes the price of a booked scan only to its location’s price', async () => {
      const study = await booked()
      await paid(study)
      const { studyID, skuID, price } = study
      const ask = (given: number) =>
        desk.ask('payments', 'changePrice', { studyID, skuID, price: given, idempotencyKey: randomUUID() })
      expect(await ask(price)).toMatchObject({ value: { price, totalBalance: price - 100 } })
      expect(await ask(price - 1)).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { price: expect.any(String) } } },
      })
    })

    it('applies a promo once, in its own category and with a reason', async () => {
      const study = await booked()
      const { promocodes } = await read(study)
      const promo = promocodes.find(({ type }) => type === 'fixed')
      const open = promocodes.find(({ type }) => type === 'open')
      if (promo === undefined || open === undefined) throw new Error('Too few promos are offered')
      const categoryOf = ({ category }: typeof promo) => (category === 'all' ? 'marketing' : category)
      const input = (given: typeof promo, overrides: Record<string, unknown> = {}) =>
        bridgeSchemas.payments.applyPromo.input.parse({
          studyID: study.studyID,
          promoID: given.promoID,
          promoCategory: categoryOf(given),
          promoReason: 'Asked for',
          promoAmount: null,
          idempotencyKey: randomUUID(),
          ...overrides,
        })
      const apply = (given: typeof promo, overrides: Record<string, unknown> = {}) =>
        desk.ask('payments', 'applyPromo', input(given, overrides))
      expect(codeOf(await apply(promo, { promoID: 'no-such-code' }))).toBe('promo-not-valid')
      expect(codeOf(await apply(open, { promoCategory: 'employee', promoAmount: 10 }))).toBe('promo-not-valid')
      expect(await apply(promo, { promoReason: '' })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { promoReason: expect.any(String) } } },
      })
      for (const promoAmount of [null, 0, study.price + 1]) {
        expect(await apply(open, { promoAmount })).toMatchObject({
          failure: { code: 'invalid-input', details: { fields: { promoAmount: expect.any(String) } } },
        })
      }
      expect((await read(study)).payments.transactions).toEqual([])
      const first = input(promo, { promoID: promo.promoID.toLowerCase() })
      expect(await desk.ask('payments', 'applyPromo', first)).toMatchObject({
        value: {
          transaction: { amount: promo.amount, paymentType: 'promocode', details: { promoID: promo.promoID } },
          payments: { discountPromo: promo.amount, totalBalance: study.price - promo.amount },
        },
      })
      expect(codeOf(await desk.ask('payments', 'applyPromo', first))).toBe('ok')
      expect(codeOf(await apply(promo))).toBe('promo-not-valid')
      expect((await read(study)).payments.transactions).toHaveLength(1)
    })

    it('refuses unknown gift cards and referral codes', async () => {
      const study = await booked()
      const { studyID } = study
      const giftCardNumber = '9999999999999999'
      expect(codeOf(await desk.ask('payments', 'readGiftCard', { studyID, giftCardNumber }))).toBe(
        'gift-card-not-valid',
      )
      const card = { paymentType: 'giftCertificateIntegrated', giftCardNumber } as const
      expect(codeOf(await pay(study, card))).toBe('gift-card-not-valid')
      expect(codeOf(await pay(study, { paymentType: 'referralCredit' }))).toBe('not-enough-credits')
      const referral = { studyID, code: 'NOT-GIVEN', idempotencyKey: randomUUID() }
      expect(codeOf(await desk.ask('payments', 'applyReferral', referral))).toBe('referral-not-valid')
      expect((await read(study)).payments.transactions).toEqual([])
    })

    it('refuses payments of a cancelled study', async () => {
      const study = await booked()
      const cancellation = { cancellationReason: 'member-commute', cancellationDetail: 'Too far' } as const
      const { studyID } = study
      await desk.get('booking', 'cancel', { studyID, ...cancellation, idempotencyKey: randomUUID() })
      expect(codeOf(await pay(study))).toBe('already-cancelled')
    })

    it('suppresses messages under an optimistic lock', async () => {
      const { studyID, version } = await booked()
      const off = { studyID, version, customerEmailAvailable: false, invoiceAvailable: false }
      const changed = await desk.get('payments', 'setSuppression', off)
      expect(changed.status).toMatchObject({ customerEmailAvailable: false, invoiceAvailable: false })
      expect(codeOf(await desk.ask('payments', 'setSuppression', { ...off, invoiceAvailable: true }))).toBe('stale')
      const key = () => ({ studyID, idempotencyKey: randomUUID() })
      expect(codeOf(await desk.ask('payments', 'emailInvoice', key()))).toBe('invoice-suppressed')
      const transactionID = 't-none' as TransactionID
      expect(codeOf(await desk.ask('payments', 'emailReceipt', { ...key(), transactionID }))).toBe('invoice-suppressed')
    })

    it('stores a cash payment once while the back office is unreachable, and refuses everything else', async () => {
      const study = await booked()
      const { studyID, skuID } = study
      const transactionID = await paid(study)
      await read(study)
      await desks.setLine(false)
      const cash = tender(study, { amount: 75 })
      try {
        expect(await desk.ask('payments', 'record', cash)).toMatchObject({ value: { kind: 'provisional' } })
        expect(await desk.ask('payments', 'record', cash)).toMatchObject({ value: { kind: 'provisional' } })
        expect((await desk.get('payments', 'readKept', { studyID })).provisional).toMatchObject([{ amount: 75 }])
        expect(await desk.get('payments', 'waiting', {})).toMatchObject([{ amount: 75, isOwn: true, failure: null }])
        // Only cash that was refused can be dismissed, so the waiting cash stays.
        await desk.get('payments', 'dismissProvisional', { idempotencyKey: cash.idempotencyKey })
        expect(await desk.get('payments', 'waiting', {})).toMatchObject([{ amount: 75 }])
        const attemptID = attemptIDSchema.parse(randomUUID())
        const key = () => ({ studyID, idempotencyKey: randomUUID() })
        const promo = { promoID: 'any', promoCategory: 'marketing', promoReason: 'Asked for', promoAmount: null }
        // The waiting cash reduces the amount that can be taken, so this amount is too high.
        expect(codeOf(await pay(study, { amount: study.price - 100 }))).toBe('amount-above-balance')
        const refusals = [
          await pay(study, { paymentType: 'cheque', referenceID: '123' }),
          await refund(study, transactionID, 10),
          await desk.ask('payments', 'applyPromo', { ...key(), ...promo } as never),
          await desk.ask('payments', 'applyReferral', { ...key(), code: 'ANY' }),
          await desk.ask('payments', 'changePrice', { ...key(), skuID, price: 10 }),
          await desk.ask('payments', 'startAttempt', { attemptID, studyID, amount: 10, through: 'card-fields' }),
          await desk.ask('payments', 'readInvoice', { studyID }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
        await desk.signIn('sales')
        expect(await desk.get('payments', 'waiting', {})).toMatchObject([{ amount: 75, isOwn: false }])
        await desk.signIn('frontdesk')
      } finally {
        await desks.setLine(true)
      }
      const view = await desk.until('the cash is recorded', async () => {
        const reply = await desk.ask('payments', 'read', { studyID })
        return reply.ok && reply.value.provisional.length === 0 ? reply.value : null
      })
      expect(view.payments.paid).toBe(175)
      expect(await desk.get('payments', 'waiting', {})).toEqual([])
    })
  })
}
