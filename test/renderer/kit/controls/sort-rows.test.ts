import { describe, expect, it } from 'vitest'
import { nextOrder, type SortValue, sortRows } from '#renderer/kit/controls/sort-rows.ts'

const rowsOf = (...values: SortValue[]) => values.map((value, place) => ({ value, place }))
const sorted = (values: SortValue[], isDescending: boolean) =>
  sortRows(rowsOf(...values), ({ value }) => value, isDescending).map(({ value }) => value)

describe('sorted rows', () => {
  it.each<[string, SortValue[], SortValue[], SortValue[]]>([
    ['sort numbers by their size', [10, 9, -1], [-1, 9, 10], [10, 9, -1]],
    ['sort names without regard to case', ['Zoe', 'adam', 'Éva'], ['adam', 'Éva', 'Zoe'], ['Zoe', 'Éva', 'adam']],
    ['sort numbers in a text by their size', ['Room 10', 'Room 9'], ['Room 9', 'Room 10'], ['Room 10', 'Room 9']],
    ['have rows without a value last in both directions', [null, 2, 1], [1, 2, null], [2, 1, null]],
  ])('%s', (_, values, ascending, descending) => {
    expect(sorted(values, false)).toEqual(ascending)
    expect(sorted(values, true)).toEqual(descending)
  })

  it('keep their order if the values are equal, and do not change the passed rows', () => {
    const rows = rowsOf(1, 1, 0, 1)
    const copy = [...rows]
    expect(sortRows(rows, ({ value }) => value, false).map(({ place }) => place)).toEqual([2, 0, 1, 3])
    expect(sortRows(rows, ({ value }) => value, true).map(({ place }) => place)).toEqual([0, 1, 3, 2])
    expect(rows).toEqual(copy)
  })
})

it('a header sorts ascending, then descending, then not at all; another header starts with ascending', () => {
  const ascending = nextOrder(null, 'name')
  expect(ascending).toEqual({ columnID: 'name', isDescending: false })
  const descending = nextOrder(ascending, 'name')
  expect(descending).toEqual({ columnID: 'name', isDescending: true })
  expect(nextOrder(descending, 'name')).toBeNull()
  expect(nextOrder(descending, 'age')).toEqual({ columnID: 'age', isDescending: false })
})
