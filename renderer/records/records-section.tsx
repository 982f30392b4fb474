import { Plus, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { foldText } from '#domain/values/plain-text.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { RecordsStore } from './records-store.ts'
import { recordsWords as words } from './records-words.ts'
import './records.css'

type SectionWords = {
  readonly title: string
  readonly intro: string
  /** The button that adds a record, and the two texts of an empty list. Absent if no record can be added. */
  readonly add?: string
  readonly emptyTitle?: string
  readonly empty?: string
}

type Props<Value, Row> = {
  readonly store: RecordsStore<Value>
  readonly connectivity: ConnectivityStore
  readonly words: SectionWords
  readonly rowsOf: (value: Value) => readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Returns the text of a row that the search compares with the typed words. */
  readonly textOf: (row: Row) => string
  readonly columnsOf: (value: Value) => readonly TableColumn<Row>[]
  readonly onAdd?: () => void
  /**
   * Returns the dialogs that are shown over the list. `offlineReason` is why nothing can be saved now; null if saving
   * is possible.
   */
  readonly children: (value: Value, offlineReason: string | null) => ReactNode
}

/** Shows one list of the records that administrators maintain, with a search and a button that adds a record. */
export function RecordsSection<Value, Row>(props: Props<Value, Row>) {
  const { store, words: own } = props
  const { view, behind, load } = useStore(store)
  const isReached = useStore(props.connectivity, isOnlineNow)
  const [search, setSearch] = useState('')
  useEffect(() => void store.getState().load(), [store])
  useEffect(() => {
    if (isReached && store.getState().view.kind !== 'loading') void store.getState().load()
  }, [isReached, store])
  if (view.kind === 'failed') {
    return (
      <EmptyState title={words.failed} action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}>
        {describeBookingFailure(view.failure).text}
      </EmptyState>
    )
  }
  const offlineReason = isReached ? null : words.offlineReason
  return (
    <section className="s-records">
      <div className="w-head-row">
        <p className="s-records__quiet">{own.intro}</p>
        {props.onAdd === undefined ? null : (
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            disabledReason={offlineReason}
            onPress={props.onAdd}
          >
            {own.add}
          </Button>
        )}
      </div>
      {isReached ? null : (
        <Banner tone="warning" title={words.offline}>
          {words.offlineReason}
        </Banner>
      )}
      {behind === null || !isReached ? null : (
        <Banner
          tone="warning"
          title={words.behind}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {describeBookingFailure(behind).text}
        </Banner>
      )}
      {view.kind === 'ready' ? (
        <>
          <Rows {...props} value={view.value} search={search} onSearch={setSearch} />
          {props.children(view.value, offlineReason)}
        </>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="240px" />
        </SkeletonGroup>
      )}
    </section>
  )
}

type RowsProps<Value, Row> = Props<Value, Row> & {
  readonly value: Value
  readonly search: string
  readonly onSearch: (text: string) => void
}

/** The smallest number of records for which a list has a search field. */
const searchedFrom = 6

function Rows<Value, Row>({ value, search, onSearch, words: own, ...props }: RowsProps<Value, Row>) {
  const all = props.rowsOf(value)
  if (all.length === 0) return <EmptyState title={own.emptyTitle ?? own.title}>{own.empty}</EmptyState>
  const wanted = foldText(search).split(' ')
  const rows = all.filter((row) => {
    const text = foldText(props.textOf(row))
    return wanted.every((word) => text.includes(word))
  })
  return (
    <>
      {all.length < searchedFrom ? null : (
        <TextField
          label={words.search}
          type="search"
          className="s-records__search"
          icon={<Search aria-hidden="true" size={16} />}
          value={search}
          onChange={onSearch}
          onClear={() => onSearch('')}
        />
      )}
      <Table
        caption={own.title}
        columns={props.columnsOf(value)}
        rows={rows}
        rowKey={props.keyOf}
        empty={words.noMatch}
      />
    </>
  )
}

/** The column with a record's state; an active record may have expired. */
export const stateColumn = <Row extends { readonly active: boolean }>(
  isExpired: (row: Row) => boolean = () => false,
): TableColumn<Row> => ({
  id: 'state',
  header: words.state,
  width: '1%',
  cell: (row) => {
    const isUsable = row.active && !isExpired(row)
    const state = row.active ? (isUsable ? words.active : words.expired) : words.deactivated
    return <Badge tone={isUsable ? 'success' : 'neutral'}>{state}</Badge>
  },
})

/** The column with the button that edits a record, and further buttons before it. */
export const actsColumn = <Row,>(
  nameOf: (row: Row) => string,
  onEdit: (row: Row) => void,
  others?: (row: Row) => ReactNode,
): TableColumn<Row> => ({
  id: 'acts',
  header: <span className="w-visually-hidden">{words.actions}</span>,
  width: '1%',
  cell: (row) => (
    <span className="s-records__acts">
      {others?.(row)}
      <Button size="small" aria-label={words.editOf(nameOf(row))} onPress={() => onEdit(row)}>
        {words.edit}
      </Button>
    </span>
  ),
})
