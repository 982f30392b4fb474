import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import type { Study } from '#domain/study/study.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { bookInput, codeOf, createBookings, holdInput } from './desk-work.ts'

/** The contract of valid referral codes, credits and gift cards that screens rely on. */
export const describeCodesDesk = (name: string, start: StartDesks): void => {
  describe(`the service for referral codes and gift cards over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      await desk.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked, freeSlot } = createBookings(() => desk, 9)
    const read = async ({ studyID }: Pick<Study, 'studyID'>) =>
      (await desk.get('payments', 'read', { studyID })).payments
    const apply = ({ studyID }: Study, code: string, idempotencyKey: string = randomUUID()) =>
      desk.ask('payments', 'applyReferral', { studyID, code, idempotencyKey })
    const tender = ({ studyID }: Study, overrides: Record<string, unknown>) =>
      bridgeSchemas.payments.record.input.parse({
        studyID,
        paymentType: 'cash',
        amount: 50,
        referenceID: '',
        giftCardNumber: '',
        invoicePayer: null,
        isInvoiceTotal: false,
        idempotencyKey: randomUUID(),
        ...overrides,
      })
    const pay = (study: Study, overrides: Record<string, unknown>) =>
      desk.ask('payments', 'record', tender(study, overrides))
    const refundUsed = ({ studyID }: Study, { transactionID, amount }: Transaction) => {
      const idempotencyKey = randomUUID()
      const input = { studyID, transactionID, amount, memo: 'Asked for', externalRefund: false, idempotencyKey }
      return desk.ask('payments', 'refund', input)
    }
    /** Returns a study, the study of a friend, and the friend's referral code. */
    const friends = async () => {
      const friend = await booked()
      const { refCode } = await desk.get('study', 'readReferralCode', { studyID: friend.studyID })
      return { study: await booked(), friend, refCode }
    }

    it('gives every member a code, and shows the discount of a code', async () => {
      const { study, friend, refCode } = await friends()
      const view = await desk.get('payments', 'read', { studyID: study.studyID })
      const { ownReferralCode, referralDiscount, referralNotice } = view.payments
      expect(refCode).toMatch(/^[A-Z0-9-]{6,}$/)
      expect((await read(friend)).ownReferralCode).toBe(refCode)
      expect(ownReferralCode).not.toBe(refCode)
      expect(view.location.referralValue).toBeGreaterThan(0)
      expect([referralDiscount, referralNotice]).toEqual([view.location.referralValue, null])
    })

    it('accepts a friend’s code once, and gives the friend the same amount in credits', async () => {
      const { study, friend, refCode } = await friends()
      const { referralDiscount } = await read(study)
      const key = randomUUID()
      const typed = ` ${refCode.toLowerCase()} `
      for (let time = 0; time < 2; time += 1) {
        expect(await apply(study, typed, key)).toMatchObject({
          value: {
            transaction: {
              transactionType: 'Discount',
              paymentType: 'referral code',
              amount: referralDiscount,
              details: { referralCode: refCode },
            },
            payments: { discountReferral: referralDiscount, totalBalance: study.price - referralDiscount },
          },
        })
      }
      expect(await read(friend)).toMatchObject({ availableCredits: referralDiscount })
      const after = await read(study)
      expect(after).toMatchObject({ referralDiscount: 0, referralNotice: expect.any(String), availableCredits: 0 })
      expect(after.transactions).toHaveLength(1)
      const { refCode: another } = await friends()
      expect(codeOf(await apply(study, another))).toBe('referral-not-valid')
      expect((await read(study)).totalBalance).toBe(study.price - referralDiscount)
    })

    it('refuses the member’s own code, and any code after an earlier paid scan', async () => {
      const { study, friend, refCode } = await friends()
      expect(codeOf(await apply(friend, refCode))).toBe('referral-not-valid')
      expect(codeOf(await pay(study, { amount: study.price }))).toBe('ok')
      const hold = await desk.get('booking', 'holdSlot', holdInput(await freeSlot()))
      const later = await desk.get('booking', 'book', bookInput(hold, study.patientID))
      expect(await read(later)).toMatchObject({ referralDiscount: 0, referralNotice: expect.any(String) })
      expect(codeOf(await apply(later, refCode))).toBe('referral-not-valid')
      expect((await read(later)).transactions).toEqual([])
      expect((await read(friend)).availableCredits).toBe(0)
    })

    it('removes the friend’s credits when the discount is removed', async () => {
      const { study, friend, refCode } = await friends()
      const applied = await apply(study, refCode)
      if (!applied.ok) throw new Error(applied.failure.message)
      expect(codeOf(await refundUsed(study, applied.value.transaction))).toBe('ok')
      expect(await read(study)).toMatchObject({ totalBalance: study.price, discountReferral: 0, referralNotice: null })
      expect((await read(friend)).availableCredits).toBe(0)
      expect(codeOf(await apply(study, refCode))).toBe('ok')
    })

    it('spends no more credits than the member has, and restores them after a refund', async () => {
      const { study, friend, refCode } = await friends()
      const applied = await apply(study, refCode)
      if (!applied.ok) throw new Error(applied.failure.message)
      const earned = applied.value.transaction.amount
      const credit = { paymentType: 'referralCredit' }
      expect(codeOf(await pay(friend, { ...credit, amount: earned + 1 }))).toBe('not-enough-credits')
      const spent = await pay(friend, { ...credit, amount: earned })
      if (!spent.ok || spent.value.kind !== 'recorded') throw new Error(JSON.stringify(spent))
      const { transaction } = spent.value.moved
      expect(transaction).toMatchObject({ transactionType: 'credit', paymentType: 'referralCredit', amount: earned })
      expect(await read(friend)).toMatchObject({
        availableCredits: 0,
        referralCreditUse: earned,
        paid: 0,
        totalBalance: friend.price - earned,
      })
      expect(codeOf(await pay(friend, { ...credit, amount: 1 }))).toBe('not-enough-credits')
      expect(codeOf(await refundUsed(friend, transaction))).toBe('ok')
      expect(await read(friend)).toMatchObject({ availableCredits: earned, totalBalance: friend.price })
    })

    it('spends a gift card up to its balance, once under a key, and refunds to the card', async () => {
      const study = await booked()
      const number = `GC-${randomUUID().slice(0, 8).toUpperCase()}`
      await desks.sellGiftCard(number, 80)
      const left = () =>
        desk.ask('payments', 'readGiftCard', { studyID: study.studyID, giftCardNumber: ` ${number.toLowerCase()} ` })
      const balance = (amount: number) => ({ value: { giftCardNumber: number, balance: amount } })
      const card = { paymentType: 'giftCertificateIntegrated', giftCardNumber: number }
      expect(await left()).toMatchObject(balance(80))
      expect(await pay(study, { ...card, amount: 81 })).toMatchObject({
        failure: { code: 'gift-card-not-valid', details: { fields: { giftCardNumber: expect.any(String) } } },
      })
      const input = tender(study, { ...card, amount: 50 })
      const spent = await desk.get('payments', 'record', input)
      expect(codeOf(await desk.ask('payments', 'record', input))).toBe('ok')
      if (spent.kind !== 'recorded') throw new Error(JSON.stringify(spent))
      const { transaction } = spent.moved
      expect(transaction).toMatchObject({ paymentType: 'giftCertificateIntegrated', amount: 50 })
      expect(transaction.details.giftCardNumber).toBe(number)
      expect(await left()).toMatchObject(balance(30))
      expect(codeOf(await pay(study, { ...card, amount: 31 }))).toBe('gift-card-not-valid')
      expect(codeOf(await pay(study, { ...card, amount: 30 }))).toBe('ok')
      expect(codeOf(await left())).toBe('gift-card-not-valid')
      expect((await read(study)).totalBalance).toBe(study.price - 80)
      expect(codeOf(await refundUsed(study, transaction))).toBe('ok')
      expect(await left()).toMatchObject(balance(50))
    })

    it('refuses the number of a bank card', async () => {
      const study = await booked()
      const giftCardNumber = '4242 4242 4242 4242'
      const fields = { failure: { code: 'invalid-input', details: { fields: { giftCardNumber: expect.any(String) } } } }
      const { studyID } = study
      expect(await desk.ask('payments', 'readGiftCard', { studyID, giftCardNumber })).toMatchObject(fields)
      const card = { paymentType: 'giftCertificateIntegrated', giftCardNumber }
      expect(await pay(study, card)).toMatchObject(fields)
      expect((await read(study)).transactions).toEqual([])
    })
  })
}
