import { describe, expect, it } from 'vitest'
import { isInvoiceOutstanding } from '#domain/study/invoice-outstanding.ts'
import { invoiceStepsOfStudy } from '#domain/study/study-details.ts'

describe('an outstanding invoice', () => {
  it.each([
    ['none', false],
    ['not-issued', true],
    ['issued', true],
    ['deposited', true],
    ['paid', false],
  ] as const)('is decided for the step %s: %s', (invoiceStep, isOutstanding) => {
    expect(isInvoiceOutstanding({ invoiceStep })).toBe(isOutstanding)
  })

  it('is decided for every step', () => expect(invoiceStepsOfStudy).toHaveLength(5))
})
