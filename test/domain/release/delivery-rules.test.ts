import { describe, expect, it } from 'vitest'
import { type DeliveryState, deliveryStates } from '#domain/release/delivery.ts'
import {
  type DeliveryReport,
  decideDeliveryReport,
  decideSend,
  hasEnded,
  isOnItsWay,
} from '#domain/release/delivery-rules.ts'

describe('decideSend', () => {
  const sends: Partial<Record<DeliveryState, boolean>> = { registered: false, failed: true }

  it.each(deliveryStates)(
    'decides whether to send a delivery that is %s, and never resends one that may have been sent',
    (state) => {
      const isNewSending = sends[state]
      const unchanged = isNewSending === undefined ? { kind: 'unchanged' } : { kind: 'send', isNewSending }
      expect(decideSend(state, false)).toEqual(unchanged)
      expect(decideSend(state, true)).toEqual(state === 'sending' ? { kind: 'find-out' } : unchanged)
    },
  )
})

const settledStates: readonly DeliveryReport['state'][] = [
  'delivered',
  'failed',
  'cancelled',
  'uncertain',
  'registered',
]
/**
 * The effect of each report, by column, on a delivery in the row's state. `-`: the report is refused. `=`: nothing
 * changes. `c`: the state changes. `h`: the state changes to handed over. `n`: the state changes, and a new send
 * starts. `s`: the carrier is asked to stop.
 */
const table: readonly [channel: 'fax' | 'cd' | 'usb', state: DeliveryState, isFoundOut: boolean, ...what: string[]][] =
  [
    //                                  delivered failed cancelled uncertain registered
    ['fax', 'registered', false, '-', 'c', 'c', '-', '='],
    ['fax', 'sending', false, '-', '-', '-', '-', '-'],
    ['fax', 'handed-over', false, '-', '-', 's', '-', '-'],
    ['fax', 'delivered', false, '=', '-', '-', '-', '-'],
    ['fax', 'failed', false, '-', '=', 'c', '-', '-'],
    ['fax', 'uncertain', false, '-', '-', '-', '=', '-'],
    ['fax', 'cancelled', false, '-', '-', '=', '-', '-'],
    ['cd', 'registered', false, '-', 'c', 'c', 'c', '='],
    ['cd', 'sending', false, 'h', 'c', 'c', 'c', '-'],
    ['cd', 'handed-over', false, '=', '-', '-', '-', '-'],
    ['usb', 'sending', false, 'c', 'c', 'c', 'c', '-'],
    ['cd', 'delivered', false, '=', '-', '-', '-', '-'],
    ['cd', 'failed', false, '-', '=', 'c', 'c', '-'],
    ['cd', 'uncertain', false, '-', '-', '-', '=', '-'],
    ['fax', 'uncertain', true, 'c', 'c', 'c', '=', 'n'],
    ['cd', 'uncertain', true, 'h', 'c', 'c', '=', 'n'],
    ['usb', 'uncertain', true, 'c', 'c', 'c', '=', 'n'],
    ['fax', 'handed-over', true, '-', '-', '-', '-', '-'],
    ['fax', 'delivered', true, '=', '-', '-', '-', '-'],
    ['cd', 'failed', true, '-', '=', '-', '-', '-'],
  ]
const kinds: Readonly<Record<string, object>> = {
  '-': { kind: 'refused' },
  '=': { kind: 'none' },
  s: { kind: 'stop-carrier' },
  c: { kind: 'change', isNewSending: false },
  h: { kind: 'change', isNewSending: false },
  n: { kind: 'change', isNewSending: true },
}

describe('decideDeliveryReport', () => {
  it.each(table)(
    'applies reports on a %s that is %s (result found out by a person: %s)',
    (channel, state, isFoundOut, ...what) => {
      for (const [index, reported] of settledStates.entries()) {
        const decision = decideDeliveryReport({ channel, state }, { state: reported, isFoundOut })
        const kind = what[index] ?? ''
        expect(decision, reported).toMatchObject(kinds[kind] ?? {})
        if (decision.kind === 'change') expect(decision.state).toBe(kind === 'h' ? 'handed-over' : reported)
      }
    },
  )
})

describe('isOnItsWay', () => {
  it.each<[DeliveryState, never: boolean, lately: boolean, before: boolean]>([
    ['registered', true, true, true],
    ['sending', true, true, true],
    ['uncertain', true, true, true],
    ['handed-over', false, true, false],
    ['delivered', false, true, false],
    ['failed', false, false, false],
    ['cancelled', false, false, false],
  ])('is true for %s only while the delivery can still be sent or was just sent', (state, never, lately, before) => {
    expect(isOnItsWay({ state, handedOverAt: null }, 1000)).toBe(never)
    expect(isOnItsWay({ state, handedOverAt: 401 }, 1000)).toBe(lately)
    expect(isOnItsWay({ state, handedOverAt: 400 }, 1000)).toBe(before)
  })
})

describe('a delivery', () => {
  it('has ended when nothing more can be done', () => {
    expect(deliveryStates.filter(hasEnded)).toEqual(['delivered', 'cancelled'])
  })
})
