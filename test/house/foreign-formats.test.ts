import { describe, expect, it } from 'vitest'
import { findForeignFormats } from '#test/fixtures/foreign-formats.ts'

describe('findForeignFormats', () => {
  it.each([
    ['Born 1975-06-14', '1975-06-14'],
    ['As of 2026-11-24T17:40:00Z', '2026-11-24T17:40:00Z'],
    ['Nov 24, 2026', 'Nov 24, 2026'],
    ['November 24th 2026', 'November 24th 2026'],
    ['on 4 Nov 2026', '4 Nov 2026'],
    ['04 November 2026', '04 November 2026'],
    ['24/11/2026', '24/11/2026'],
    ['at 14:30 PST', '14:30'],
    ['at 9:30am', '9:30am'],
    ['at 09:30 AM', '09:30 AM'],
    ['until 13:05pm', '13:05pm'],
    ['24 Nov 2026 09:40am', '24 Nov 2026 09:40am'],
    ['Balance CA$1450.00', 'CA$1450.00'],
    ['Balance CA$1,450', 'CA$1,450'],
    ['Balance CA$1,450.0', 'CA$1,450.0'],
    ['Balance $20.00', '$20.00'],
    ['Refund -CA$20.00', '-CA$20.00'],
    ['Refund CA$-20.00', 'CA$-20.00'],
    ['CAD 2,495.00', 'CAD 2,495.00'],
    ['Total 1450.00', '1450.00'],
    ['Total -10.00', '-10.00'],
    ['Call 604-555-0123', '604-555-0123'],
    ['Call (604) 555-0123', '(604) 555-0123'],
    ['Fax 16045550123', '16045550123'],
    ['Call +16045550123', '+16045550123'],
    ['Call 1 604 555 0123', '1 604 555 0123'],
    ['1200 kB', '1200 kB'],
    ['1.2MB', '1.2MB'],
    ['13 KB', '13 KB'],
    ['812 bytes', '812 bytes'],
    ['Battery 87 %', '7 %'],
  ])('finds in %j the value %j', (text, value) => {
    expect(findForeignFormats(text)).toContain(value)
  })

  it.each([
    'Tue 01 Dec 2026, born 14 Jun 1975',
    'Tuesday 1 December 09:40am, free, 2 machines',
    'open 07:00am to 07:00pm.',
    'Machine 1, free 07:00am to 08:00am: hold 07:00am',
    'Jo Li, born 04 Apr 2001, 10:40am – 11:40am: open the booking',
    '24 Nov 2026 09:40am PST',
    '24 Nov 2026 09:40am GMT-7',
    'CA$1,450.00, −US$20.00, CA$0.05',
    '1,450.00 −10.00 0.00 +5.00 999.99',
    'Welcome - $100 off',
    'Welcome - $1,000 off',
    '+1 604 555 0123 ext. 4',
    '+44 20 7946 0958',
    '1.2 MB, 25.5 kB, 812 B, 64.0 GB free, at most 32 MB',
    '10% off, 12.5%',
    'cash-up-ca-bc-1-2026-11-24.csv',
    'Study s-000316, SKU 370, PHN 9876543210, key 1f2e-4d5c',
    '192.168.0.10:9100 and version 1.2.3',
  ])('finds nothing in %j', (text) => {
    expect(findForeignFormats(text)).toEqual([])
  })
})
