import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inTransaction } from '#back-office/database/database.ts'
import { createSeededRandom } from '#back-office/demo/data/seeded-random.ts'
import type { Caller, HandlerContext } from '#back-office/kernel/handler.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { lockStudyLedger } from '#back-office/payments/ledger.ts'
import { paymentsHandlers } from '#back-office/payments/routes.ts'
import { findStudy } from '#back-office/repositories/studies-repository.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { admin, type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const studyIDs = ['s-1', 's-2', 's-3']

/** Refusals that concurrent calls may get; anything else is an error. */
const expectedRefusals = new Set([
  'amount-above-balance',
  'amount-above-refundable',
  'already-refunded',
  'nothing-to-refund',
  'not-enough-credits',
  'gift-card-not-valid',
  'step-not-allowed',
  'invalid-input',
  'promo-not-valid',
  'stale',
])

const fill = async (desk: BookingDesk): Promise<void> => {
  const { db } = desk.database
  for (const id of studyIDs) {
    await db
      .insertInto('study')
      .values({
        ...aStudyRow(desk.now),
        study_id: id,
        patient_id: 'm-000001',
        location_id: 'ca-bc-1',
        starts_at: desk.now + 86_400,
        ends_at: desk.now + 90_000,
        wall_time: '2026-11-25T12:00',
        timezone: 'America/Vancouver',
        machine_id: 'ca-bc-1-m1',
        event_id: `e-${id}`,
      })
      .execute()
  }
  await db
    .insertInto('gift_card')
    .values({ gift_card_key: 'GIFT', number: 'GIFT', currency: 'CAD', created_at: desk.now })
    .execute()
  await db
    .insertInto('gift_card_entry')
    .values({ entry_id: 'put-on', gift_card_key: 'GIFT', amount: 100_000, study_id: null, transaction_id: null, at: 0 })
    .execute()
  await db
    .insertInto('member_credit')
    .values({
      credit_id: 'granted',
      patient_id: 'm-000001',
      amount: 80_000,
      currency: 'CAD',
      study_id: 's-1',
      transaction_id: null,
      reason: 'granted',
      at: 0,
      processed_by: null,
    })
    .execute()
}

describeOnEachDatabase('a ledger under many concurrent calls', ({ newDesk }) => {
  it('has correct sums after every wave, refunds no more than was taken, and spends nothing twice', {
    timeout: 120_000,
  }, async () => {
    const desk = await newDesk()
    await fill(desk)
    const seed = 'ledger storm'
    const source = createSeededRandom(seed)
    const random = (below: number): number => source.whole(0, below - 1)
    const context = (caller: Caller): HandlerContext => ({ ...desk.context(caller), idempotencyKey: randomUUID() })
    const ledgers = new Map<string, readonly Transaction[]>()
    const anAction = (): (() => Promise<unknown>) => {
      const studyId = studyIDs[random(studyIDs.length)] ?? 's-1'
      const amount = (1 + random(60_000)) / 100
      const entries = ledgers.get(studyId) ?? []
      const entry = entries[random(Math.max(1, entries.length))]
      const pay = (payment: object) => () =>
        paymentsHandlers.recordPayment(
          { params: { studyId }, query: {}, body: { payment: { amount, ...payment } } } as never,
          context(frontdesk),
        )
      switch (random(7)) {
        case 0:
          return pay({ paymentType: 'cash' })
        case 1:
          return pay({ paymentType: 'giftCertificateIntegrated', giftCardNumber: 'gift' })
        case 2:
          return pay({ paymentType: 'referralCredit' })
        case 3:
          return () =>
            paymentsHandlers.reconcile(
              {
                params: { studyId },
                query: {},
                body: { amount: random(2) === 0 ? amount : -amount, classification: 'other', reason: 'storm' },
              } as never,
              context(admin),
            )
        default: {
          if (entry === undefined) return pay({ paymentType: 'cash' })
          const given =
            entry.paymentType === 'giftCertificateIntegrated' ? entry.amount : Math.min(amount, entry.amount)
          return () =>
            paymentsHandlers.refundTransaction(
              {
                params: { studyId, id: entry.transactionID },
                query: {},
                body: { amount: Math.max(0.01, Math.abs(given)), memo: 'storm' },
              } as never,
              context(frontdesk),
            )
        }
      }
    }
    const check = async (): Promise<void> => {
      let spentOnCard = 0
      let spentOfCredits = 0
      for (const studyId of studyIDs) {
        const payments = await paymentsHandlers.readPayments(
          { params: { studyId }, query: {}, body: {} } as never,
          context(admin),
        )
        const row = await findStudy(desk.database.db, studyId)
        const cents = (amount: number): number => Math.round(amount * 100)
        const owed =
          cents(payments.price) -
          cents(payments.discountReferralCredit) -
          cents(payments.paid) +
          cents(payments.reconciliationAdjust)
        expect([row?.balance, row?.ledger_version, row?.payment_amount]).toEqual([
          owed,
          payments.ledgerVersion,
          cents(payments.paid) + cents(payments.discountReferralCredit),
        ])
        expect(payments.totalBalance - payments.overpaid).toBeCloseTo(owed / 100, 6)
        const { transactions } = payments
        for (const entry of transactions) {
          const undone = transactions
            .filter(({ details }) => details.linkedTransaction === entry.transactionID)
            .reduce((sum, other) => sum + cents(other.amount), 0)
          if (ledgerKind(entry.transactionType) !== 'reconciliation') {
            expect(undone).toBeLessThanOrEqual(cents(entry.amount))
          }
          const sign = ledgerKind(entry.transactionType) === 'refund' ? -1 : 1
          if (entry.paymentType === 'giftCertificateIntegrated') spentOnCard += sign * cents(entry.amount)
          if (entry.paymentType === 'referralCredit') spentOfCredits += sign * cents(entry.amount)
        }
        ledgers.set(studyId, transactions)
      }
      const left = async (table: 'gift_card_entry' | 'member_credit'): Promise<number> => {
        const rows = await desk.database.db.selectFrom(table).select('amount').execute()
        return rows.reduce((sum, { amount }) => sum + amount, 0)
      }
      expect(await left('gift_card_entry')).toBe(100_000 - spentOnCard)
      expect(await left('member_credit')).toBe(80_000 - spentOfCredits)
      expect(Math.min(100_000 - spentOnCard, 80_000 - spentOfCredits)).toBeGreaterThanOrEqual(0)
    }
    let done = 0
    for (let wave = 0; wave < 25; wave += 1) {
      const actions = Array.from({ length: 8 }, anAction)
      for (const result of await Promise.allSettled(actions.map((act) => act()))) {
        if (result.status === 'fulfilled') done += 1
        else if (!(result.reason instanceof Refusal)) throw result.reason
        else expect(expectedRefusals).toContain(result.reason.code)
      }
      await check()
    }
    console.log(`seed ${seed}: ${done} of 200 calls went through`)
    expect(done).toBeGreaterThan(60)
  })

  it('releases the expired temporary hold of its study when the ledger is locked', async () => {
    const desk = await newDesk()
    await fill(desk)
    const { db } = desk.database
    await db
      .updateTable('study')
      .set({ temporary_hold: 1, temporary_hold_until: desk.now - 1 })
      .where('study_id', '=', 's-1')
      .execute()
    await db
      .insertInto('machine_time')
      .values({
        event_id: 'e-s-1',
        machine_id: 'ca-bc-1-m1',
        location_id: 'ca-bc-1',
        starts_at: desk.now + 86_400,
        ends_at: desk.now + 90_000,
        kind: 'temporary-hold',
        study_id: 's-1',
        owner_user_id: null,
        owner_name: null,
        expires_at: desk.now - 1,
        overridden: 0,
        renewable_until: null,
      })
      .execute()
    const study = await inTransaction(db, (transaction) => lockStudyLedger(transaction, 's-1', desk.context(frontdesk)))
    expect([study.temporary_hold, study.starts_at]).toEqual([0, null])
  })
})
