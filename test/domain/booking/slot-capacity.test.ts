import { describe, expect, it } from 'vitest'
import type { SlotState } from '#domain/booking/slot.ts'
import { countAbleMachines, slotCapacity } from '#domain/booking/slot-capacity.ts'
import { machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { aLocation } from '#test/builders/records.ts'

const sku = (id: number) => skuIDSchema.parse(id)
const machines = (...ids: string[]) => ids.map((id) => machineIDSchema.parse(id))

describe('countAbleMachines', () => {
  const location = aLocation()
  const [cedar, maple] = location.machines
  if (cedar === undefined || maple === undefined) throw new Error('two machines expected')
  it.each([
    ['every machine that does the scan', location, 300, 2],
    ['only the machines of a rare scan', location, 400, 1],
    ['no machine for a scan that the location does not sell', location, 999, 0],
    ['no inactive machine', { ...location, machines: [cedar, { ...maple, active: false }] }, 300, 1],
  ])('counts %s', (_, place, skuID, count) => {
    expect(countAbleMachines(place, sku(skuID))).toBe(count)
  })
})

describe('slotCapacity', () => {
  const both = machines('ca-bc-1-m1', 'ca-bc-1-m2')
  it.each<[string, SlotState, typeof both, number, { free: number; able: number } | null]>([
    ['all machines free', 'free', both, 2, { free: 2, able: 2 }],
    ['one of three free', 'free', machines('ca-bc-1-m1'), 3, { free: 1, able: 3 }],
    ['the time that this person holds', 'mine', machines('ca-bc-1-m1'), 2, { free: 1, able: 2 }],
    ['more free machines than the location has now', 'free', both, 1, { free: 2, able: 2 }],
    ['a taken time', 'taken', [], 2, null],
    ['a held time', 'held', [], 2, null],
    ['a past time, even if a machine was free', 'past', both, 2, null],
  ])('returns the capacity, or null, for %s', (_, state, free, able, capacity) => {
    expect(slotCapacity({ state, machines: free }, able)).toEqual(capacity)
  })
})
