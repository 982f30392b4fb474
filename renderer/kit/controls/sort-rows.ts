/** The value of a row that a column is sorted by; null if the row has none. */
export type SortValue = string | number | null

/** The column that a table is sorted by. */
export type TableOrder = { readonly columnID: string; readonly isDescending: boolean }

/** Returns the order after a press on a column's header: ascending, then descending, then the table's own order. */
export const nextOrder = (order: TableOrder | null, columnID: string): TableOrder | null =>
  order?.columnID !== columnID
    ? { columnID, isDescending: false }
    : order.isDescending
      ? null
      : { columnID, isDescending: true }

const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))

/**
 * Returns the rows sorted by the value of `readValue`. Rows without a value come last in both directions, and rows with
 * equal values keep their order.
 */
export const sortRows = <Row>(
  rows: readonly Row[],
  readValue: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] =>
  rows.toSorted((one, other) => {
    const a = readValue(one)
    const b = readValue(other)
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isDescending ? compare(b, a) : compare(a, b)
  })
