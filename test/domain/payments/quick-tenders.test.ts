import { describe, expect, it } from 'vitest'
import { quickTenders } from '#domain/payments/quick-tenders.ts'

describe('the payment types with a quick button', () => {
  const offered = ['card', 'physicalTerminal', 'cash', 'cheque'] as const
  it.each([
    [null, ['card', 'physicalTerminal', 'cash']],
    ['cash', ['card', 'physicalTerminal', 'cash']],
    ['cheque', ['card', 'physicalTerminal', 'cash', 'cheque']],
    // A type that this location does not offer is omitted.
    ['externalLender', ['card', 'physicalTerminal', 'cash']],
  ] as const)('after %s are %j', (lastUsed, types) => {
    expect(quickTenders({ offered, lastUsed })).toEqual(types)
  })
})
