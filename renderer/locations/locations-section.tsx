import { Building2, Plus, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatPercent } from '#domain/format/format-count.ts'
import type { AdministeredLocation } from '#domain/locations/location-draft.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { ClinicsFactories } from './clinics-factories.ts'
import { LocationDialog } from './location-dialog.tsx'
import { locationsSectionWords as words } from './locations-section-words.ts'
import type { WithLocations } from './locations-store.ts'
import './clinics.css'

type Stores = ClinicsFactories & WithConnectivity & WithLocations

const matches = ({ location }: AdministeredLocation, text: string): boolean => {
  const { name, city, state } = location.address
  return foldText(`${location.locationID} ${name} ${city} ${state}`).includes(foldText(text))
}

/** Shows `/admin/administration/locations`: all clinics. The user can create and change clinics and their machines. */
export function LocationsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const { newClinics, newKey } = stores
  const store = useMemo(() => newClinics(), [newClinics])
  const { locations, behind, load, putLocation } = useStore(store)
  const late = behind.locations ?? behind.closures
  const skuNames = useStore(stores.locations, ({ catalogue }) => catalogue)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<AdministeredLocation | 'new' | null>(null)
  useEffect(() => {
    if (isOnline) void load()
  }, [isOnline, load])
  const names = useMemo(
    () =>
      new Map<number, string>(skuNames.kind === 'ready' ? skuNames.value.skus.map((sku) => [sku.skuID, sku.name]) : []),
    [skuNames],
  )
  const offlineReason = whyNotOffline('administer', isOnline)
  const createButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      disabledReason={offlineReason}
      onPress={() => setOpened('new')}
    >
      {words.create}
    </Button>
  )
  const all = locations.kind === 'ready' ? locations.value : []
  const shown = all.filter((record) => matches(record, text))
  return (
    <section className="s-clinics" aria-label={words.title}>
      <header className="w-head-row">
        <p className="s-clinics__quiet">{words.intro}</p>
        {all.length > 0 ? createButton : null}
      </header>
      {isOnline ? null : (
        <Banner tone="warning" title={words.offlineTitle}>
          {describeOffline('administration')}
        </Banner>
      )}
      {locations.kind === 'failed' ? (
        <EmptyState title={words.failedTitle} action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}>
          {locations.failure.message}
        </EmptyState>
      ) : locations.kind !== 'ready' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="240px" />
        </SkeletonGroup>
      ) : all.length === 0 ? (
        <EmptyState icon={<Building2 aria-hidden="true" />} title={words.emptyTitle} action={createButton}>
          {words.empty}
        </EmptyState>
      ) : (
        <>
          {late === null || !isOnline ? null : (
            <Banner tone="warning" title={words.behindTitle}>
              {late.message}
            </Banner>
          )}
          <TextField
            label={words.search}
            type="search"
            className="s-clinics__search"
            icon={<Search aria-hidden="true" size={16} />}
            value={text}
            onChange={setText}
            onClear={() => setText('')}
          />
          <LocationsTable records={shown} text={text} onOpen={setOpened} />
        </>
      )}
      {opened === null ? null : (
        <LocationDialog
          {...{ bridge, notices, newKey, offlineReason }}
          record={opened === 'new' ? null : opened}
          skuNames={names}
          onSaved={putLocation}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

function LocationsTable(props: {
  readonly records: readonly AdministeredLocation[]
  readonly text: string
  readonly onOpen: (record: AdministeredLocation) => void
}) {
  return (
    <Table
      caption={words.list}
      density="small"
      rows={props.records}
      rowKey={({ location }) => location.locationID}
      empty={words.noMatch(props.text)}
      columns={[
        {
          id: 'name',
          header: words.heads.name,
          isRowHeader: true,
          cell: ({ location }) => location.address.name,
        },
        {
          id: 'id',
          header: words.heads.id,
          cell: ({ location }) => <span className="s-clinics__whole">{location.locationID}</span>,
        },
        {
          id: 'place',
          header: words.heads.place,
          cell: ({ location }) => (
            <>
              <span className="s-clinics__whole">{location.address.city},</span> {location.address.state}
            </>
          ),
        },
        { id: 'zone', header: words.heads.zone, cell: ({ location }) => location.timezone },
        {
          id: 'machines',
          header: words.heads.machines,
          isNumeric: true,
          cell: ({ location }) => location.machines.filter(({ active }) => active !== false).length,
        },
        {
          id: 'tax',
          header: words.heads.tax,
          cell: ({ location }) => ((location.taxRate ?? 0) === 0 ? words.exempt : formatPercent(location.taxRate ?? 0)),
        },
        {
          id: 'state',
          header: words.heads.state,
          cell: ({ location }) =>
            location.active ? <Badge tone="success">{words.active}</Badge> : <Badge>{words.inactive}</Badge>,
        },
        {
          id: 'acts',
          header: <VisuallyHidden>{words.heads.actions}</VisuallyHidden>,
          width: '1%',
          cell: (record) => (
            <Button
              size="small"
              aria-label={words.editOf(record.location.address.name)}
              onPress={() => props.onOpen(record)}
            >
              {words.edit}
            </Button>
          ),
        },
      ]}
    />
  )
}
