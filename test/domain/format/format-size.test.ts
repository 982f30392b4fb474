import { describe, expect, it } from 'vitest'
import { formatSize } from '#domain/format/format-size.ts'

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [25_500, '25.5 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [1_843_200, '1.8 MB'],
    [64_000_000_000, '64.0 GB'],
    [5e12, '5.0 TB'],
    [5e15, '5000.0 TB'],
  ])('formats %i bytes as %s', (bytes, formatted) => {
    expect(formatSize(bytes)).toBe(formatted)
  })
})
