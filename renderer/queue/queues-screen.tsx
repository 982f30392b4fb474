import { Inbox, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { JobsView } from '#contract/queue/bridge.ts'
import { describeOffline } from '#domain/offline/offline-policy.ts'
import { type Job, type JobKind, type JobResolution, jobKinds } from '#domain/queue/job.ts'
import { jobKindWords } from '#domain/queue/job-words.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { type JobAct, JobGroups } from './job-groups.tsx'
import type { JobsStore, WithJobs } from './jobs-store.ts'
import { describeJob, type JobGroup, jobGroupOf, pauseWords, queuesWords } from './queue-words.ts'
import { ResolveJobDialog } from './resolve-job-dialog.tsx'
import './queues.css'

const words = queuesWords.actions

type Stores = WithConnectivity & WithJobs & WithLocations

/** The groups of jobs in the two columns of a wide window: jobs that still need work, and jobs that have ended. */
const sides: readonly (readonly JobGroup[])[] = [['attention', 'under-way'], ['ended']]

/**
 * Shows `/admin/queues`: everything this workstation sends, prints and writes to discs and USB sticks, for all users,
 * and the jobs that need staff.
 */
export function QueuesScreen({ stores, notices }: ScreenProps<Stores>) {
  const store = stores.jobs
  const view = useStore(store, (state) => state.view)
  const behind = useStore(store, (state) => state.behind)
  const location = useStore(stores.locations, chosenLocation)
  const hostZone = useStore(stores.connectivity, (state) => state.connectivity?.hostZone)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const fallback = location?.timezone ?? parseZoneId(hostZone) ?? parseZoneId('UTC')
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  // A job's times use the zone of its study's location, as on the study page. A job without a study uses the zone of
  // the chosen location, or of the workstation while none is chosen.
  const zoneAt = (locationID: Job['locationID']): ZoneId | undefined =>
    locations.find((each) => each.locationID === locationID)?.timezone
  const isReached = useStore(stores.connectivity, isOnlineNow)
  useEffect(() => void store.getState().load(), [store])
  if (view.kind === 'failed') {
    return (
      <EmptyState
        title={queuesWords.notRead}
        action={<Button onPress={() => void store.getState().load()}>{queuesWords.tryAgain}</Button>}
      >
        {view.failure.message}
      </EmptyState>
    )
  }
  return (
    <div className="s-queues">
      <h1>{queuesWords.title}</h1>
      <p className="s-queues__quiet">{queuesWords.intro}</p>
      {isReached ? null : (
        <Banner tone="warning" title={queuesWords.offline}>
          {describeOffline('queues')}
        </Banner>
      )}
      {behind === null ? null : (
        <Banner
          tone="warning"
          title={queuesWords.behind}
          action={
            <Button size="small" onPress={() => void store.getState().load()}>
              {queuesWords.tryAgain}
            </Button>
          }
        >
          {behind.message}
        </Banner>
      )}
      {view.kind === 'ready' && fallback !== undefined ? (
        <Queue
          store={store}
          view={view.value}
          zoneOf={({ locationID }) => zoneAt(locationID) ?? fallback}
          onFailed={(title, text) => notices.error({ title, description: text })}
        />
      ) : (
        <SkeletonGroup label={queuesWords.loading}>
          <Skeleton shape="block" height="60px" />
          <Skeleton shape="block" height="220px" />
        </SkeletonGroup>
      )}
    </div>
  )
}

/** Shows each kind of job with the number of its jobs in progress, and pauses or resumes it. */
function Kinds({
  view,
  busy,
  act,
}: {
  readonly view: JobsView
  readonly busy: ReadonlySet<string>
  readonly act: JobAct
}) {
  return (
    <Panel title={queuesWords.kinds.title} isCollapsible={false}>
      <ul className="s-queues__kinds">
        {jobKinds.map((kind) => (
          <Kind
            key={kind}
            kind={kind}
            waiting={view.jobs.filter((job) => job.kind === kind && jobGroupOf(job) === 'under-way').length}
            isPaused={view.paused.includes(kind)}
            isBusy={busy.has(kind)}
            onToggle={(isPaused) =>
              void act(kind, queuesWords.kinds.notChanged, (jobs) => jobs.pause({ kind, isPaused }))
            }
          />
        ))}
      </ul>
    </Panel>
  )
}

type QueueProps = {
  readonly store: JobsStore
  readonly view: JobsView
  readonly zoneOf: (job: Job) => ZoneId
  readonly onFailed: (title: string, text: string) => unknown
}

function Queue({ store, view, zoneOf, onFailed }: QueueProps) {
  const [asked, setAsked] = useState<Job | null>(null)
  const [dropped, setDropped] = useState<Job | null>(null)
  const busy = useStore(store, (state) => state.busy)
  const act: JobAct = async (key, title, call) => {
    const failure = await store.getState().act(key, call)
    if (failure !== null) onFailed(title, failure.message)
    return failure === null
  }
  return (
    <>
      <Kinds view={view} busy={busy} act={act} />
      {view.jobs.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden="true" />} title={queuesWords.empty}>
          {queuesWords.emptyText}
        </EmptyState>
      ) : null}
      <div className="s-queues__groups">
        {sides.map((groups) => (
          <JobGroups
            key={groups[0]}
            groups={groups}
            view={view}
            zoneOf={zoneOf}
            busy={busy}
            act={act}
            onAsk={setAsked}
            onDrop={setDropped}
          />
        ))}
      </div>
      <ConfirmDialog
        isOpen={dropped !== null}
        title={queuesWords.dismissal.title}
        who={dropped === null ? null : describeJob(dropped)}
        confirmLabel={queuesWords.dismissal.confirm}
        confirmName={dropped === null ? undefined : words.about(queuesWords.dismissal.confirm, describeJob(dropped))}
        isPending={dropped !== null && busy.has(dropped.jobID)}
        onClose={() => setDropped(null)}
        onConfirm={async () => {
          if (dropped === null) return
          const { jobID } = dropped
          await act(jobID, words.notDismissed, (jobs) => jobs.dismiss({ jobID }))
          setDropped(null)
        }}
      >
        <p>{queuesWords.dismissal.text}</p>
      </ConfirmDialog>
      <ResolveJobDialog
        job={asked}
        isPending={asked !== null && busy.has(asked.jobID)}
        onClose={() => setAsked(null)}
        onSettle={async (settlement: JobResolution) => {
          if (asked === null) return
          const { jobID } = asked
          if (await act(jobID, words.notRecorded, (jobs) => jobs.settle({ jobID, settlement }))) setAsked(null)
        }}
      />
    </>
  )
}

type KindProps = {
  readonly kind: JobKind
  readonly waiting: number
  readonly isPaused: boolean
  readonly isBusy: boolean
  readonly onToggle: (isPaused: boolean) => void
}

function Kind({ kind, waiting, isPaused, isBusy, onToggle }: KindProps) {
  return (
    <li className="s-queues__kind">
      <span>
        <strong>{jobKindWords[kind]}</strong>
        <span className="s-queues__quiet">{queuesWords.kinds.status(isPaused, waiting)}</span>
      </span>
      <Button
        size="xsmall"
        icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        isPending={isBusy}
        onPress={() => onToggle(!isPaused)}
      >
        {pauseWords(kind, isPaused)}
      </Button>
    </li>
  )
}
