import { describe, expect, it } from 'vitest'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import { nextActionKinds } from '#domain/study/today-board.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { decideBoardKey, rowAfter } from '#renderer/booking/front-desk/board-keys.ts'
import { placeOfAction } from '#renderer/booking/front-desk/board-places.ts'
import { whyNotNow } from '#renderer/booking/front-desk/next-button.tsx'
import {
  describeDay,
  findRows,
  keepUnchangedRows,
  rowOfDialog,
  toTodayRows,
  whoIs,
} from '#renderer/booking/front-desk/today-rows.ts'
import { aLocation, aMachineTime, aMember, aStudy } from '#test/builders/records.ts'

const location = aLocation()
const entry = (studyID: string, changes: object = {}, member: object | null = {}, time: object = {}): DayEntry => ({
  machineTime: aMachineTime({ eventID: `e-${studyID}`, studyID, ...time }),
  study: aStudy({ studyID, ...changes }),
  member: member === null ? null : aMember({ patientID: `m-${studyID}`, ...member }),
  mine: false,
})
const checkin = (studyID: string, changes: Partial<WaitingStudyAct> = {}): WaitingStudyAct => ({
  idempotencyKey: `k-${studyID}`,
  studyID: studyID as Study['studyID'],
  kind: 'checkin',
  note: null,
  at: '2026-11-24T16:35:00Z' as Instant,
  by: 'Robin Frost',
  isOwn: true,
  failure: null,
  ...changes,
})
const rowsOf = (
  entries: readonly DayEntry[],
  waiting: readonly WaitingStudyAct[] = [],
  answered: readonly Study[] = [],
  isOnline = true,
  busy: readonly string[] = [],
) =>
  toTodayRows({
    entries,
    location,
    skus: [{ skuID: 500 as SkuID, name: 'Of the list' } as never],
    waiting,
    isOnline,
    answered: new Map(answered.map((study) => [study.studyID, study])),
    busy: new Set(busy),
    day: 'today',
  })

describe('toTodayRows', () => {
  it('sorts by time and then by machine, and names the machine', () => {
    const rows = rowsOf([
      entry('s-3', {}, {}, { utcStart: '2026-11-24T18:00:00Z' }),
      entry('s-2', {}, {}, { machineID: 'ca-bc-1-m2' }),
      entry('s-1'),
    ])
    expect(rows.map(({ study, machine }) => [study.studyID, machine])).toEqual([
      ['s-1', 'Cedar'],
      ['s-2', 'Maple'],
      ['s-3', 'Cedar'],
    ])
  })

  it('leaves out holds and cancelled studies, and does not compare the names in them with the other names', () => {
    const cancelled = entry('s-2', { status: { ...aStudy().status, cancelled: true } })
    const rows = rowsOf([entry('s-1'), cancelled, { ...entry('s-3'), study: null, member: null }])
    expect(rows.map(({ study, hasSimilarName }) => [study.studyID, hasSimilarName])).toEqual([['s-1', false]])
  })

  it('flags names that are easily confused', () => {
    const rows = rowsOf([
      entry('s-1', {}, { firstname: 'Marta', lastname: 'Silva' }),
      entry('s-2', {}, { firstname: 'Maria', lastname: 'Silva' }),
      entry('s-3', {}, { firstname: 'Ben', lastname: 'Ortiz' }),
    ])
    expect(rows.map(({ hasSimilarName }) => hasSimilarName)).toEqual([true, true, false])
  })

  it('shows a check-in that waits on this workstation as both done and waiting', () => {
    const [row] = rowsOf([entry('s-1')], [checkin('s-1')])
    expect(row).toMatchObject({
      isCheckInWaiting: true,
      study: { status: { checkin: true, checkinBy: 'Robin Frost' } },
    })
    const [refused] = rowsOf(
      [entry('s-1')],
      [checkin('s-1', { failure: { code: 'already-cancelled', message: 'Gone.' } })],
    )
    expect(refused).toMatchObject({ isCheckInWaiting: false, study: { status: { checkin: false } } })
    const counted = entry('s-1', { status: { ...aStudy().status, checkin: true } })
    expect(rowsOf([counted], [checkin('s-1')])[0], 'included in the study').toMatchObject({ isCheckInWaiting: true })
  })

  it('counts a colleague’s waiting check-in as done while offline; while online, mentions the check-in but does not count it', () => {
    const theirs = [checkin('s-1', { isOwn: false })]
    const words =
      'Robin Frost checked in Ana Silva on this computer while offline; the check-in is sent when Robin Frost signs in here'
    expect(rowsOf([entry('s-1')], theirs, [], false)[0]).toMatchObject({
      isCheckInWaiting: true,
      study: { status: { checkin: true } },
    })
    expect(rowsOf([entry('s-1')], theirs)[0]).toMatchObject({
      isCheckInWaiting: false,
      othersCheckIn: words,
      study: { status: { checkin: false } },
    })
    const saved = entry('s-1', { status: { ...aStudy().status, checkin: true } })
    expect(rowsOf([saved], theirs)[0], 'a saved check-in does not wait').toMatchObject({ isCheckInWaiting: false })
    expect(rowsOf([saved], [])[0]?.othersCheckIn).toBeNull()
  })

  it('uses the study from a call’s answer if the day has an older version of it, but keeps the day’s version if that is newer', () => {
    const answered = aStudy({ studyID: 's-1', version: 3, status: { ...aStudy().status, checkin: true } })
    expect(rowsOf([entry('s-1', { version: 2 })], [], [answered])[0]?.study.status.checkin).toBe(true)
    expect(rowsOf([entry('s-1', { version: 4 })], [], [answered])[0]?.study.status.checkin).toBe(false)
  })

  it('closes a dialog whose appointment has left the board, except the dialog that cancels the appointment', () => {
    const [before] = rowsOf([entry('s-1')])
    if (before === undefined) throw new Error('The board has no row')
    const now = rowsOf([entry('s-1', { version: 9 }), entry('s-2')])
    expect(rowOfDialog(now, { kind: 'check-in', row: before })?.study.version).toBe(9)
    const left = rowsOf([entry('s-2')])
    for (const kind of ['check-in', 'scan', 'undo', 'note']) {
      expect(rowOfDialog(left, { kind, row: before }), kind).toBeUndefined()
    }
    expect(rowOfDialog(left, { kind: 'cancel', row: before })).toBe(before)
  })

  it('names the scan type as the location does, else as the list of SKUs does, else by its SKU number', () => {
    expect(rowsOf([entry('s-1')])[0]?.scanType).toBe('Whole body')
    expect(rowsOf([entry('s-1', { skuID: 500 })])[0]?.scanType).toBe('Of the list')
    expect(rowsOf([entry('s-1', { skuID: 501 })])[0]?.scanType).toBe('SKU 501')
  })

  it('names a member by full name and birth date, or by the study if the name is unknown', () => {
    expect(rowsOf([entry('s-1', {}, { middlename: 'Maria' }), entry('s-2', {}, null)]).map(whoIs)).toEqual([
      'Ana Maria Silva, 03 Feb 1980',
      'study s-2',
    ])
  })

  it('finds a member by the same details as the member search: names, preferred name, email, phone and study id', () => {
    const rows = rowsOf([
      entry('s-1', {}, { preferredName: 'Anouk', email: 'ana@mail.example', phone_number: '604 555 0123' }),
      entry(
        's-2',
        {},
        { firstname: 'Ben', lastname: 'Ortiz', email: 'ben@mail.example', phone_number: '604 555 0188' },
      ),
    ])
    for (const text of ['anouk', 'ana@mail', '0123', 's-1', 'silva']) {
      expect(
        findRows(rows, text).map(({ study }) => study.studyID),
        text,
      ).toEqual(['s-1'])
    }
  })

  it('counts the members of the day by their state', () => {
    const flags = (changes: object) => ({ status: { ...aStudy().status, ...changes } })
    const rows = rowsOf([
      entry('s-1', flags({ checkin: true })),
      entry('s-2', flags({ checkin: true, scanned: true })),
      entry('s-3'),
    ])
    expect(describeDay(rows)).toBe('3 members, 1 checked in, 1 scanned')
    expect(describeDay(rows.slice(2))).toBe('1 member, 0 checked in, 0 scanned')
  })
})

describe('the keys of the board', () => {
  const press = (key: string, held: object = {}) =>
    decideBoardKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...held })

  it.each([
    ['ArrowUp', 'above'],
    ['ArrowDown', 'below'],
    ['Home', 'first'],
    ['End', 'last'],
    ['n', 'next-action'],
    ['N', 'next-action'],
    ['c', 'check-in'],
    ['C', 'check-in'],
    ['u', 'undo'],
    ['Enter', null],
    ['x', null],
    ['constructor', null],
  ])('map %s to the action %j', (key, is) => expect(press(key)).toBe(is))

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
    'do nothing with %j',
    (held) => {
      for (const key of ['n', 'c', 'u', 'ArrowDown']) expect(press(key, held)).toBeNull()
    },
  )

  it('undo also with Ctrl+Z or Cmd+Z, once while it is held', () => {
    expect(press('z', { ctrlKey: true })).toBe('undo')
    expect(press('z', { metaKey: true })).toBe('undo')
    expect(press('z', { ctrlKey: true, repeat: true })).toBeNull()
    expect(press('z', { ctrlKey: true, shiftKey: true })).toBeNull()
    expect(press('z')).toBeNull()
  })

  it('repeat a movement while they are held, but not an action', () => {
    expect(press('n', { repeat: true })).toBeNull()
    expect(press('c', { repeat: true })).toBeNull()
    expect(press('u', { repeat: true })).toBeNull()
    expect(press('ArrowDown', { repeat: true })).toBe('below')
  })

  it.each([
    [-1, 5, 'below', 0],
    [-1, 5, 'above', 4],
    [0, 5, 'above', 0],
    [2, 5, 'above', 1],
    [2, 5, 'below', 3],
    [4, 5, 'below', 4],
    [2, 5, 'first', 0],
    [2, 5, 'last', 4],
    [-1, 0, 'below', null],
    [2, 5, 'undo', null],
    [2, 5, 'check-in', null],
  ] as const)('move from index %d of %d rows by the action %s to the index %j', (from, count, key, to) => {
    expect(rowAfter(from, count, key)).toBe(to)
  })
})

describe('the next action', () => {
  const studyID = aStudy().studyID
  it.each([
    ['answer-safety', '/study/s-000001/study-details?answer=1'],
    ['stop', '/admin/study/s-000001#study-safety'],
    ['sign-off', '/admin/study/s-000001#study-safety'],
    ['take-payment', '/admin/frontdesk/study/s-000001'],
    ['check-referral', '/admin/study/s-000001#study-details'],
    ['check-consent', '/admin/study/s-000001#study-medical-history'],
    ['check-in', null],
    ['mark-scanned', null],
    ['none', null],
  ] as const)('%s has the address %j', (kind, place) => expect(placeOfAction(kind, studyID)).toBe(place))

  it('is possible offline unless it marks the scan', () => {
    const closed = nextActionKinds.filter((kind) => whyNotNow(kind, false) !== null)
    expect(closed).toEqual(['mark-scanned'])
    expect(nextActionKinds.every((kind) => whyNotNow(kind, true) === null)).toBe(true)
  })
})

describe('keepUnchangedRows', () => {
  it('keeps the object of each row that a new reading did not change', () => {
    const before = rowsOf([entry('s-1'), entry('s-2')])
    const after = rowsOf([entry('s-0'), entry('s-1'), entry('s-2', { version: 9 })])
    const kept = keepUnchangedRows(before, after)
    expect(kept).toEqual(after)
    const keptOf = (studyID: string) => kept.find(({ study }) => study.studyID === studyID)
    const beforeOf = (studyID: string) => before.find(({ study }) => study.studyID === studyID)
    expect(keptOf('s-1')).toBe(beforeOf('s-1'))
    expect(keptOf('s-2')).not.toBe(beforeOf('s-2'))
  })

  it('changes a row while its mark is being sent', () => {
    const before = rowsOf([entry('s-1'), entry('s-2')])
    const kept = keepUnchangedRows(before, rowsOf([entry('s-1'), entry('s-2')], [], [], true, ['s-2']))
    expect(kept.map(({ isBusy }) => isBusy)).toEqual([false, true])
    expect(kept[0]).toBe(before[0])
  })
})
