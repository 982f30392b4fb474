import { MailCheck } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { formatMoment } from '#domain/format/format-time.ts'
import { type OpenMessageFilter, type OpenMessages, openMessageFilters } from '#domain/messages/open-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { MessagesFactories } from './messages-factories.ts'
import { everyMessage, type OpenMessagesStore } from './open-messages-store.ts'
import { OpenMessagesTable } from './open-messages-table.tsx'
import { openMessagesWords as words } from './open-messages-words.ts'
import './open-messages.css'

type Stores = StoreParts['stores'] & WithLocations & MessagesFactories

const utc = 'UTC' as ZoneId

/** Shows the failed and uncertain messages of the user's locations, `/admin/messages` (decision 292). */
export function OpenMessagesScreen({ stores }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newOpenMessages(), [stores])
  const { view, behind } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const minute = useStore(stores.clock, (state) => state.minute)
  const here = useStore(stores.locations, chosenLocation)
  useEffect(() => store.getState().start(), [store])
  // Reads again each minute: no event reports that an appointment began or that the server sent a message.
  const readAt = useRef(`${minute} ${isOnline}`)
  useEffect(() => {
    const moment = `${minute} ${isOnline}`
    if (isOnline && readAt.current !== moment) void store.getState().load()
    readAt.current = moment
  }, [isOnline, minute, store])
  return (
    <div className="om">
      <header>
        <h1>{words.title}</h1>
        <p className="om__quiet">{words.about}</p>
      </header>
      <div className="om__bar">
        <Filters store={store} stores={stores} />
        {view.kind === 'ready' ? (
          <p className="om__summary tabular" role="status">
            {words.summary(view.value.total)}
          </p>
        ) : null}
      </div>
      {view.kind === 'ready' && (behind !== null || !isOnline) ? (
        <Banner
          tone="warning"
          title={(isOnline ? words.staleOnline : words.staleOffline)(
            formatMoment(view.value.asOf, minute, here?.timezone ?? utc),
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
      {view.kind === 'ready' ? <Rows store={store} view={view.value} /> : <NotReady store={store} />}
    </div>
  )
}

function NotReady({ store }: { readonly store: OpenMessagesStore }) {
  const view = useStore(store, (state) => state.view)
  if (view.kind !== 'failed') {
    return (
      <SkeletonGroup label={words.loading} className="om__skeleton">
        {['a', 'b', 'c', 'd'].map((key) => (
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

/** Shows the filter by state, and for users with several locations the filter by location. */
function Filters({ store, stores }: { readonly store: OpenMessagesStore; readonly stores: WithLocations }) {
  const { locationID, state } = useStore(store, ({ aimed }) => aimed)
  const catalogue = useStore(stores.locations, (all) => all.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const { aim } = store.getState()
  return (
    <>
      {locations.length < 2 ? null : (
        <SelectField
          label={words.filters.location}
          value={locationID ?? 'all'}
          options={[
            { value: 'all', label: words.filters.allLocations },
            ...locations.map((one) => ({ value: one.locationID as string, label: one.address.name })),
          ]}
          onChange={(value) => aim({ locationID: value === 'all' ? null : (value as LocationID) })}
        />
      )}
      <RadioGroup<OpenMessageFilter>
        label={words.filters.state}
        variant="segmented"
        value={state}
        options={openMessageFilters.map((value) => ({ value, label: words.filters.states[value] }))}
        onChange={(value) => aim({ state: value })}
      />
    </>
  )
}

/** Shows the rows, or why the list is empty. */
function Rows({ store, view }: { readonly store: OpenMessagesStore; readonly view: OpenMessages }) {
  const { locationID, state } = useStore(store, ({ aimed }) => aimed)
  if (view.rows.length === 0) {
    return locationID !== null || state !== 'all' ? (
      <EmptyState
        title={words.filters.none}
        action={<Button onPress={() => store.getState().aim(everyMessage)}>{words.filters.clear}</Button>}
      >
        {words.filters.noneText}
      </EmptyState>
    ) : (
      <EmptyState icon={<MailCheck aria-hidden="true" />} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <OpenMessagesTable rows={view.rows} />
      {view.rows.length < view.total ? <p className="om__quiet">{words.shown(view.rows.length, view.total)}</p> : null}
    </>
  )
}
