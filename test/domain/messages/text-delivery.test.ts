import { describe, expect, it } from 'vitest'
import { decideDelivery, type TextReport } from '#domain/messages/text-delivery.ts'

const day = 86_400

describe('decideDelivery', () => {
  it.each<[string, TextReport, number, object]>([
    ['a delivery', { kind: 'delivered' }, 5, { kind: 'confirmed' }],
    ['a late delivery', { kind: 'delivered' }, 4 * day, { kind: 'confirmed' }],
    [
      'a landline',
      { kind: 'undelivered', code: 'number-landline' },
      5,
      { kind: 'undelivered', code: 'number-landline' },
    ],
    ['an opt-out', { kind: 'opted-out' }, 5, { kind: 'opted-out' }],
    ['no news at first', { kind: 'pending' }, 5, { kind: 'awaited', afterSeconds: 30 }],
    ['no news after an hour', { kind: 'pending' }, 3600, { kind: 'awaited', afterSeconds: 1800 }],
    ['no news after a day', { kind: 'pending' }, day, { kind: 'awaited', afterSeconds: 3600 }],
    ['a gateway that does not answer', { kind: 'unknown' }, 600, { kind: 'awaited', afterSeconds: 300 }],
    ['no news for three days', { kind: 'pending' }, 3 * day, { kind: 'unconfirmed' }],
    ['a gateway that did not answer for three days', { kind: 'unknown' }, 3 * day, { kind: 'unconfirmed' }],
  ])('reads %s', (_what, report, seconds, expected) => {
    expect(decideDelivery(report, seconds)).toEqual(expected)
  })
})
