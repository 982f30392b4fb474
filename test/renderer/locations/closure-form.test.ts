import { describe, expect, it } from 'vitest'
import type { ClosureFields } from '#domain/locations/closure.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import {
  type ClosureForm,
  closureDifferences,
  newClosureForm,
  parseClosureForm,
  toClosureForm,
} from '#renderer/locations/closure-form.ts'
import { closuresSectionWords as words } from '#renderer/locations/closures-section-words.ts'
import { someClosureFields } from '#test/builders/location-drafts.ts'
import { aLocation } from '#test/builders/records.ts'

const location = aLocation()
const cedar = location.machines[0]?.machineID ?? null
const oneDay: ClosureForm = { ...newClosureForm, reason: 'Christmas Day', fromDate: '2026-12-25' }
const partOfDay: ClosureForm = { ...oneDay, isWholeDay: false, fromTime: '8am', toTime: '12:30 PM' }

describe('the form of a closure', () => {
  it.each<[string, ClosureForm, Partial<ClosureFields>]>([
    ['one whole day', oneDay, {}],
    ['whole days across the end of a month', { ...oneDay, toDate: '2027-01-01' }, { to: '2027-01-02T00:00' }],
    [
      'a half day',
      { ...partOfDay, kind: 'half-day' },
      { kind: 'half-day', from: '2026-12-25T08:00', to: '2026-12-25T12:30' },
    ],
    [
      'the overnight service of a machine',
      { ...partOfDay, kind: 'service', machineID: 'ca-bc-1-m1', fromTime: '18:00', toDate: '2026-12-26' },
      { kind: 'service', machineID: cedar, from: '2026-12-25T18:00', to: '2026-12-26T12:30' },
    ],
    [
      'a break every week',
      { ...partOfDay, kind: 'break', fromTime: '12:00pm', toTime: '1pm', weeks: '53' },
      { kind: 'break', from: '2026-12-25T12:00', to: '2026-12-25T13:00', weeks: 53 },
    ],
  ])('gives the fields of %s, and shows those fields again', (_what, form, changes) => {
    const fields = someClosureFields(changes)
    expect(parseClosureForm(form)).toEqual(fields)
    expect(parseClosureForm(toClosureForm({ closureID: 'closure-1', ...fields }))).toEqual(fields)
  })

  it('shows the last day of whole days, not the day after it', () => {
    const saved = { closureID: 'closure-1', ...someClosureFields({ to: '2027-01-02T00:00' }) }
    expect(toClosureForm(saved)).toMatchObject({ isWholeDay: true, toDate: '2027-01-01' as PlainDate })
    const tillMidnight = { ...saved, from: '2026-12-25T18:00', to: '2026-12-26T00:00' }
    expect(toClosureForm(tillMidnight)).toMatchObject({ isWholeDay: false, toDate: '2026-12-26' })
  })

  it.each<[string, Partial<ClosureForm>]>([
    ['without a reason', { reason: ' ' }],
    ['without a first day', { fromDate: null }],
    ['without a first day but with a last one', { fromDate: null, toDate: '2026-12-25' }],
    ['with an invalid time', { isWholeDay: false, fromTime: '8' }],
    ['with an empty end', { isWholeDay: false, toTime: '' }],
    ['without weeks', { weeks: '' }],
    ['with weeks that are no number', { weeks: 'two' }],
    ['with half a week', { weeks: '1.5' }],
    ['with more weeks than a year has', { weeks: '54' }],
  ])('is invalid %s', (_what, changes) => {
    expect(parseClosureForm({ ...oneDay, ...changes })).toBeNull()
  })

  it('compares each field with the saved one, in the words of the screen', () => {
    const mine = someClosureFields()
    expect(closureDifferences(mine, mine, location)).toEqual([])
    const saved = someClosureFields({
      kind: 'service',
      reason: 'Coil repair',
      from: '2026-12-25T08:00',
      to: '2026-12-25T12:30',
      weeks: 2,
      machineID: cedar,
    })
    expect(closureDifferences(mine, saved, location)).toEqual([
      { field: words.form.kind, mine: 'Holiday', saved: 'Machine service' },
      { field: words.form.reason, mine: 'Christmas Day', saved: 'Coil repair' },
      {
        field: words.form.fromDate,
        mine: 'Fri 25 Dec 2026',
        saved: expect.stringMatching(/25 Dec 2026.*08:00am.*12:30pm/),
      },
      { field: words.form.weeks, mine: '1', saved: '2' },
      { field: words.form.machine, mine: words.wholeLocation, saved: 'Cedar' },
    ])
  })
})
