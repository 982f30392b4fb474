import { describe, expect, it } from 'vitest'
import { toInteracRefund } from '#domain/payments/interac-refund.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'

describe('an Interac refund at the reader', () => {
  it('has the amount in cents, and the currency cad', () => {
    const refundable = parseDecimalAmount(12.34)
    if (refundable === undefined) throw new Error('not an amount')
    expect(toInteracRefund({ isInterac: true, currency: 'CAD' }, refundable)).toEqual({ amount: 1234, currency: 'cad' })
  })

  it.each([
    { isInterac: false, currency: 'CAD' },
    { isInterac: true, currency: 'USD' },
  ] as const)('is null when isInterac is $isInterac and the currency is $currency', (payment) => {
    expect(toInteracRefund(payment, toMoney(100))).toBeNull()
  })
})
