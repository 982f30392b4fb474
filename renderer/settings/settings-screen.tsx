import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import { formatCount } from '#domain/format/format-count.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Panel } from '../kit/controls/panel.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import type { WithTerminal } from '../payments/terminal-store.ts'
import { PrintersPanel } from '../printing/printers-panel.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithPreferences } from '../session/preferences-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { SupportFactories } from '../support/support-factories.ts'
import { SupportPanel } from '../support/support-panel.tsx'
import { UpdatePanel } from '../update/update-panel.tsx'
import type { WithUpdate } from '../update/update-store.ts'
import { CardReaderPanel } from './card-reader-panel.tsx'
import { DownloadsPanel } from './downloads-panel.tsx'
import { SentMailPanel } from './sent-mail-panel.tsx'
import type { SettingsFactories } from './settings-factories.ts'
import type { SettingsStore } from './settings-store.ts'
import { settingsWords } from './settings-words.ts'
import { describeKeyStore } from './workstation-words.ts'
import '../kit/controls/fact-rows.css'
import './settings-screen.css'

type Stores = SettingsFactories &
  SupportFactories &
  WithConnectivity &
  WithLocations &
  WithPreferences &
  WithTerminal &
  WithUpdate

const themeOptions = [
  { value: 'system', label: settingsWords.appearance.system },
  { value: 'light', label: settingsWords.appearance.light },
  { value: 'dark', label: settingsWords.appearance.dark },
] as const

const densityOptions = [
  { value: 'comfortable', label: settingsWords.appearance.comfortable },
  { value: 'compact', label: settingsWords.appearance.compact },
] as const

/** Shows `/admin/settings`: appearance, lock, devices, downloads, this workstation's facts, its cache and demo mail. */
export function SettingsScreen({ bridge, session, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newSettings(), [stores])
  const workstation = useStore(store, (state) => state.workstation)
  const theme = useStore(stores.preferences, (state) => state.theme)
  const density = useStore(stores.preferences, (state) => state.density)
  const hostZone = useStore(stores.connectivity, (state) => state.connectivity?.hostZone)
  const location = useStore(stores.locations, chosenLocation)
  const zone = location?.timezone ?? parseZoneId(hostZone)
  const { idleLockMinutes } = session
  const isLockManaged = workstation.kind === 'ready' && workstation.value.managed.includes('lockMinutes')

  useEffect(() => {
    void store.getState().load()
    return () => store.getState().stop()
  }, [store])

  return (
    <div className="s-settings">
      <h1>{settingsWords.title}</h1>
      <PrintersPanel bridge={bridge} notices={notices} />
      <div className="s-settings__columns">
        <Panel title={settingsWords.appearance.title} isCollapsible={false}>
          <RadioGroup
            label={settingsWords.appearance.theme}
            variant="segmented"
            options={themeOptions}
            value={theme}
            onChange={(value) => stores.preferences.getState().chooseTheme(value)}
          />
          <RadioGroup
            label={settingsWords.appearance.density}
            variant="segmented"
            options={densityOptions}
            value={density}
            onChange={(value) => stores.preferences.getState().chooseDensity(value)}
          />
        </Panel>
        <Panel title={settingsWords.locking.title} isCollapsible={false}>
          <p>{settingsWords.locking.text(idleLockMinutes)}</p>
          <p className="s-settings__note">
            {isLockManaged ? settingsWords.setByOrganisation : settingsWords.locking.note}
          </p>
        </Panel>
        <CardReaderPanel stores={stores} />
        <DownloadsPanel bridge={bridge} notices={notices} />
        <Panel title={settingsWords.workstation.title} isCollapsible={false}>
          {workstation.kind === 'ready' ? (
            <Workstation info={workstation.value} hostZone={hostZone} store={store} />
          ) : workstation.kind === 'failed' ? (
            <Banner
              tone="error"
              title={settingsWords.workstation.notRead}
              action={
                <Button size="small" onPress={() => void store.getState().load()}>
                  {settingsWords.tryAgain}
                </Button>
              }
            >
              {workstation.failure.message}
            </Banner>
          ) : (
            <SkeletonGroup label={settingsWords.workstation.loading}>
              <Skeleton width="60%" />
              <Skeleton width="70%" />
              <Skeleton width="50%" />
            </SkeletonGroup>
          )}
        </Panel>
        <UpdatePanel store={stores.update} zone={zone} />
        <CachePanel store={store} zone={zone} onDone={() => notices.success(settingsWords.cache.deleted)} />
        <SupportPanel stores={stores} notices={notices} />
      </div>
      <SentMailPanel bridge={bridge} stores={stores} zone={zone} />
    </div>
  )
}

function Workstation({
  info,
  hostZone,
  store,
}: {
  info: WorkstationInfo
  hostZone: string | undefined
  store: SettingsStore
}) {
  const words = settingsWords.workstation
  return (
    <>
      <WorkstationFacts info={info} hostZone={hostZone} />
      {info.server.canLeave ? <LeaveServer store={store} server={info.server.url ?? words.demo} /> : null}
    </>
  )
}

function LeaveServer({ store, server }: { store: SettingsStore; server: string }) {
  const words = settingsWords.workstation
  const leaving = useStore(store, (state) => state.leaving)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="s-settings__actions">
      <Button onPress={() => setAsking(true)}>{words.leave}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.leaveTitle}
        who={words.leaveWho(server)}
        confirmLabel={words.leave}
        isPending={leaving.kind === 'pending'}
        errorMessage={leaving.kind === 'failed' ? leaving.failure.message : undefined}
        onConfirm={() => void store.getState().leaveServer()}
        onClose={() => setAsking(false)}
      >
        <p>{words.leaveText}</p>
      </ConfirmDialog>
    </div>
  )
}

function WorkstationFacts({ info, hostZone }: { info: WorkstationInfo; hostZone: string | undefined }) {
  const words = settingsWords.workstation
  const setBy = words.setBy[info.server.setBy]
  return (
    <dl className="w-fact-rows">
      <dt>{words.version}</dt>
      <dd>{info.shell === 'electron' ? words.desktop(info.version) : words.browser(info.version)}</dd>
      <dt>{words.server}</dt>
      <dd className="s-facts__path">
        {info.server.url ?? words.demo} {setBy}
      </dd>
      <dt>{words.dataFolder}</dt>
      <dd className="s-facts__path">{info.dataFolder}</dd>
      <dt>{words.key}</dt>
      <dd>{describeKeyStore(info.keyStore)}</dd>
      <dt>{words.zone}</dt>
      <dd>{hostZone ?? words.zoneUnknown}</dd>
    </dl>
  )
}

function CachePanel({
  store,
  zone,
  onDone,
}: {
  store: SettingsStore
  /** The zone of the chosen location, otherwise of the computer, as in the status strip. */
  zone: ZoneId | undefined
  onDone: () => void
}) {
  const words = settingsWords.cache
  const { workstation, deletion, deleteCache } = useStore(store)
  const [isAsking, setAsking] = useState(false)
  const cache = workstation.kind === 'ready' ? workstation.value.cache : null
  return (
    <Panel title={words.title} isCollapsible={false}>
      <p>{words.text}</p>
      {cache === null ? null : (
        <dl className="w-fact-rows tabular">
          <dt>{words.bookings}</dt>
          <dd>{formatCount(cache.bookings)}</dd>
          <dt>{words.members}</dt>
          <dd>{formatCount(cache.members)}</dd>
          <dt>{words.size}</dt>
          <dd>{formatSize(cache.sizeBytes)}</dd>
          <dt>{words.asOf}</dt>
          <dd>{cache.asOf === null || zone === undefined ? words.notFilled : formatInstant(cache.asOf, zone)}</dd>
        </dl>
      )}
      <div className="s-settings__actions">
        <Button tone="danger" onPress={() => setAsking(true)}>
          {words.delete}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.confirmTitle}
        who={words.who}
        confirmLabel={words.confirm}
        confirmName={controlWords.commitOf(words.confirm, words.who)}
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
        <p>{words.confirmText}</p>
      </ConfirmDialog>
    </Panel>
  )
}
