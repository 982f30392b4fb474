import { describe, expect, it } from 'vitest'
import { countOf, formatCount, formatPercent } from '#domain/format/format-count.ts'

describe('formats of a count', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1244, '1,244'],
    [1_234_567, '1,234,567'],
  ])('write %i as %s', (count, formatted) => {
    expect(formatCount(count)).toBe(formatted)
  })

  it('add the noun to the count', () => {
    expect([countOf(0, 'answer'), countOf(1, 'answer'), countOf(1244, 'answer')]).toEqual([
      '0 answers',
      '1 answer',
      '1,244 answers',
    ])
  })

  it.each([
    [0.1, '10%'],
    [0.125, '12.5%'],
    [0.07, '7%'],
    [0.285, '28.5%'],
    [0.14975, '14.975%'],
    [1, '100%'],
  ])('write a share of %d as %s', (share, formatted) => {
    expect(formatPercent(share)).toBe(formatted)
  })
})
