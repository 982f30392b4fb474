import { describe, expect, it } from 'vitest'
import { decideMarkUndo } from '#domain/study/mark-undo.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { aStudyWith } from './study-records.ts'

const at = '2026-11-24T17:00:00Z' as Instant
const me = 'Robin Frost'
const checkedIn = { checkin: true, checkinTime: at, checkinBy: me }
const scanned = { ...checkedIn, scanned: true, scannedTime: at, scannedBy: me }
const take = (flags: Readonly<Record<string, unknown>>, minutes = 1) =>
  decideMarkUndo(aStudyWith(flags), me, addMinutes(at, minutes))

describe('decideMarkUndo', () => {
  it('offers the last mark if this person set it, and refuses when nothing is marked', () => {
    expect(take({})).toEqual({ kind: 'cannot', reason: 'Nothing is marked on this row yet.' })
    expect(take(checkedIn)).toEqual({ kind: 'can', mark: 'checkin', at, isFresh: true })
    expect(take(scanned)).toEqual({ kind: 'can', mark: 'scanned', at, isFresh: true })
  })

  it.each([
    [10, true],
    [11, false],
    [600, false],
  ])('counts a mark as recent after %i minutes: %s', (minutes, isFresh) => {
    expect(take(scanned, minutes)).toMatchObject({ kind: 'can', isFresh })
  })

  const refusals: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    [
      'another person’s scan mark, even after one’s own check-in',
      { ...scanned, scannedBy: 'Ben Ortiz' },
      'Ben Ortiz marked the scan. Undo the scan mark on the study page.',
    ],
    [
      'another person’s check-in',
      { ...checkedIn, checkinBy: 'Ben Ortiz' },
      'Ben Ortiz checked the member in. Undo the check-in on the study page.',
    ],
    [
      'a mark without a name',
      { checkin: true, checkinBy: null },
      'The record does not name who checked the member in. Undo the check-in on the study page.',
    ],
    [
      'a scan mark of images that were read',
      { ...scanned, read: true },
      "You can't undo the scan mark: the images have been read.",
    ],
    ['a cancelled study', { ...checkedIn, cancelled: true }, 'This appointment has been cancelled.'],
  ]
  it.each(refusals)('refuses %s, with the reason', (_, flags, reason) => {
    expect(take(flags)).toEqual({ kind: 'cannot', reason })
  })

  it('reads the person’s name in an older record', () => {
    const old = { ...checkedIn, scanned: true, scannedTime: at, imagesAcquiredBy: me }
    expect(take(old)).toMatchObject({ kind: 'can', mark: 'scanned' })
  })
})
