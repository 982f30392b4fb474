import { describe, expect, it } from 'vitest'
import { describeCancelledMoney } from '#domain/payments/cancelled-money.ts'
import { toMoney } from '#domain/values/money.ts'

describe('describeCancelledMoney', () => {
  it.each([
    ['money paid', 50_000, 199_500, 'open', 'US$500.00 is paid and not refunded', 'Refund it from its transaction'],
    ['everything paid', 249_500, 0, 'open', 'US$2,495.00 is paid and not refunded', 'No payment is collected'],
    [
      'nothing paid',
      0,
      249_500,
      'none',
      'No refund is due',
      'The balance of US$2,495.00 stays in the invoice summary only.',
    ],
    [
      'nothing paid, nothing left',
      0,
      0,
      'none',
      'No refund is due',
      'No payment is collected for a cancelled appointment.',
    ],
  ] as const)('%s', (_, paid, balance, kind, title, text) => {
    const found = describeCancelledMoney(toMoney(paid), toMoney(balance), 'USD')
    expect(found).toMatchObject({ kind, title })
    expect(found.text).toContain(text)
  })
})
