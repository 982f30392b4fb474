import { expect, it } from 'vitest'
import { decideCardRefund } from '#domain/payments/card-refund.ts'
import type { TransactionDetails } from '#domain/payments/transaction.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { aTransaction } from './money-records.ts'

const study = studyIDSchema.parse('s-1')
const byCard = { paymentType: 'physicalTerminal' }
const onPad = { paymentMethod: 'serial', referenceID: 'pad-7' } as const
const interac = { isInterac: true, referenceID: 'pi_7' } as const

it.each<[string, Readonly<Record<string, unknown>>, Partial<TransactionDetails>, ReturnType<typeof decideCardRefund>]>([
  ['a payment on the pad', byCard, onPad, { kind: 'pad', chargeID: 'pad-7' }],
  ['a pad payment without a reference', byCard, { ...onPad, referenceID: null }, { kind: 'pad', chargeID: '' }],
  ['a pad payment in US dollars', { ...byCard, currency: 'USD' }, onPad, { kind: 'pad', chargeID: 'pad-7' }],
  ['a pad payment of another study', { ...byCard, studyID: 's-2' }, onPad, { kind: 'of-another-study' }],
  ['an Interac payment', byCard, interac, { kind: 'interac', referenceID: 'pi_7' }],
  ['an Interac payment of another study', { ...byCard, studyID: 's-2' }, interac, { kind: 'of-another-study' }],
  ['an Interac payment in US dollars', { ...byCard, currency: 'USD' }, interac, { kind: 'no-card-needed' }],
  ['an Interac payment without a reference', byCard, { ...interac, referenceID: null }, { kind: 'no-card-needed' }],
  ['a credit card', byCard, { isInterac: false, referenceID: 'pi_7' }, { kind: 'no-card-needed' }],
  ['cash', {}, {}, { kind: 'no-card-needed' }],
])('decideCardRefund decides which device, if any, refunds %s', (_what, payment, details, expected) => {
  expect(decideCardRefund(aTransaction(payment, details), study)).toEqual(expected)
})
