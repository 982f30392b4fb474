import { describe, expect, it } from 'vitest'
import { formatFaxNumber } from '#domain/people/fax-number.ts'

describe('formatFaxNumber', () => {
  it.each([
    ['16045550101', '+1 604 555 0101'],
    ['+1 (604) 555-0101', '+1 604 555 0101'],
    ['604555', '604555'],
    ['', ''],
    ['16045550101 ext. 4', '16045550101 ext. 4'],
  ])('shows %s as %s', (text, shown) => {
    expect(formatFaxNumber(text)).toBe(shown)
  })
})
