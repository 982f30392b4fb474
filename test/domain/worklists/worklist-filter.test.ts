import { describe, expect, it } from 'vitest'
import { memberWords } from '#domain/members/search-words.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import {
  hidesRows,
  isScanRangeEmpty,
  memberTerms,
  noWorklistFilter,
  showsRow,
  type WorklistFilter,
} from '#domain/worklists/worklist-filter.ts'
import { aMember } from '#test/builders/records.ts'

const row = {
  locationID: 'ca-bc-1',
  task: 'read',
  isLate: true,
  assignedTo: 'Ines Duarte',
  assignedToID: 'u-ines',
  words: memberWords(aMember({ firstname: 'Zoë', lastname: 'O’Hara', dob: '1980-02-03' as PlainDate })),
  scanDate: '2026-11-20' as PlainDate,
} as const
const date = (text: string) => text as PlainDate

describe('showsRow', () => {
  it.each<[string, Partial<WorklistFilter>, boolean]>([
    ['no filter', {}, true],
    ['its location', { locationID: 'ca-bc-1' as LocationID }, true],
    ['another location', { locationID: 'ca-on-1' as LocationID }, false],
    ['its task', { task: 'read' }, true],
    ['another task', { task: 'publish' }, false],
    ['studies of the person', { assigned: 'mine' }, true],
    ['unassigned studies', { assigned: 'unassigned' }, false],
    ['late rows', { lateOnly: true }, true],
    ['the first name without its accent', { member: 'zoe' }, true],
    ['the beginnings of two names, in any order', { member: 'oha Zo' }, true],
    ['the birth date', { member: '03 Feb 1980' }, true],
    ['another name', { member: 'zoe silva' }, false],
    ['spaces instead of a name', { member: '  ' }, true],
    ['a text without any word', { member: '-' }, false],
    ['the day of the scan', { scanFrom: date('2026-11-20'), scanTo: date('2026-11-20') }, true],
    ['later days', { scanFrom: date('2026-11-21') }, false],
    ['earlier days', { scanTo: date('2026-11-19') }, false],
    ['a first day after the last day', { scanFrom: date('2026-11-21'), scanTo: date('2026-11-19') }, false],
    ['all conditions except one', { task: 'read', lateOnly: true, member: 'silva' }, false],
  ])('decides with %s', (_what, change, isShown) => {
    expect(showsRow({ ...noWorklistFilter, ...change }, row, 'u-ines')).toBe(isShown)
  })

  it('does not count an old assignment without an id, or an unassigned study, as assigned to the user', () => {
    const mine = { ...noWorklistFilter, assigned: 'mine' } as const
    expect(showsRow(mine, { ...row, assignedToID: null }, 'u-ines')).toBe(false)
    expect(showsRow(mine, { ...row, assignedTo: null }, 'u-ines')).toBe(false)
    expect(showsRow(mine, row, 'u-other')).toBe(false)
  })

  it('shows a row without an appointment only if no days are chosen', () => {
    const without = { ...row, scanDate: null }
    expect(showsRow(noWorklistFilter, without, 'u-ines')).toBe(true)
    expect(showsRow({ ...noWorklistFilter, scanFrom: date('2026-01-01') }, without, 'u-ines')).toBe(false)
    expect(showsRow({ ...noWorklistFilter, scanTo: date('2027-01-01') }, without, 'u-ines')).toBe(false)
  })

  it('hides a row that is not late if the filter asks for late rows only', () => {
    expect(showsRow({ ...noWorklistFilter, lateOnly: true }, { ...row, isLate: false }, 'u-ines')).toBe(false)
  })
})

describe('hidesRows', () => {
  it.each<[Partial<WorklistFilter>, boolean]>([
    [{}, false],
    [{ member: ' ' }, false],
    [{ locationID: 'ca-bc-1' as LocationID }, true],
    [{ task: 'read' }, true],
    [{ assigned: 'unassigned' }, true],
    [{ lateOnly: true }, true],
    [{ member: 'a' }, true],
    [{ scanFrom: date('2026-11-20') }, true],
    [{ scanTo: date('2026-11-20') }, true],
  ])('decides for %o', (change, hides) => {
    expect(hidesRows({ ...noWorklistFilter, ...change })).toBe(hides)
  })
})

describe('isScanRangeEmpty', () => {
  it('needs both days', () => {
    expect(isScanRangeEmpty({ scanFrom: date('2026-11-21'), scanTo: null })).toBe(false)
    expect(isScanRangeEmpty({ scanFrom: date('2026-11-20'), scanTo: date('2026-11-20') })).toBe(false)
    expect(isScanRangeEmpty({ scanFrom: date('2026-11-21'), scanTo: date('2026-11-20') })).toBe(true)
  })
})

describe('memberTerms', () => {
  it('are null without a text, and empty for a text without words', () => {
    expect(memberTerms('')).toBeNull()
    expect(memberTerms(' - ')).toEqual([])
    expect(memberTerms('Ana')).toHaveLength(1)
  })
})
