import { CalendarOff, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import type { AdministeredClosure } from '#domain/locations/location-draft.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { ClinicsFactories } from './clinics-factories.ts'
import { ClosureCard } from './closure-card.tsx'
import { ClosureDialog } from './closure-dialog.tsx'
import { closuresSectionWords as words } from './closures-section-words.ts'
import type { WithLocations } from './locations-store.ts'
import './clinics.css'

type Stores = ClinicsFactories & WithConnectivity & WithLocations

/** Shows `/admin/administration/closures`: the closed times of a location, and the booked studies inside them. */
export function ClosuresSection(props: ScreenProps<Stores>) {
  const { stores } = props
  const { newClinics } = stores
  const store = useMemo(() => newClinics(), [newClinics])
  const { locations, closures, load, loadClosures } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const desk = useStore(stores.locations, ({ chosenID }) => chosenID)
  const [wanted, setWanted] = useState<LocationID | null>(null)
  const all = locations.kind === 'ready' ? locations.value.map(({ location }) => location) : []
  const location = all.find(({ locationID }) => locationID === (wanted ?? desk)) ?? all[0]
  const locationID = location?.locationID ?? null
  useEffect(() => {
    if (isOnline) void load()
  }, [isOnline, load])
  useEffect(() => {
    if (isOnline && locationID !== null) void loadClosures(locationID)
  }, [isOnline, locationID, loadClosures])
  const failed = locations.kind === 'failed' ? locations.failure : closures.kind === 'failed' ? closures.failure : null
  const again = (): void => {
    void load()
    if (locationID !== null) void loadClosures(locationID)
  }
  return (
    <section className="s-clinics" aria-label={words.title}>
      <p className="s-clinics__quiet">{words.intro}</p>
      {isOnline ? null : (
        <Banner tone="warning" title={words.offlineTitle}>
          {describeOffline('administration')}
        </Banner>
      )}
      {failed !== null ? (
        <EmptyState title={words.failedTitle} action={<Button onPress={again}>{words.tryAgain}</Button>}>
          {failed.message}
        </EmptyState>
      ) : locations.kind === 'ready' && location === undefined ? (
        <EmptyState title={words.noLocationTitle}>{words.noLocation}</EmptyState>
      ) : location === undefined || closures.kind !== 'ready' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="240px" />
        </SkeletonGroup>
      ) : (
        <ClosuresOf
          {...props}
          location={location}
          all={all}
          closures={closures.value}
          offlineReason={whyNotOffline('administer', isOnline)}
          onLocation={setWanted}
          onSaved={store.getState().putClosure}
          onReread={() => void loadClosures(location.locationID)}
        />
      )}
    </section>
  )
}

type ListProps = ScreenProps<Stores> & {
  readonly location: Location
  readonly all: readonly Location[]
  readonly closures: readonly AdministeredClosure[]
  readonly offlineReason: string | null
  readonly onLocation: (locationID: LocationID) => void
  readonly onSaved: (saved: AdministeredClosure) => void
  readonly onReread: () => void
}

function ClosuresOf(props: ListProps) {
  const { bridge, notices, stores, location, all, closures, offlineReason, onSaved } = props
  const [opened, setOpened] = useState<AdministeredClosure | 'new' | null>(null)
  const isDone = ({ state }: AdministeredClosure): boolean => state === 'over' || state === 'withdrawn'
  const ahead = closures.filter((closure) => !isDone(closure))
  const done = closures.filter(isDone)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      disabledReason={offlineReason}
      onPress={() => setOpened('new')}
    >
      {words.create}
    </Button>
  )
  const cards = (list: readonly AdministeredClosure[]) => (
    <ul className="s-clinics__list" aria-label={words.list}>
      {list.map((closure) => (
        <ClosureCard
          key={closure.closureID}
          {...{ bridge, notices, location, closure, offlineReason, onSaved }}
          onReread={props.onReread}
          onChange={() => setOpened(closure)}
        />
      ))}
    </ul>
  )
  return (
    <>
      <div className="w-head-row">
        <SelectField
          label={words.location}
          options={all.map(({ locationID, address }) => ({ value: locationID, label: address.name }))}
          value={location.locationID}
          onChange={(value) => {
            const chosen = all.find(({ locationID }) => locationID === value)
            if (chosen !== undefined) props.onLocation(chosen.locationID)
          }}
        />
        {create}
      </div>
      {ahead.length === 0 ? (
        <EmptyState size="compact" icon={<CalendarOff aria-hidden="true" />} title={words.emptyTitle}>
          {words.empty}
        </EmptyState>
      ) : (
        cards(ahead)
      )}
      {done.length === 0 ? null : (
        <Panel title={words.past} isCollapsible={false}>
          {cards(done)}
        </Panel>
      )}
      {opened === null ? null : (
        <ClosureDialog
          {...{ bridge, notices, location, offlineReason, onSaved }}
          newKey={stores.newKey}
          closure={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
