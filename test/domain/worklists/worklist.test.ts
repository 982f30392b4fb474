import { describe, expect, it } from 'vitest'
import { firstWorklist, ownWorklists, worklists, worklistsOf } from '#domain/worklists/worklist.ts'
import { compareWorklistRows } from '#domain/worklists/worklist-row.ts'
import { allowances, anchorKinds, tasksOf, worklistTasks } from '#domain/worklists/worklist-task.ts'

describe('worklistsOf', () => {
  it.each([
    [['radiologist'], ['reading']],
    [['Report_QC'], ['report-qa']],
    [
      ['np', 'hi'],
      ['health-information', 'nurse-practitioner'],
    ],
    [['sales', 'finance'], ['sales']],
    [['admin'], [...worklists]],
    [['frontdesk'], []],
    [['qa', 'dev', 'user'], []],
  ])('of %j is %j', (roles, lists) => {
    expect(worklistsOf(roles)).toEqual(lists)
  })
})

describe('ownWorklists', () => {
  it('leaves out the lists that only an administrator may see', () => {
    expect(ownWorklists(['admin'])).toEqual([])
    expect(ownWorklists(['admin', 'np'])).toEqual(['nurse-practitioner'])
  })
})

describe('firstWorklist', () => {
  it.each([
    [['radiologist'], 'reading'],
    [['np', 'frontdesk'], 'nurse-practitioner'],
    [['frontdesk', 'np'], null],
    [['finance', 'sales'], null],
    [['admin'], null],
    [[], null],
  ])('of %j is %s', (roles, list) => {
    expect(firstWorklist(roles)).toBe(list)
  })
})

describe('the tasks', () => {
  it('belong to a list, and each has an allowance and the kind of its anchor', () => {
    expect([...new Set(Object.values(tasksOf).flat())].sort()).toEqual([...worklistTasks].sort())
    expect(Object.keys(allowances).sort()).toEqual([...worklistTasks].sort())
    expect(Object.keys(anchorKinds).sort()).toEqual([...worklistTasks].sort())
  })
})

describe('compareWorklistRows', () => {
  it('puts urgent studies first, then prioritized ones, then late work, then the earliest', () => {
    const row = (name: string, marks: object, anchor: string) =>
      ({
        isUrgent: false,
        isPrioritized: false,
        isLate: false,
        ...marks,
        anchor,
        studyID: name,
        task: 'read',
      }) as unknown as Parameters<typeof compareWorklistRows>[0]
    const [early, later] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
    const rows = [
      row('open-later', {}, later),
      row('late', { isLate: true }, later),
      row('prioritized', { isPrioritized: true }, later),
      row('urgent', { isUrgent: true }, later),
      row('open-early', {}, early),
      row('urgent-early', { isUrgent: true }, early),
      row('urgent-late', { isUrgent: true, isLate: true }, later),
    ]
    expect(rows.sort(compareWorklistRows).map(({ studyID }) => studyID)).toEqual([
      'urgent-late',
      'urgent-early',
      'urgent',
      'prioritized',
      'late',
      'open-early',
      'open-later',
    ])
  })
})
