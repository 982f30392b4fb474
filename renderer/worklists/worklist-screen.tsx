import { ListChecks } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatMoment } from '#domain/format/format-time.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type AssignmentFilter, assignmentFilters, type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import { mostWorklistRows, type WorklistView } from '#domain/worklists/worklist-row.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Tabs } from '../kit/controls/tabs.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { WithPreferences, WorklistFilter } from '../session/preferences-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { countsOf, type WithWorklistCounts } from './worklist-counts-store.ts'
import { placeLeftOn } from './worklist-places.ts'
import type { WorklistStore } from './worklist-store.ts'
import { WorklistTable } from './worklist-table.tsx'
import { worklistWords } from './worklist-words.ts'
import type { WorklistsFactories } from './worklists-factories.ts'
import './worklists.css'

const words = worklistWords

type Stores = StoreParts['stores'] & WithLocations & WithPreferences & WithWorklistCounts & WorklistsFactories
type Props = ScreenProps<Stores> & { readonly list: Worklist }

const everything: WorklistFilter = { locationID: null, assigned: 'all' }

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
        <h1 className="wl__title">{words.lists[list].title}</h1>
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
            const late = countsOf({ lists: counts }, id)?.late ?? 0
            return { id, label: words.lists[id].title, badge: <LateBadge late={late} /> }
          })}
        >
          {shown}
        </Tabs>
      )}
    </div>
  )
}

/** Shows how many rows of a list are late; nothing if none is. */
function LateBadge({ late }: { readonly late: number }) {
  if (late === 0) return null
  return (
    <span className="wl__count">
      <Badge tone="warning">{words.lateCount(late)}</Badge>
    </span>
  )
}

/** Shows the filters and the rows of the list. */
function WorklistPart({ bridge, list, session, stores, notices }: Props) {
  const store = useMemo(() => stores.newWorklist(), [stores])
  const { view, behind } = useStore(store)
  const filter = useStore(stores.preferences, (state) => state.worklistFilters[list]) ?? everything
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const minute = useStore(stores.clock, (state) => state.minute)
  const here = useStore(stores.locations, chosenLocation)
  const choose = (change: Partial<WorklistFilter>): void =>
    stores.preferences.getState().keepWorklistFilter(list, { ...filter, ...change })

  useEffect(() => store.getState().start(), [store])
  useEffect(() => {
    const { locationID, assigned } = filter
    store.getState().aim({ list, locationID, assigned }, placeLeftOn(list)?.rows)
  }, [store, list, filter])
  // Time makes rows late, and changes of locations that this workstation does not follow come without an event.
  const readAt = useRef(`${minute} ${isOnline}`)
  useEffect(() => {
    const moment = `${minute} ${isOnline}`
    if (isOnline && readAt.current !== moment) void store.getState().load()
    readAt.current = moment
  }, [isOnline, minute, store])

  return (
    <>
      <div className="wl__bar">
        <Filters list={list} filter={filter} stores={stores} onChoose={choose} />
        {view.kind === 'ready' ? (
          <p className="wl__summary tabular" role="status">
            {words.summary(view.value.total, view.value.late)}
          </p>
        ) : null}
      </div>
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
          isFiltered={filter.locationID !== null || filter.assigned !== 'all'}
          onClear={() => choose(everything)}
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

type FiltersProps = Pick<Props, 'list' | 'stores'> & {
  readonly filter: WorklistFilter
  readonly onChoose: (change: Partial<WorklistFilter>) => void
}

/** The filter by location, for users of several, and by radiologist on the list Reading. */
function Filters({ list, filter, stores, onChoose }: FiltersProps) {
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  return (
    <>
      {locations.length < 2 && filter.locationID === null ? null : (
        <SelectField
          label={words.filters.location}
          value={filter.locationID ?? 'all'}
          options={[
            { value: 'all', label: words.filters.allLocations },
            ...locations.map(({ locationID, address }) => ({ value: locationID as string, label: address.name })),
          ]}
          onChange={(value) => onChoose({ locationID: value === 'all' ? null : (value as LocationID) })}
        />
      )}
      {list === 'reading' ? (
        <RadioGroup<AssignmentFilter>
          label={words.filters.assigned}
          variant="segmented"
          value={filter.assigned}
          options={assignmentFilters.map((value) => ({ value, label: words.filters.choices[value] }))}
          onChange={(assigned) => onChoose({ assigned })}
        />
      ) : null}
    </>
  )
}

type RowsProps = Pick<Props, 'bridge' | 'list' | 'session' | 'notices'> & {
  readonly store: WorklistStore
  readonly view: WorklistView
  readonly isOnline: boolean
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** Shows the rows, or what an empty list means. */
function Rows({ store, view, isFiltered, onClear, ...props }: RowsProps) {
  const { empty, emptyText } = words.lists[props.list]
  if (view.rows.length === 0) {
    return isFiltered ? (
      <EmptyState title={words.filters.none} action={<Button onPress={onClear}>{words.filters.clear}</Button>}>
        {words.filters.noneText}
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
          {view.rows.length < mostWorklistRows ? (
            <Button onPress={() => store.getState().showMore()}>{words.more}</Button>
          ) : null}
          <p className="wl__quiet">
            {words.shown(view.rows.length, view.total)}
            {view.rows.length < mostWorklistRows ? '' : `. ${words.most}`}
          </p>
        </div>
      ) : null}
    </>
  )
}
