import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { Fragment, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { nextOrder, type SortValue, sortRows, type TableOrder } from './sort-rows.ts'
import './table.css'

/** One column. */
export type TableColumn<Row> = {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Money, times, counts: right-aligned, with tabular figures. */
  isNumeric?: boolean | undefined
  /** The column that names the row for screen readers. Exactly one column sets it. */
  isRowHeader?: boolean | undefined
  /** A CSS length. */
  width?: string | undefined
  /** Makes the header a button that sorts the rows by this value. */
  sortBy?: ((row: Row) => SortValue) | undefined
}

type TableProps<Row> = {
  /** The content of the table in words. */
  caption: string
  /** Shows the caption to screen readers only. Default true. */
  isCaptionHidden?: boolean | undefined
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  /** Totals: one cell for each column, by column id. */
  footer?: Readonly<Record<string, ReactNode>> | undefined
  /** Content below a row, across all columns, such as a form that the row opens; null for none. */
  detailsOf?: ((row: Row) => ReactNode) | undefined
  /** The key of the current row. */
  currentKey?: string | undefined
  /** Default `medium`; `small` rows are 32 px. */
  density?: 'small' | 'medium' | undefined
  className?: string | undefined
}

/** Returns whether the content of an element is wider than the element. */
const useOverflow = (element: RefObject<HTMLElement | null>): boolean => {
  const [isTooWide, setTooWide] = useState(false)
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const observer = new ResizeObserver(() => setTooWide(box.scrollWidth > box.clientWidth))
    for (const watched of [box, ...box.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isTooWide
}

/** Shows a column's header; if rows can be sorted by the column, as a button. */
function Header<Row>({
  column,
  order,
  onSort,
}: {
  readonly column: TableColumn<Row>
  readonly order: TableOrder | null
  readonly onSort: () => void
}) {
  const isSorted = order?.columnID === column.id
  const Icon = !isSorted ? ChevronsUpDown : order.isDescending ? ChevronDown : ChevronUp
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      className={classNames(column.isNumeric && 'w-table__numeric')}
      {...(isSorted && { 'aria-sort': order.isDescending ? ('descending' as const) : ('ascending' as const) })}
    >
      {column.sortBy === undefined ? (
        column.header
      ) : (
        <button type="button" className="w-table__sort" onClick={onSort}>
          {column.header}
          <Icon aria-hidden="true" />
        </button>
      )}
    </th>
  )
}

type TableRowProps<Row> = {
  readonly row: Row
  readonly columns: readonly TableColumn<Row>[]
  readonly isCurrent: boolean
}

/** Shows one row. React draws it again only if `row` or `columns` is another object, or `isCurrent` changes. */
const TableRow = memo(function TableRow<Row>({ row, columns, isCurrent }: TableRowProps<Row>) {
  return (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      {columns.map((column) => {
        const className = classNames(column.isNumeric && 'w-table__numeric') || undefined
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={className}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row)}
          </td>
        )
      })}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

/**
 * Shows a plain table of rows and columns, in the order of `rows` until the user sorts them by a column. A table that
 * is too wide scrolls sideways in its own box. The box then fades out at each side where more content follows, and is
 * in the tab order, so that the arrow keys can scroll it. The box takes its width from its parent. With the same
 * `columns` object as before, only rows that are other objects are drawn again. So a cell must show nothing that can
 * change while its row and the columns stay the same objects.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, isCaptionHidden = true, columns, rowKey, footer, density = 'medium' } = props
  const [order, setOrder] = useState<TableOrder | null>(null)
  const sortBy = columns.find(({ id }) => id === order?.columnID)?.sortBy
  const rows = order === null || sortBy === undefined ? props.rows : sortRows(props.rows, sortBy, order.isDescending)
  const box = useRef<HTMLDivElement>(null)
  const isTooWide = useOverflow(box)
  return (
    <div
      ref={box}
      className={classNames('w-table-scroll w-fade-inline', props.className)}
      {...(isTooWide && { tabIndex: 0, role: 'group', 'aria-label': caption })}
    >
      <table className={classNames('w-table', density === 'small' && 'w-table--small')}>
        <caption className={isCaptionHidden ? 'w-visually-hidden' : 'w-table__caption'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header
                key={column.id}
                column={column}
                order={order}
                onSort={() => setOrder(nextOrder(order, column.id))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && props.empty ? (
            <tr>
              <td className="w-table__empty" colSpan={columns.length}>
                {props.empty}
              </td>
            </tr>
          ) : null}
          {rows.map((row) => {
            const key = rowKey(row)
            const details = props.detailsOf?.(row) ?? null
            return (
              <Fragment key={key}>
                <TableRow row={row} columns={columns} isCurrent={props.currentKey === key} />
                {details === null ? null : (
                  <tr>
                    <td className="w-table__details" colSpan={columns.length}>
                      {details}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {footer ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.id} className={classNames(column.isNumeric && 'w-table__numeric')}>
                  {footer[column.id]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
