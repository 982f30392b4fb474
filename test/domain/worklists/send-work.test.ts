import { describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import { noSendWork, sendWorkOf } from '#domain/worklists/send-work.ts'

type Send = Parameters<typeof sendWorkOf>[0][number]

const at = (hour: number): Instant => `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z` as Instant
const report = { kind: 'paper', paper: 'physician-report' } as Send['item']
const referral = { kind: 'paper', paper: 'medical-referral' } as Send['item']
const fax = (change: Partial<Send>): Send => ({
  ...{ deliveryID: 'd-5', practitionerID: 'p-1' as Send['practitionerID'], item: report, channel: 'fax' },
  ...{ state: 'failed', at: at(9), handedOverAt: null },
  ...change,
})

describe('sendWorkOf', () => {
  it.each<[string, readonly Send[], object]>([
    ['no send', [], {}],
    ['a failed fax', [fax({})], { troubledSince: [at(9)] }],
    ['an uncertain email', [fax({ channel: 'email', state: 'uncertain' })], { troubledSince: [at(9)] }],
    ['a delivered fax', [fax({ state: 'delivered' })], {}],
    ['a fax in progress', [fax({ state: 'sending' }), fax({ deliveryID: 'd-6', state: 'registered' })], {}],
    [
      'a failed fax and a later one in progress',
      [fax({}), fax({ deliveryID: 'd-6', at: at(10), state: 'sending' })],
      {},
    ],
    [
      'a failed fax and a later email that arrived',
      [fax({}), fax({ deliveryID: 'd-6', at: at(10), channel: 'email', state: 'delivered' })],
      {},
    ],
    [
      'two failed faxes: the last counts',
      [fax({}), fax({ deliveryID: 'd-6', at: at(10) })],
      { troubledSince: [at(10)] },
    ],
    [
      'a failed fax and a later one that was cancelled',
      [fax({}), fax({ deliveryID: 'd-6', at: at(10), state: 'cancelled' })],
      { troubledSince: [at(9)] },
    ],
    [
      'a failed fax after one that arrived',
      [fax({ at: at(8), state: 'delivered' }), fax({ deliveryID: 'd-6' })],
      {
        troubledSince: [at(9)],
      },
    ],
    [
      'a failed fax and later sends of another item, and to another practitioner',
      [
        fax({}),
        fax({ deliveryID: 'd-6', at: at(10), state: 'delivered', item: referral }),
        fax({ deliveryID: 'd-7', at: at(10), state: 'delivered', practitionerID: 'p-2' as Send['practitionerID'] }),
      ],
      { troubledSince: [at(9)] },
    ],
    [
      'two sends in the same second: the smaller id counts as the last',
      [fax({}), fax({ deliveryID: 'd-4', state: 'sending' })],
      {},
    ],
    [
      'two discs that wait to be burnt',
      [
        fax({ channel: 'cd', state: 'handed-over', handedOverAt: at(12) }),
        fax({ channel: 'cd', state: 'handed-over', handedOverAt: at(11), deliveryID: 'd-6' }),
      ],
      { discWaitsSince: at(11) },
    ],
    ['a disc without the time of its image', [fax({ channel: 'cd', state: 'handed-over' })], { discWaitsSince: at(9) }],
    ['a fax that the carrier has', [fax({ state: 'handed-over', handedOverAt: at(10) })], {}],
    ['a disc that was not burnt', [fax({ channel: 'cd' })], { troubledSince: [at(9)] }],
  ])('returns the open work of %s', (_what, sends, expected) => {
    expect(sendWorkOf(sends)).toEqual({ ...noSendWork, ...expected })
  })
})
