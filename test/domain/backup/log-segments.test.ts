import { describe, expect, it } from 'vitest'
import { chooseBackup, findMissingSegment, isSegment, nextSegment } from '#domain/backup/log-segments.ts'

const of = (tail: string): string => `00000001${tail}`
const mib = 1 << 20

describe('a segment of the write-ahead log', () => {
  it.each([
    ['of 16 MB', of('0000000000000005'), 16 * mib, of('0000000000000006')],
    ['of 16 MB, the last of a log', of('00000000000000FF'), 16 * mib, of('0000000100000000')],
    ['of 1 MB, the last of a log', of('0000000A00000FFF'), mib, of('0000000B00000000')],
    ['of 1 GB, the last of a log', of('0000000000000003'), 1024 * mib, of('0000000100000000')],
  ])('%s has the right next segment', (_what, name, bytes, next) => expect(nextSegment(name, bytes)).toBe(next))

  it('has a name of 24 capital hex digits', () => {
    expect(isSegment(of('0000000000000005'))).toBe(true)
    for (const name of ['00000002.history', `${of('0000000000000005')}.partial`, of('000000000000000g'), ''])
      expect(isSegment(name)).toBe(false)
  })
})

describe('the missing segment of a backup', () => {
  const log = { from: of('0000000000000003'), until: of('0000000000000005'), segmentBytes: 16 * mib }
  const names = ['2', '3', '4', '5', '6'].map((digit) => of(`000000000000000${digit}`))
  const without = (digit: string): string[] => names.filter((name) => !name.endsWith(digit))

  it.each([
    ['none is missing', names, null],
    ['one before the backup', without('2'), null],
    ['the first', without('3'), log.from],
    ['one in between', without('4'), of('0000000000000004')],
    ['the last', without('5'), log.until],
    ['a gap after the backup', [...without('6'), of('0000000000000007')], of('0000000000000006')],
    ['other timelines do not count', [...names, '000000020000000000000009'], null],
    ['all', [], log.from],
  ])('is found if there is one: %s', (_what, found, missing) => expect(findMissingSegment(found, log)).toBe(missing))
})

describe('the backup chosen for a restore', () => {
  const backups = ['2026-11-28T09:00:00Z', '2026-11-28T11:00:00Z', '2026-11-28T10:00:00Z'].map((takenAt) => ({
    takenAt,
  }))
  it.each([
    ['without a time', null, '2026-11-28T11:00:00Z'],
    ['for a time between two', '2026-11-28T10:30:00Z', '2026-11-28T10:00:00Z'],
    ['for the time of a backup', '2026-11-28T10:00:00Z', '2026-11-28T10:00:00Z'],
    ['for a time in another zone', '2026-11-28T10:59:00+01:00', '2026-11-28T09:00:00Z'],
    ['for a time before all backups', '2026-11-28T08:59:59Z', undefined],
  ])('is the right backup or none %s', (_what, at, takenAt) => expect(chooseBackup(backups, at)?.takenAt).toBe(takenAt))
})
