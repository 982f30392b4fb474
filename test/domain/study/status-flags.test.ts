import { describe, expect, it } from 'vitest'
import { readFlag, statusFlags } from '#domain/study/status-flags.ts'
import { aStudyWith } from './study-records.ts'

const notSet = { isSet: false, time: null, by: null }
const read = (flags: Readonly<Record<string, unknown>>, flag: (typeof statusFlags)[number]) =>
  readFlag(aStudyWith(flags).status, flag)

describe('readFlag', () => {
  it.each(statusFlags)('reads %s with its time and its person', (flag) => {
    const flags = { [flag]: true, [`${flag}Time`]: '2026-11-24T17:00:00Z', [`${flag}By`]: 'Robin Frost' }
    expect(read(flags, flag)).toEqual({ isSet: true, time: '2026-11-24T17:00:00Z', by: 'Robin Frost' })
  })

  it.each([
    [{}, notSet],
    [{ read: 'true' }, notSet],
    [{ read: 1 }, notSet],
    [{ read: null }, notSet],
    [{ read: true }, { isSet: true, time: null, by: null }],
    [
      { read: true, readTime: 'yesterday', readBy: 7 },
      { isSet: true, time: null, by: null },
    ],
    [
      { read: true, readTime: 1_764_000_000, readBy: '' },
      { isSet: true, time: null, by: null },
    ],
    [
      { read: true, readTime: '2026-11-24T09:00:00.5-08:00' },
      { isSet: true, time: '2026-11-24T17:00:00Z', by: null },
    ],
  ])(
    'reads a missing or invalid flag as not set, a missing or invalid time or person as null, and a valid time in UTC: %j',
    (flags, reading) => {
      expect(read(flags, 'read')).toEqual(reading)
    },
  )

  it('reads who acquired the images from the older field imagesAcquiredBy, unless scannedBy is set', () => {
    expect(read({ scanned: true, imagesAcquiredBy: 'Tess Tech' }, 'scanned').by).toBe('Tess Tech')
    expect(read({ scanned: true, scannedBy: 'Robin Frost', imagesAcquiredBy: 'Tess Tech' }, 'scanned').by).toBe(
      'Robin Frost',
    )
  })
})
