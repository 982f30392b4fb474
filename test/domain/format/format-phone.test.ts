import { describe, expect, it } from 'vitest'
import { formatPhone } from '#domain/format/format-phone.ts'

describe('formatPhone', () => {
  it.each([
    ['16045550101', '+1 604 555 0101'],
    ['6045550101', '+1 604 555 0101'],
    ['+1 (604) 555-0101', '+1 604 555 0101'],
    ['1.604.555.0101', '+1 604 555 0101'],
    [' +16045550101 ', '+1 604 555 0101'],
    ['16045550101 ext. 4', '+1 604 555 0101 ext. 4'],
    ['604 555 0101 x12', '+1 604 555 0101 ext. 12'],
  ])('formats %j as %s', (text, formatted) => {
    expect(formatPhone(text)).toBe(formatted)
  })

  it.each([
    '',
    '911',
    '604555',
    '+44 20 7946 0958',
    '+49 604 555 0101',
    '604 555 0101 or 0102',
    'ask Ana',
    '0604555010',
  ])('returns %j unchanged', (text) => {
    expect(formatPhone(text)).toBe(text)
  })
})
