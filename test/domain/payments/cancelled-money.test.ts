import { describe, expect, it } from 'vitest'
import { describeCancelledMoney } from '#domain/payments/cancelled-money.ts'
import { toMoney } from '#domain/values/money.ts'

describe('describeCancelledMoney', () => {
  it.each([
    ['money paid', 50_000, 199_500, 'open', 'US$500.00 paid and not refunded', 'Refund the money from its transaction'],
    ['everything paid', 249_500, 0, 'open', 'US$2,495.00 paid and not refunded', 'Payments are closed'],
    [
      'nothing paid',
      0,
      249_500,
      'none',
      'No refund is due',
      'The balance of US$2,495.00 is not collected, but the invoice summary still shows it.',
    ],
    ['nothing paid or owed', 0, 0, 'none', 'No refund is due', 'Payments are closed for cancelled appointments.'],
  ] as const)('describes a cancelled study with %s', (_, paid, balance, kind, title, text) => {
    const found = describeCancelledMoney(toMoney(paid), toMoney(balance), 'USD')
    expect(found).toMatchObject({ kind, title })
    expect(found.text).toContain(text)
  })
})
