import { expect, it } from 'vitest'
import { toMemberRow } from '#back-office/repositories/members-repository.ts'
import { toReferralCode } from '#back-office/repositories/referral-code.ts'
import { readLedger, toTransactions } from '#back-office/repositories/transactions-repository.ts'
import { transactionSchema } from '#domain/payments/transaction.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

/** Returns the row of a transaction in the earlier form, in which one document has all its details. */
const anOldRow = (id: string, studyID: string, time: number, document: object) => ({
  transaction_id: id,
  study_id: studyID,
  transaction_time: time,
  document: JSON.stringify({
    transactionID: id,
    studyID,
    transactionType: 'payment',
    paymentType: 'card',
    amount: 2495,
    currency: 'CAD',
    timezone: 'America/Vancouver',
    transactionTime: time,
    status: 'Complete',
    memo: '',
    sku: 300,
    refundable: true,
    processedBy: 'u-frontdesk',
    details: { cardType: 'visa', cardLastFour: '4242' },
    ...document,
  }),
})

describeOnEachDatabase('a database from before the ledger', (databases) => {
  it('keeps every transaction, and computes the sums of a study from its transactions if it has any', async () => {
    const { db, add, addVancouver, migrate } = await openBefore('005-money', databases)
    await addVancouver()
    const { referral_code: _r, language: _language, ...oldMember } = toMemberRow(aMember(), 0)
    await add('member', oldMember)
    const { balance: _b, ledger_version: _l, invoice_step: _i, payment_made: _p, ...old } = aStudyRow(0)
    for (const id of ['s-1', 's-2', 's-3', 's-4']) {
      const row = { ...old, study_id: id, patient_id: 'm-000001', location_id: 'ca-bc-1', payment_amount: 249_500 }
      await add('study', row)
    }
    await add('transaction', [
      anOldRow('t-2', 's-1', 20, { amount: 0.1, paymentType: 'cash', details: { referenceID: 'R1' } }),
      anOldRow('t-1', 's-1', 10, { amount: 2494.9, status: 'requires_capture' }),
      anOldRow('t-3', 's-2', 10, { transactionType: 'Discount', paymentType: 'promocode' }),
      anOldRow('t-4', 's-3', 10, { transactionType: 'reconciliation', paymentType: 'finance' }),
    ])
    await migrate()

    const studies = await db
      .selectFrom('study')
      .select(['study_id', 'balance', 'payment_amount', 'payment_made', 'ledger_version'])
      .orderBy('study_id')
      .execute()
    expect(studies).toEqual([
      { study_id: 's-1', balance: 0, payment_amount: 249_500, payment_made: 1, ledger_version: 2 },
      { study_id: 's-2', balance: 0, payment_amount: 0, payment_made: 0, ledger_version: 1 },
      { study_id: 's-3', balance: 0, payment_amount: 0, payment_made: 0, ledger_version: 1 },
      { study_id: 's-4', balance: 249_500, payment_amount: 249_500, payment_made: 1, ledger_version: 0 },
    ])
    const kept = toTransactions(await readLedger(db, 's-1'))
    expect(kept.map((entry) => transactionSchema.parse(entry))).toEqual(kept)
    expect(kept).toMatchObject([
      { transactionID: 't-2', amount: 0.1, paymentType: 'cash', details: { referenceID: 'R1' } },
      { transactionID: 't-1', amount: 2494.9, status: 'requires_capture', details: { cardLastFour: '4242' } },
    ])
    const member = await db.selectFrom('member').select('referral_code').executeTakeFirstOrThrow()
    expect(member.referral_code).toBe(toReferralCode('m-000001'))
    await expect(db.deleteFrom('transaction').execute()).rejects.toThrow(/append-only/)
  })

  it('refuses changes and removals in the tables of the cash-up, which are append-only', async () => {
    const { db, migrate } = await openBefore('005-money', databases)
    await migrate()
    await db
      .insertInto('cash_up_count')
      .values({
        count_id: 'c-1',
        location_id: 'ca-bc-1',
        date: '2026-11-24',
        user_id: 'u-1',
        payment_type: 'cash',
        counted: 100,
        expected: 100,
        note: '',
        counted_by: 'u-1',
        counted_by_name: 'Robin Frost',
        counted_at: 0,
        place: 1,
        block: 0,
      })
      .execute()
    await db
      .insertInto('cash_up_sign_off')
      .values({
        location_id: 'ca-bc-1',
        date: '2026-11-24',
        signed_by: 'u-1',
        signed_by_name: 'Robin Frost',
        signed_at: 0,
        note: '',
        document: '{}',
      })
      .execute()
    await expect(db.updateTable('cash_up_count').set({ counted: 1 }).execute()).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('cash_up_count').execute()).rejects.toThrow(/append-only/)
    await expect(db.updateTable('cash_up_sign_off').set({ note: 'x' }).execute()).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('cash_up_sign_off').execute()).rejects.toThrow(/append-only/)
  })
})
