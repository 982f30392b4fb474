import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'

const base = { type: 'New', source: 'Web', note: '' }

describe('mergeFields', () => {
  it('takes what only the other changed, and keeps what only I changed', () => {
    expect(mergeFields(base, { ...base, type: 'Old' }, { ...base, source: 'Friend' })).toEqual({
      merged: { type: 'Old', source: 'Friend', note: '' },
      taken: ['source'],
      conflicts: [],
    })
  })

  it('has no conflict where both made the same of it', () => {
    const both = { ...base, note: 'Call back' }
    expect(mergeFields(base, both, { ...both })).toEqual({ merged: both, taken: [], conflicts: [] })
  })

  it('keeps mine and returns all three values when both changed one field', () => {
    expect(mergeFields(base, { ...base, note: 'mine' }, { ...base, note: 'theirs' })).toEqual({
      merged: { ...base, note: 'mine' },
      taken: [],
      conflicts: [{ field: 'note', base: '', mine: 'mine', theirs: 'theirs' }],
    })
  })

  it('counts a list as one value, whatever order its records are written in', () => {
    const list = { people: [{ id: 'a', at: null }] }
    const same = { people: [{ at: null, id: 'a' }] }
    expect(mergeFields(list, { people: [] }, same)).toMatchObject({ merged: { people: [] }, conflicts: [] })
  })

  const record = fc.record({
    a: fc.constantFrom(null, 1, 2),
    b: fc.constantFrom('', 'x', 'y'),
    c: fc.constantFrom<readonly string[]>([], ['x'], ['x', 'y']),
  })

  it('loses nothing, whatever two desks did', () => {
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

  it('comes to the same fields from either side, but for the conflicts', () => {
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

  it('changes none of the three', () => {
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
  ])('%j and %j: %j', (a, b, isSame) => expect(isSameValue(a, b)).toBe(isSame))
})
