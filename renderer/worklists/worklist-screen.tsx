import { ListChecks } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatMoment } from '#domain/format/format-time.ts'
import { type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import {
  hidesRows,
  isScanRangeEmpty,
  noWorklistFilter,
  type WorklistFilter,
} from '#domain/worklists/worklist-filter.ts'
import { maxWorklistRows, type WorklistView } from '#domain/worklists/worklist-row.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Tabs } from '../kit/controls/tabs.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { WithPreferences } from '../session/preferences-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { countsOf, type WithWorklistCounts } from './worklist-counts-store.ts'
import { WorklistFilters } from './worklist-filters.tsx'
import { readWorklistPlace } from './worklist-places.ts'
import type { WorklistStore } from './worklist-store.ts'
import { WorklistTable } from './worklist-table.tsx'
import { worklistWords } from './worklist-words.ts'
import type { WorklistsFactories } from './worklists-factories.ts'
import './worklists.css'

const words = worklistWords

type Stores = StoreParts['stores'] & WithLocations & WithPreferences & WithWorklistCounts & WorklistsFactories
type Props = ScreenProps<Stores> & { readonly list: Worklist }

/** Shows one worklist of the user, `/admin/worklists/{list}`, with a tab for each other list of the user's roles. */
export function WorklistScreen(props: Props) {
  const { list, session, stores } = props
  const [, navigate] = useLocation()
  const counts = useStore(stores.worklistCounts, ({ lists }) => lists)
  const lists = worklistsOf(session.user.roles)
  const shown = <WorklistPart key={list} {...props} />
  return (
    <div className="wl">
      <header>
        <h1>{words.lists[list].title}</h1>
        <p className="wl__about">{words.lists[list].about}</p>
      </header>
      {lists.length < 2 ? (
        shown
      ) : (
        <Tabs
          label={words.tabs}
          selected={list}
          onChange={(id) => navigate(paths.worklist(id))}
          tabs={lists.map((id) => {
            return { id, label: words.lists[id].title, badge: <CountBadge counts={countsOf({ lists: counts }, id)} /> }
          })}
        >
          {shown}
        </Tabs>
      )}
    </div>
  )
}

/** Shows how many rows a list has, and how many are late; nothing for an empty list. */
function CountBadge({ counts }: { readonly counts: ReturnType<typeof countsOf> }) {
  if (counts === null || counts.total === 0) return null
  const { total, late } = counts
  return (
    <span className="wl__count">
      <Badge tone={late === 0 ? 'neutral' : 'warning'}>{words.count(total, late)}</Badge>
    </span>
  )
}

/** Shows the filters and the rows of the list. */
function WorklistPart({ bridge, list, session, stores, notices }: Props) {
  const store = useMemo(() => stores.newWorklist(), [stores])
  const { view, behind } = useStore(store)
  const filter = useStore(stores.preferences, (state) => state.worklistFilters[list]) ?? noWorklistFilter
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const minute = useStore(stores.clock, (state) => state.minute)
  const here = useStore(stores.locations, chosenLocation)
  const inAll = useStore(stores.worklistCounts, (state) => countsOf(state, list))
  const hidden =
    hidesRows(filter) && view.kind === 'ready' && inAll !== null ? Math.max(0, inAll.total - view.value.total) : 0
  const choose = (next: typeof filter): void => stores.preferences.getState().keepWorklistFilter(list, next)

  useEffect(() => store.getState().start(), [store])
  useEffect(() => {
    store.getState().aim({ list, filter }, readWorklistPlace(list)?.rows)
  }, [store, list, filter])
  // Reads again each minute: rows become late without an event, and this workstation receives no events from locations
  // that it does not follow.
  const readAt = useRef(`${minute} ${isOnline}`)
  useEffect(() => {
    const moment = `${minute} ${isOnline}`
    if (isOnline && readAt.current !== moment) void store.getState().load()
    readAt.current = moment
  }, [isOnline, minute, store])

  return (
    <>
      <WorklistFilters list={list} filter={filter} stores={stores} onChange={choose}>
        {view.kind === 'ready' ? (
          <p className="wl__summary tabular" role="status">
            {words.summary(view.value.total, view.value.late)}
            {hidden === 0 ? '' : words.filters.hidden(hidden)}
          </p>
        ) : null}
      </WorklistFilters>
      {view.kind === 'ready' && (behind !== null || !isOnline) ? (
        <Banner
          tone="warning"
          title={(isOnline ? words.staleOnline : words.staleOffline)(
            formatMoment(view.value.asOf, minute, here?.timezone ?? view.value.rows[0]?.timezone ?? utc),
          )}
          action={
            isOnline ? (
              <Button size="small" onPress={() => void store.getState().load()}>
                {words.tryAgain}
              </Button>
            ) : undefined
          }
        >
          {words.staleText}
        </Banner>
      ) : null}
      {view.kind === 'ready' ? (
        <Rows
          {...{ bridge, list, session, notices, store, isOnline }}
          view={view.value}
          {...{ filter, hidden }}
          onClear={() => choose(noWorklistFilter)}
        />
      ) : (
        <NotReady store={store} />
      )}
    </>
  )
}

const utc = 'UTC' as WorklistView['rows'][number]['timezone']

/** Shows the skeleton of a list that loads, or why it was not loaded. */
function NotReady({ store }: { readonly store: WorklistStore }) {
  const view = useStore(store, (state) => state.view)
  if (view.kind !== 'failed') {
    return (
      <SkeletonGroup label={words.loading} className="wl__skeleton">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} shape="block" height="56px" />
        ))}
      </SkeletonGroup>
    )
  }
  const isOffline = view.failure.code === 'offline'
  const problem = describeStudyFailure(view.failure)
  return (
    <EmptyState
      title={isOffline ? words.offline : words.failed}
      action={<Button onPress={() => void store.getState().load()}>{words.tryAgain}</Button>}
    >
      {isOffline ? words.offlineText : `${problem.title}. ${problem.text}`}
    </EmptyState>
  )
}

type RowsProps = Pick<Props, 'bridge' | 'list' | 'session' | 'notices'> & {
  readonly store: WorklistStore
  readonly view: WorklistView
  readonly isOnline: boolean
  readonly filter: WorklistFilter
  /** How many rows the filters hide, as far as it is known. */
  readonly hidden: number
  readonly onClear: () => void
}

/** Shows the rows, or why the list is empty. */
function Rows({ store, view, filter, hidden, onClear, ...props }: RowsProps) {
  const { empty, emptyText } = words.lists[props.list]
  if (view.rows.length === 0) {
    return hidesRows(filter) ? (
      <EmptyState title={words.filters.none} action={<Button onPress={onClear}>{words.filters.showAll}</Button>}>
        {isScanRangeEmpty(filter) ? `${words.filters.scanRange} ` : ''}
        {words.filters.noneText(hidden)}
      </EmptyState>
    ) : (
      <EmptyState icon={<ListChecks aria-hidden="true" />} title={empty}>
        {emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <WorklistTable {...props} view={view} onChanged={() => void store.getState().load()} />
      {view.rows.length < view.total ? (
        <div className="wl__more">
          {view.rows.length < maxWorklistRows ? (
            <Button onPress={() => store.getState().showMore()}>{words.more}</Button>
          ) : null}
          <p className="wl__quiet">
            {words.shown(view.rows.length, view.total)}
            {view.rows.length < maxWorklistRows ? '' : `. ${words.most}`}
          </p>
        </div>
      ) : null}
    </>
  )
}
