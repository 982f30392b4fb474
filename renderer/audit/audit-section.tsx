import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type AuditRow, describeAction, describeField, fieldsOfChange } from '#domain/audit/audit-row.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { AccountsFactories } from '../accounts/accounts-factories.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import type { Notices } from '../kit/notices.ts'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { AuditFactories } from './audit-factories.ts'
import { AuditFilters, type FilterMember } from './audit-filters.tsx'
import { AuditRowDialog, type RowFilter } from './audit-row-dialog.tsx'
import type { AuditStore, AuditTask } from './audit-store.ts'
import { describeAuditFailure, dobInRow, memberInRow, personInRow, auditWords as words } from './audit-words.ts'
import { HeadsPanel } from './heads-panel.tsx'
import { DifferenceBanner } from './kept-heads.tsx'
import './audit.css'

type Stores = AccountsFactories & AuditFactories & MemberFactories & WithConnectivity & WithLocations

const utc = 'UTC' as ZoneId

/**
 * Shows `/admin/administration/audit`: the audit log with its filters and exports, and the heads of this workstation.
 */
export function AuditSection({ stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newAuditLog(), [stores])
  const { filter, behind, task } = useStore(store)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const zone = useStore(stores.locations, chosenLocation)?.timezone ?? utc
  const [member, setMember] = useState<FilterMember | null>(null)
  const offlineReason = isReached ? null : words.offlineReason
  const running = task?.state.kind === 'pending' ? task.name : null
  const { aim, load } = store.getState()
  useEffect(() => void store.getState().load(), [store])
  useEffect(() => {
    if (isReached && store.getState().view.kind === 'failed') void store.getState().load()
  }, [isReached, store])

  const aimAtMember = (chosen: FilterMember | null): void => {
    setMember(chosen)
    const { memberID: _, ...rest } = store.getState().filter
    void aim(chosen === null ? rest : { ...rest, memberID: chosen.memberID })
  }
  const aimAtRow = (row: AuditRow, by: RowFilter): void => {
    if (by === 'member' && row.member !== null) {
      const memberID = row.member.memberID as MemberID
      aimAtMember({ memberID, name: memberInRow(row) ?? memberID, dob: dobInRow(row) })
    }
    if (by === 'person' && row.user !== null) void aim({ ...filter, userID: row.user.userID })
    if (by === 'workstation' && row.workstationID !== null) void aim({ ...filter, workstationID: row.workstationID })
  }
  return (
    <section className="s-audit">
      <p className="s-audit__quiet">{words.intro}</p>
      {isReached ? null : (
        <Banner tone="warning" title={words.offline}>
          {words.offlineReason}
        </Banner>
      )}
      <DifferenceBanner store={store} />
      <AuditFilters
        filter={filter}
        member={member}
        zone={zone}
        stores={stores}
        onChange={(next) => void aim(next)}
        onMember={aimAtMember}
        onClear={() => {
          setMember(null)
          void aim({})
        }}
      >
        <Tools store={store} member={member} running={running} offlineReason={offlineReason} notices={notices} />
      </AuditFilters>
      {task?.state.kind === 'failed' ? (
        <Banner tone="error" title={words.files.failed[task.name]}>
          {describeAuditFailure(task.state.failure)}
        </Banner>
      ) : null}
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
          {describeAuditFailure(behind)}
        </Banner>
      )}
      <Rows store={store} stores={stores} zone={zone} offlineReason={offlineReason} onFilter={aimAtRow} />
      <HeadsPanel store={store} zone={zone} running={running} offlineReason={offlineReason} />
    </section>
  )
}

type ToolsProps = {
  readonly store: AuditStore
  readonly member: FilterMember | null
  readonly running: AuditTask | null
  readonly offlineReason: string | null
  readonly notices: Notices
}

/** Shows the buttons that refresh the list, export its rows, and save the report about the chosen member. */
function Tools({ store, member, running, offlineReason, notices }: ToolsProps) {
  const { load, saveEvents, saveReport } = store.getState()
  const reportReason = offlineReason ?? (member === null ? words.files.needsMember : null)
  const save = async (ask: () => Promise<boolean>, saved: string): Promise<void> => {
    if (await ask()) notices.success(saved)
  }
  return (
    <div className="s-audit__tools">
      <Button
        size="small"
        icon={<RefreshCw aria-hidden="true" />}
        disabledReason={offlineReason}
        onPress={() => void load()}
      >
        {words.refresh}
      </Button>
      {(['pdf', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          isPending={running === format}
          disabledReason={reportReason}
          onPress={() => {
            if (member === null) return
            void save(() => saveReport(member.memberID, format), words.files.reportSaved)
          }}
        >
          {words.files[format]}
        </Button>
      ))}
      <Button
        size="small"
        isPending={running === 'events'}
        disabledReason={offlineReason}
        onPress={() => void save(saveEvents, words.files.eventsSaved)}
      >
        {words.files.events}
      </Button>
    </div>
  )
}

type RowsProps = {
  readonly store: AuditStore
  readonly stores: WithLocations
  readonly zone: ZoneId
  readonly offlineReason: string | null
  readonly onFilter: (row: AuditRow, by: RowFilter) => void
}

function Rows({ store, stores, zone, offlineReason, onFilter }: RowsProps) {
  const { view, more } = useStore(store)
  const [open, setOpen] = useState<AuditRow | null>(null)
  const places = usePlaces(stores, zone)
  if (view.kind === 'failed') {
    return (
      <EmptyState
        title={view.failure.code === 'offline' ? words.offline : words.failed}
        action={<Button onPress={() => void store.getState().load()}>{words.tryAgain}</Button>}
      >
        {describeAuditFailure(view.failure)}
      </EmptyState>
    )
  }
  if (view.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="100vh" />
      </SkeletonGroup>
    )
  }
  const { rows, next } = view.value
  if (rows.length === 0) return <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
  return (
    <>
      <p className="s-audit__quiet tabular" role="status">
        {words.shown(rows.length, next === null)}
      </p>
      <Table
        caption={words.table}
        density="small"
        columns={columnsOf(places, setOpen)}
        rows={rows}
        rowKey={({ sequence }) => String(sequence)}
      />
      {more.kind === 'failed' ? (
        <Banner tone="error" title={words.moreFailed}>
          {describeAuditFailure(more.failure)}
        </Banner>
      ) : null}
      {next === null ? null : (
        <div>
          <Button
            isPending={more.kind === 'pending'}
            disabledReason={offlineReason}
            onPress={() => void store.getState().loadMore()}
          >
            {words.more}
          </Button>
        </div>
      )}
      {open === null ? null : (
        <AuditRowDialog
          row={open}
          zone={places.zoneOf(open)}
          nameOfLocation={places.nameOf}
          onFilter={(by) => {
            setOpen(null)
            onFilter(open, by)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type Places = {
  readonly nameOf: (locationID: string) => string
  /** Returns the zone of an entry's location, or the zone of the chosen location for an entry without a location. */
  readonly zoneOf: (row: AuditRow) => ZoneId
}

/** Returns the names and zones of the locations, for entries of all of them. `zone` is that of the chosen location. */
const usePlaces = (stores: WithLocations, zone: ZoneId): Places => {
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const find = (locationID: string | null) => locations.find((one) => one.locationID === locationID)
  return {
    nameOf: (locationID) => find(locationID)?.address.name ?? locationID,
    zoneOf: ({ locationID }) => find(locationID)?.timezone ?? zone,
  }
}

const columnsOf = ({ nameOf, zoneOf }: Places, onOpen: (row: AuditRow) => void): readonly TableColumn<AuditRow>[] => [
  {
    id: 'time',
    header: words.columns.time,
    cell: (row) => <span className="s-audit__time tabular">{formatInstant(row.at, zoneOf(row))}</span>,
  },
  { id: 'person', header: words.columns.person, cell: personInRow },
  { id: 'action', header: words.columns.action, isRowHeader: true, cell: (row) => <Action row={row} /> },
  {
    id: 'member',
    header: words.columns.member,
    cell: (row) => (
      <Lines parts={[memberInRow(row), dobInRow(row) ?? (row.given === null ? null : words.given(row.given))]} />
    ),
  },
  {
    id: 'place',
    header: words.columns.place,
    cell: ({ locationID, address }) => <Lines parts={[locationID === null ? null : nameOf(locationID), address]} />,
  },
  {
    id: 'acts',
    header: <span className="w-visually-hidden">{words.columns.acts}</span>,
    width: '1%',
    cell: (row) => (
      <Button
        size="small"
        aria-label={words.detailsOf(`${describeAction(row.action)}, ${formatInstant(row.at, zoneOf(row))}`)}
        onPress={() => onOpen(row)}
      >
        {words.details}
      </Button>
    ),
  },
]

function Action({ row }: { readonly row: AuditRow }) {
  const fields = fieldsOfChange(row).map(describeField)
  const shown = fields.length > 3 ? [...fields.slice(0, 3), '…'] : fields
  return (
    <Lines
      parts={[
        describeAction(row.action),
        row.outcome === 'ok' ? (fields.length === 0 ? null : words.changed(shown)) : words.refused(row.outcome),
      ]}
    />
  )
}

/** Shows the first part as the text of the cell, and the other parts below it in muted text. */
function Lines({ parts }: { readonly parts: readonly (string | null)[] }) {
  const [first, ...others] = parts.filter((part) => part !== null)
  return (
    <div className="s-audit__lines">
      <span>{first}</span>
      {others.map((text) => (
        <span key={text} className="s-audit__quiet">
          {text}
        </span>
      ))}
    </div>
  )
}
