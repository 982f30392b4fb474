import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'

const base = { type: 'New', source: 'Web', note: '' }

describe('mergeFields', () => {
  it('takes what only the other workstation changed, and keeps what only I changed', () => {
    expect(mergeFields(base, { ...base, type: 'Old' }, { ...base, source: 'Friend' })).toEqual({
      merged: { type: 'Old', source: 'Friend', note: '' },
      taken: ['source'],
      conflicts: [],
    })
  })

  it('has no conflict if both made the same change', () => {
    const both = { ...base, note: 'Call back' }
    expect(mergeFields(base, both, { ...both })).toEqual({ merged: both, taken: [], conflicts: [] })
  })

  it('keeps my value and returns all three values when both changed the same field differently', () => {
    expect(mergeFields(base, { ...base, note: 'mine' }, { ...base, note: 'theirs' })).toEqual({
      merged: { ...base, note: 'mine' },
      taken: [],
      conflicts: [{ field: 'note', base: '', mine: 'mine', theirs: 'theirs' }],
    })
  })

  it('treats a list as one value, regardless of the order of fields in its records', () => {
    const list = { people: [{ id: 'a', at: null }] }
    const same = { people: [{ at: null, id: 'a' }] }
    expect(mergeFields(list, { people: [] }, same)).toMatchObject({ merged: { people: [] }, conflicts: [] })
  })

  const record = fc.record({
    a: fc.constantFrom(null, 1, 2),
    b: fc.constantFrom('', 'x', 'y'),
    c: fc.constantFrom<readonly string[]>([], ['x'], ['x', 'y']),
  })

  it('loses no change, for any changes by two workstations', () => {
    fc.assert(
      fc.property(record, record, record, (from, mine, theirs) => {
        const { merged, conflicts } = mergeFields(from, mine, theirs)
        for (const field of ['a', 'b', 'c'] as const) {
          const conflict = conflicts.find((each) => each.field === field)
          const [changedByMe, changedByThem] = [
            !isSameValue(from[field], mine[field]),
            !isSameValue(from[field], theirs[field]),
          ]
          const expected = changedByMe ? mine[field] : theirs[field]
          expect(merged[field]).toEqual(expected)
          const bothDiffer = changedByMe && changedByThem && !isSameValue(mine[field], theirs[field])
          expect(conflict !== undefined).toBe(bothDiffer)
          if (conflict !== undefined) expect(conflict).toMatchObject({ mine: mine[field], theirs: theirs[field] })
        }
      }),
    )
  })

  it('has the same result from both sides, except for the conflicts', () => {
    fc.assert(
      fc.property(record, record, record, (from, mine, theirs) => {
        const here = mergeFields(from, mine, theirs)
        const there = mergeFields(from, theirs, mine)
        expect(there.conflicts.map(({ field }) => field)).toEqual(here.conflicts.map(({ field }) => field))
        for (const field of ['a', 'b', 'c'] as const) {
          if (here.conflicts.some((each) => each.field === field)) continue
          expect(there.merged[field]).toEqual(here.merged[field])
        }
      }),
    )
  })

  it('does not change its three arguments', () => {
    const frozen = () => Object.freeze({ ...base })
    const mine = Object.freeze({ ...base, type: 'Old' })
    expect(mergeFields(frozen(), mine, Object.freeze({ ...base, source: 'Friend' })).merged).not.toBe(mine)
    expect(mine).toEqual({ ...base, type: 'Old' })
  })
})

describe('isSameValue', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [[1, 2], [2, 1], false],
    [[1], { 0: 1 }, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: undefined }, { b: undefined }, false],
    [null, {}, false],
  ])('compares %j and %j: %j', (a, b, isSame) => expect(isSameValue(a, b)).toBe(isSame))
})
