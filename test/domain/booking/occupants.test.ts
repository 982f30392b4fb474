import { describe, expect, it } from 'vitest'
import { findOccupants } from '#domain/booking/occupants.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const sku = (id: number) => skuIDSchema.parse(id)
const now = at('2026-11-24T15:00:00Z')
const entry = (eventID: string, utcStart: string, utcEnd: string, more: Record<string, unknown> = {}) => ({
  machineTime: aMachineTime({
    eventID,
    utcStart: `2026-11-24T${utcStart}:00Z`,
    utcEnd: `2026-11-24T${utcEnd}:00Z`,
    ...more,
  }),
})
const onMaple = { machineID: 'ca-bc-1-m2' }
const hold = (until: string) => ({ kind: 'slot-hold', studyID: null, expiresAt: `2026-11-24T${until}:00Z` })

describe('findOccupants', () => {
  it.each<[string, ReturnType<typeof entry>[], number, string[]]>([
    ['the appointment at this start', [entry('a', '17:00', '18:00')], 300, ['a']],
    ['one that only overlaps', [entry('a', '17:45', '18:45')], 300, ['a']],
    ['none that ends when the scan starts', [entry('a', '16:00', '17:00')], 300, []],
    ['none that starts when the scan ends', [entry('a', '18:00', '19:00')], 300, []],
    [
      'those of each machine, in the order of the machines',
      [entry('b', '17:10', '18:10', onMaple), entry('a', '17:00', '18:00')],
      300,
      ['a', 'b'],
    ],
    ['two on one machine by start', [entry('b', '17:40', '18:40'), entry('a', '16:40', '17:40')], 300, ['a', 'b']],
    ['a later appointment that a longer scan overlaps', [entry('a', '18:20', '19:20')], 400, ['a']],
    ['none on a machine that cannot do the scan', [entry('a', '17:00', '18:00', onMaple)], 400, []],
    ['a hold that has not expired', [entry('a', '17:00', '18:00', hold('15:05'))], 300, ['a']],
    ['no expired hold', [entry('a', '17:00', '18:00', hold('15:00'))], 300, []],
  ])('returns %s', (_, entries, skuID, found) => {
    expect(
      findOccupants(aLocation(), sku(skuID), at('2026-11-24T17:00:00Z'), entries, now).map(
        ({ machineTime }) => machineTime.eventID,
      ),
    ).toEqual(found)
  })
})
