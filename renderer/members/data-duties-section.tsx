import { Eraser, Scale } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { DataDuties } from '#contract/members/data-duties-fields.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Erasure } from '#domain/members/erasure.ts'
import type { LegalHold } from '#domain/members/legal-hold.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { describeUnreadDuties, dataDutiesWords as words } from './data-duties-words.ts'
import type { MemberFactories } from './member-factories.ts'
import { RetentionPart } from './retention-part.tsx'
import './data-duties.css'

type Stores = Pick<MemberFactories, 'newDataDuties'> & WithConnectivity & WithLocations

/** Shows `/admin/administration/data-duties`: the legal holds in force, retention, and the latest erasures. */
export function DataDutiesSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newDataDuties(), [stores])
  const { view, behind } = useStore(store)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const zone = useStore(stores.locations, chosenLocation)?.timezone ?? ('UTC' as ZoneId)
  const { load } = store.getState()
  useEffect(() => {
    if (isReached || store.getState().view.kind === 'idle') void store.getState().load()
  }, [store, isReached])
  if (view.kind === 'failed') {
    return (
      <EmptyState
        title={view.failure.code === 'offline' ? words.offline : words.failed}
        action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
      >
        {describeUnreadDuties(view.failure)}
      </EmptyState>
    )
  }
  if (view.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="240px" />
      </SkeletonGroup>
    )
  }
  return (
    <div className="s-duties">
      <p className="s-duties__quiet">{words.intro}</p>
      {isReached && behind === null ? null : (
        <Banner
          tone="warning"
          title={isReached ? words.behind : words.offline}
          action={
            isReached ? (
              <Button size="small" onPress={() => void load()}>
                {words.tryAgain}
              </Button>
            ) : undefined
          }
        >
          {behind === null ? words.offlineReason : describeUnreadDuties(behind)}
        </Banner>
      )}
      <Holds {...view.value} zone={zone} />
      <RetentionPart
        {...{ bridge, store, zone, notices }}
        retention={view.value.retention}
        offlineReason={isReached ? null : words.offlineReason}
      />
      <Erasures {...view.value} zone={zone} />
    </div>
  )
}

function Holds({ holds, zone }: Pick<DataDuties, 'holds'> & { readonly zone: ZoneId }) {
  return (
    <section className="s-duties__part" aria-label={words.holds.title}>
      <h2>{words.holds.title}</h2>
      {holds.length === 0 ? (
        <EmptyState size="compact" icon={<Scale aria-hidden="true" />} title={words.holds.none}>
          {words.holds.noneText}
        </EmptyState>
      ) : (
        <Table
          caption={words.holds.caption}
          density="small"
          columns={holdColumns(zone)}
          rows={holds}
          rowKey={({ holdID }) => holdID}
        />
      )}
    </section>
  )
}

const holdColumns = (zone: ZoneId): readonly TableColumn<LegalHold>[] => [
  {
    id: 'member',
    header: words.holds.columns.member,
    cell: ({ member, memberID }) => <MemberCell name={member.name} dob={member.dob} facts={[memberID]} />,
  },
  { id: 'name', header: words.holds.columns.name, isRowHeader: true, cell: ({ name }) => name },
  { id: 'reason', header: words.holds.columns.reason, cell: ({ reason }) => reason },
  {
    id: 'placed',
    header: words.holds.columns.placed,
    cell: ({ placedAt, placedBy }) => (
      <div className="s-duties__lines">
        <span className="tabular">{formatInstant(placedAt, zone)}</span>
        <span className="s-duties__quiet">{placedBy}</span>
      </div>
    ),
  },
  {
    id: 'acts',
    header: <span className="w-visually-hidden">{words.holds.columns.acts}</span>,
    width: '1%',
    cell: ({ member, memberID }) => (
      <LinkButton
        size="small"
        href={paths.members({ memberID })}
        aria-label={words.openMember(member.name, formatDate(member.dob))}
      >
        {words.open}
      </LinkButton>
    ),
  },
]

function Erasures({ erasures, zone }: Pick<DataDuties, 'erasures'> & { readonly zone: ZoneId }) {
  return (
    <section className="s-duties__part" aria-label={words.erasure.list}>
      <h2>{words.erasure.list}</h2>
      {erasures.length === 0 ? (
        <EmptyState size="compact" icon={<Eraser aria-hidden="true" />} title={words.erasure.none}>
          {words.erasure.noneText}
        </EmptyState>
      ) : (
        <Table
          caption={words.erasure.caption}
          density="small"
          columns={erasureColumns(zone)}
          rows={erasures}
          rowKey={({ erasureID }) => erasureID}
        />
      )}
    </section>
  )
}

const erasureColumns = (zone: ZoneId): readonly TableColumn<Erasure>[] => [
  {
    id: 'member',
    header: words.erasure.columns.member,
    isRowHeader: true,
    cell: ({ memberID }) => <span className="tabular">{memberID}</span>,
  },
  {
    id: 'time',
    header: words.erasure.columns.time,
    cell: ({ at }) => <span className="tabular">{formatInstant(at, zone)}</span>,
  },
  { id: 'person', header: words.erasure.columns.person, cell: ({ by }) => by },
  {
    id: 'basis',
    header: words.erasure.columns.basis,
    cell: ({ basis }) => (basis === null ? words.erasure.noBasis : words.erasure.bases[basis]),
  },
  { id: 'reason', header: words.erasure.columns.reason, cell: ({ reason }) => reason },
]
