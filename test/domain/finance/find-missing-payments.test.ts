import { expect, it } from 'vitest'
import { findMissingPayments } from '#domain/finance/find-missing-payments.ts'

const known = { attemptIDs: new Set(['a-known']), intentIDs: new Set(['pi-known']) }
const payment = (id: string, attemptID: string | null) => ({ id, attemptID, ofPayment: null })
const refund = (id: string, attemptID: string | null, ofPayment: string | null) => ({ id, attemptID, ofPayment })

it.each([
  ['a payment that the database has', [payment('pi-known', 'a-known')], []],
  ['a payment since the backup', [payment('pi-new', 'a-new')], ['pi-new']],
  ['a payment of another program', [payment('pi-shop', null)], []],
  ['a refund since the backup', [refund('re-new', 'a-new', 'pi-known')], ['re-new']],
  ['a refund that the database has', [refund('re-1', 'a-known', 'pi-known')], []],
  ['a refund at the reader of a known payment', [refund('re-1', null, 'pi-known')], ['re-1']],
  [
    'a refund at the reader of a missing payment',
    [payment('pi-new', 'a-new'), refund('re-1', null, 'pi-new')],
    ['pi-new', 're-1'],
  ],
  ['a refund of another program', [payment('pi-shop', null), refund('re-1', null, 'pi-shop')], []],
])('findMissingPayments decides whether to return %s', (_what, taken, missing) => {
  expect(findMissingPayments(taken, known).map(({ id }) => id)).toEqual(missing)
})
