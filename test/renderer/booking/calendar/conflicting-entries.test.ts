import { describe, expect, it } from 'vitest'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import { machineIDSchema } from '#domain/values/location-id.ts'
import { findConflictingEntries } from '#renderer/booking/calendar/conflicting-entries.tsx'
import { aMachineTime } from '#test/builders/records.ts'

const anEntry = (eventID: string, from: string, to: string, machineID = 'ca-bc-1-m1'): DayEntry => ({
  machineTime: aMachineTime({
    eventID,
    machineID,
    utcStart: `2026-11-24T${from}:00Z`,
    utcEnd: `2026-11-24T${to}:00Z`,
  }),
  study: null,
  member: null,
  mine: false,
})

describe('findConflictingEntries', () => {
  it('returns the machine’s entries that overlap the time, in order, and leaves out entries that only touch the time', () => {
    const entries = [
      anEntry('e-late', '18:30', '19:30'),
      anEntry('e-early', '17:00', '18:10'),
      anEntry('e-before', '16:00', '18:00'),
      anEntry('e-after', '19:00', '20:00'),
      anEntry('e-elsewhere', '18:00', '19:00', 'ca-bc-1-m2'),
    ]
    const found = findConflictingEntries(
      entries,
      machineIDSchema.parse('ca-bc-1-m1'),
      '2026-11-24T18:00:00Z' as Instant,
      '2026-11-24T19:00:00Z' as Instant,
    )
    expect(found.map(({ machineTime }) => machineTime.eventID)).toEqual(['e-early', 'e-late'])
  })
})
