import { describe, expect, it } from 'vitest'
import type { Delivery, DeliveryState } from '#domain/release/delivery.ts'
import { type TransmissionStep, toTransmission } from '#domain/release/transmission.ts'

const at = (minute: number) => `2026-11-23T14:0${minute}:00Z` as TransmissionStep['at']
const step = (place: number, state: DeliveryState, more: Partial<TransmissionStep> = {}) => ({
  place,
  state,
  at: at(place),
  sending: 1,
  reason: null,
  receipt: null,
  by: 'Ana Desk',
  ...more,
})
const delivery = (state: DeliveryState, more: Partial<Delivery> = {}) =>
  ({ state, handedOverAt: null, deliveredAt: null, ...more }) as Delivery

describe('a transmission report', () => {
  it('has start, end, attempts and the carrier’s id of a fax that failed once', () => {
    const steps = [
      step(6, 'delivered', { sending: 2, receipt: 'r-2' }),
      step(1, 'registered'),
      step(2, 'sending'),
      step(3, 'failed', { reason: 'Busy.' }),
      step(4, 'sending', { sending: 2 }),
      step(5, 'handed-over', { sending: 2, receipt: 'r-2' }),
    ]
    const report = toTransmission(delivery('delivered'), { sending: 2, receipt: 'r-2' }, steps)
    expect(report).toMatchObject({ attempts: 2, receipt: 'r-2', startedAt: at(2), endedAt: at(6) })
    expect(report.steps.map(({ state }) => state)).toEqual([
      'registered',
      'sending',
      'failed',
      'sending',
      'handed-over',
      'delivered',
    ])
  })

  it.each<[DeliveryState, string | null]>([
    ['registered', null],
    ['handed-over', null],
    ['uncertain', null],
    ['failed', at(2)],
    ['cancelled', at(2)],
  ])('of a send in the state %s has the end time %s', (state, endedAt) => {
    const report = toTransmission(delivery(state), { sending: 1, receipt: null }, [
      step(1, 'registered'),
      ...(state === 'registered' ? [] : [step(2, state)]),
    ])
    expect(report).toMatchObject({ endedAt, startedAt: null, attempts: 0 })
  })

  it('of a send that is older than the list of steps has no steps and no start time', () => {
    const old = delivery('delivered', { handedOverAt: at(3), deliveredAt: at(4) })
    expect(toTransmission(old, { sending: 1, receipt: 'r-1' }, [])).toMatchObject({
      attempts: 1,
      receipt: 'r-1',
      startedAt: null,
      endedAt: at(4),
      steps: [],
    })
  })
})
