import { expect, it } from 'vitest'
import { toMemberRow } from '#back-office/repositories/members-repository.ts'
import { aMember } from '#test/builders/records.ts'
import { fillPastPayments } from '#test/fixtures/payments/past-payments.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

describeOnEachDatabase('a database from before the list of outstanding items', (databases) => {
  it('lists the bills and cheques that wait for finance, as the database does for later ones', async () => {
    const { db, add, addVancouver, migrate } = await openBefore('115-outstanding-items', databases)
    await addVancouver()
    await add('member', toMemberRow(aMember(), 0))
    const past = { locationID: 'ca-bc-1', memberID: 'm-000001', userID: 'u-1', newest: 1_789_498_800, studies: 200 }
    const read = () =>
      db
        .selectFrom('outstanding_item')
        .select(['list', 'amount_left', 'version'])
        .orderBy('list')
        .orderBy('version')
        .execute()
    await fillPastPayments(db, past)
    await migrate()
    const found = await read()
    expect(found).toHaveLength(8)
    await fillPastPayments(db, { ...past, before: 200 })
    expect(await read()).toEqual([...found, ...found].toSorted((a, b) => a.list.localeCompare(b.list)))
  })

  it('follows each step and refund of a bill', async () => {
    const { db, addVancouver, add, migrate } = await openBefore('115-outstanding-items', databases)
    await addVancouver()
    await add('member', toMemberRow(aMember(), 0))
    await migrate()
    const past = { locationID: 'ca-bc-1', memberID: 'm-000001', userID: 'u-1', newest: 1_789_498_800, studies: 1 }
    await fillPastPayments(db, past)
    const read = () => db.selectFrom('outstanding_item').select(['list', 'amount_left', 'version']).execute()
    const step = (place: number, name: 'issued' | 'paid', isDone: 0 | 1) =>
      add('transaction_step', {
        ...{
          step_id: `step-${place}`,
          transaction_id: 't-past-000000',
          place,
          step: name,
          is_done: isDone,
          amount: null,
        },
        ...{ payment_method: null, reference_id: '', processed_by: null, at: 1_789_498_800 },
      })
    const bill = await db.selectFrom('transaction').selectAll().executeTakeFirstOrThrow()
    const refund = (place: number, amount: number) =>
      add('transaction', {
        ...{ ...bill, transaction_id: `t-refund-${place}`, place, amount },
        ...{ transaction_type: 'Refund', linked_transaction: bill.transaction_id },
      })
    expect(await read()).toEqual([{ list: 'unissuedInvoices', amount_left: 10_000, version: 0 }])
    await step(1, 'issued', 1)
    expect(await read()).toEqual([{ list: 'outstandingInvoices', amount_left: 10_000, version: 1 }])
    await refund(2, 4000)
    expect(await read()).toEqual([{ list: 'outstandingInvoices', amount_left: 6000, version: 2 }])
    await step(2, 'paid', 1)
    expect(await read()).toEqual([])
    await step(3, 'paid', 0)
    expect(await read()).toEqual([{ list: 'outstandingInvoices', amount_left: 6000, version: 4 }])
    await step(4, 'issued', 0)
    expect(await read()).toEqual([{ list: 'unissuedInvoices', amount_left: 6000, version: 5 }])
    await refund(3, 6000)
    expect(await read()).toEqual([])
  })
})
