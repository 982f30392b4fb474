import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import type { WithTerminal } from '../payments/terminal-store.ts'
import { PrintersPanel } from '../printing/printers-panel.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithPreferences } from '../session/preferences-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { CardReaderPanel } from './card-reader-panel.tsx'
import { DownloadsPanel } from './downloads-panel.tsx'
import { SentMailPanel } from './sent-mail-panel.tsx'
import type { SettingsFactories } from './settings-factories.ts'
import type { SettingsStore } from './settings-store.ts'
import { describeKeyStore, formatSize } from './workstation-words.ts'
import '../kit/controls/fact-rows.css'
import './settings-screen.css'

type Stores = SettingsFactories & WithConnectivity & WithLocations & WithPreferences & WithTerminal

const themeOptions = [
  { value: 'system', label: 'As the computer' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Shows `/admin/settings`: appearance, lock, this workstation's data, and the deletion of its cache. */
export function SettingsScreen({ bridge, session, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newSettings(), [stores])
  const workstation = useStore(store, (state) => state.workstation)
  const theme = useStore(stores.preferences, (state) => state.theme)
  const hostZone = useStore(stores.connectivity, (state) => state.connectivity?.hostZone)
  const location = useStore(stores.locations, chosenLocation)
  const zone = location?.timezone ?? parseZoneId(hostZone)
  const { idleLockMinutes } = session

  useEffect(() => {
    void store.getState().load()
    return () => store.getState().stop()
  }, [store])

  return (
    <div className="s-settings">
      <h1>Settings</h1>
      <Panel title="Appearance" isCollapsible={false}>
        <RadioGroup
          label="Theme"
          variant="segmented"
          options={themeOptions}
          value={theme}
          onChange={(value) => stores.preferences.getState().chooseTheme(value)}
        />
      </Panel>
      <Panel title="Locking" isCollapsible={false}>
        <p>
          Atrium locks after {idleLockMinutes === 1 ? '1 minute' : `${idleLockMinutes} minutes`} without a touch of
          mouse or keyboard, and warns 30 seconds before. F9 or Ctrl+Shift+L locks at once. What is being typed is kept.
        </p>
        <p className="s-settings__note">The minutes are set by your clinic's policy, between 1 and 15.</p>
      </Panel>
      <CardReaderPanel stores={stores} />
      <PrintersPanel bridge={bridge} notices={notices} />
      <DownloadsPanel bridge={bridge} notices={notices} />
      <Panel title="This workstation" isCollapsible={false}>
        {workstation.kind === 'ready' ? (
          <Workstation info={workstation.value} hostZone={hostZone} />
        ) : workstation.kind === 'failed' ? (
          <Banner
            tone="error"
            title="This workstation's details could not be read"
            action={
              <Button size="small" onPress={() => void store.getState().load()}>
                Try again
              </Button>
            }
          >
            {workstation.failure.message}
          </Banner>
        ) : (
          <SkeletonGroup label="Loading this workstation's details">
            <Skeleton width="60%" />
            <Skeleton width="70%" />
            <Skeleton width="50%" />
          </SkeletonGroup>
        )}
      </Panel>
      <CachePanel
        store={store}
        zone={zone}
        onDone={() => notices.success('The cache was deleted and is being filled again')}
      />
      <SentMailPanel bridge={bridge} stores={stores} zone={zone} />
    </div>
  )
}

function Workstation({ info, hostZone }: { info: WorkstationInfo; hostZone: string | undefined }) {
  return (
    <dl className="w-fact-rows">
      <dt>Version</dt>
      <dd>
        Atrium {info.version}, {info.shell === 'electron' ? 'desktop app' : 'in the browser'}
      </dd>
      <dt>Data folder</dt>
      <dd className="s-facts__path">{info.dataFolder}</dd>
      <dt>Where the key is kept</dt>
      <dd>{describeKeyStore(info.keyStore)}</dd>
      <dt>Time zone of this computer</dt>
      <dd>{hostZone ?? 'not known yet'}</dd>
    </dl>
  )
}

function CachePanel({
  store,
  zone,
  onDone,
}: {
  store: SettingsStore
  /** The zone of the chosen location, as in the status strip. */
  zone: ZoneId | undefined
  onDone: () => void
}) {
  const { workstation, deletion, deleteCache } = useStore(store)
  const [isAsking, setAsking] = useState(false)
  const cache = workstation.kind === 'ready' ? workstation.value.cache : null
  return (
    <Panel title="Offline cache" isCollapsible={false}>
      <p>
        A copy of bookings and members, so that the week can be read and searched when the back office is away. It is
        encrypted.
      </p>
      {cache === null ? null : (
        <dl className="w-fact-rows tabular">
          <dt>Bookings</dt>
          <dd>{cache.bookings.toLocaleString('en-CA')}</dd>
          <dt>Members</dt>
          <dd>{cache.members.toLocaleString('en-CA')}</dd>
          <dt>Size</dt>
          <dd>{formatSize(cache.sizeBytes)}</dd>
          <dt>As of</dt>
          <dd>{cache.asOf === null || zone === undefined ? 'not filled yet' : formatInstant(cache.asOf, zone)}</dd>
        </dl>
      )}
      <div className="s-settings__actions">
        <Button tone="danger" onPress={() => setAsking(true)}>
          Delete the cache
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete the cache?"
        confirmLabel="Delete the cache"
        tone="danger"
        isPending={deletion.kind === 'pending'}
        errorMessage={deletion.kind === 'failed' ? deletion.failure.message : undefined}
        onConfirm={async () => {
          if (!(await deleteCache())) return
          setAsking(false)
          onDone()
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          This is always safe: the cache holds nothing but copies, and fills again from the back office. Drafts and
          bookings that are waiting are kept elsewhere and stay. Until it is full again, less can be read offline.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}
