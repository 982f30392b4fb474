import type { JobsView } from '#contract/queue/bridge.ts'
import type { Job } from '#domain/queue/job.ts'
import { type CancelOffer, cancelOffer, jobActions } from '#domain/queue/job-actions.ts'
import { jobKindWords, jobStateWord } from '#domain/queue/job-words.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import type { JobsStore } from './jobs-store.ts'
import {
  describeJob,
  detailLines,
  groupTitles,
  type JobGroup,
  jobGroupOf,
  queuesWords,
  stateTone,
  when,
  whoseJob,
} from './queue-words.ts'

const words = queuesWords.actions

/** Acts on a job or a kind of job, and shows the failure. Returns whether it was done. */
export type JobAct = (
  key: string,
  title: string,
  call: Parameters<ReturnType<JobsStore['getState']>['act']>[1],
) => Promise<boolean>

type JobGroupsProps = {
  readonly view: JobsView
  readonly zoneOf: (job: Job) => ZoneId
  readonly groups: readonly JobGroup[]
  readonly busy: ReadonlySet<string>
  readonly act: JobAct
  readonly onAsk: (job: Job) => void
  readonly onDrop: (job: Job) => void
}

/** Shows the jobs of some groups, a table for each group that has jobs. */
export function JobGroups({ groups, view, zoneOf, busy, act, onAsk, onDrop }: JobGroupsProps) {
  const filled = groups.flatMap((group) => {
    const jobs = view.jobs.filter((job) => jobGroupOf(job) === group)
    return jobs.length === 0 ? [] : [{ group, jobs }]
  })
  if (filled.length === 0) return null
  return (
    <div className="s-queues__side">
      {filled.map(({ group, jobs }) => (
        <Panel
          key={group}
          title={groupTitles[group]}
          isCollapsible={false}
          isFlush
          badge={<Badge tone={group === 'attention' ? 'warning' : 'neutral'}>{jobs.length}</Badge>}
        >
          <Table<Job>
            caption={groupTitles[group]}
            density="small"
            className="s-queues__table"
            rows={jobs}
            rowKey={({ jobID }) => jobID}
            columns={[
              {
                id: 'what',
                header: queuesWords.columns.what,
                isRowHeader: true,
                cell: (job) => <JobDescription job={job} />,
                width: '25%',
              },
              { id: 'to', header: queuesWords.columns.to, cell: ({ recipient }) => recipient, width: '20%' },
              {
                id: 'state',
                header: queuesWords.columns.state,
                width: '25%',
                cell: (job) => <State job={job} zone={zoneOf(job)} isPaused={view.paused.includes(job.kind)} />,
              },
              {
                id: 'when',
                header: queuesWords.columns.askedFor,
                cell: (job) => (
                  <>
                    {when(job.at, zoneOf(job))}
                    <span className="s-queues__quiet">{job.by}</span>
                  </>
                ),
                width: '15%',
              },
              {
                id: 'actions',
                header: queuesWords.columns.actions,
                width: '15%',
                cell: (job) => (
                  <Actions
                    job={job}
                    isBusy={busy.has(job.jobID)}
                    onSettle={() => onAsk(job)}
                    onDrop={() => onDrop(job)}
                    onAct={(title, call) => void act(job.jobID, title, call)}
                  />
                ),
              },
            ]}
          />
        </Panel>
      ))}
    </div>
  )
}

function JobDescription({ job }: { readonly job: Job }) {
  const whose = whoseJob(job)
  return (
    <>
      {queuesWords.job.titled(jobKindWords[job.kind], job.title)}
      {whose === '' ? null : <span className="s-queues__who">{whose}</span>}
      {job.studyID === null || job.member === null ? null : (
        <span className="s-queues__study">
          <LinkButton variant="plain" size="micro" href={paths.study(job.studyID)}>
            {queuesWords.job.study(job.studyID)}
          </LinkButton>
        </span>
      )}
    </>
  )
}

function State({ job, zone, isPaused }: { readonly job: Job; readonly zone: ZoneId; readonly isPaused: boolean }) {
  return (
    <>
      <Badge tone={stateTone(job)}>{jobStateWord(job)}</Badge>
      {detailLines(job, zone, isPaused).map((line) => (
        <span key={line} className="s-queues__quiet">
          {line}
        </span>
      ))}
    </>
  )
}

type ActionsProps = {
  readonly job: Job
  readonly isBusy: boolean
  readonly onSettle: () => void
  /** Asks for confirmation, then clears a failed job. */
  readonly onDrop: () => void
  readonly onAct: (title: string, call: Parameters<ReturnType<JobsStore['getState']>['act']>[1]) => void
}

const retryLabel = ({ state, handOverInMs }: Pick<Job, 'state' | 'handOverInMs'>): string =>
  state === 'failed' ? words.tryAgain : handOverInMs === null ? words.tryNow : words.sendNow

const cancelLabels: Readonly<Record<CancelOffer, string>> = {
  undo: words.undo,
  cancel: words.cancel,
  stop: words.stop,
}

/** Shows the actions that the job allows. The state beside them explains why other actions are missing. */
function Actions({ job, isBusy, onSettle, onDrop, onAct }: ActionsProps) {
  const may = jobActions(job)
  const offer = cancelOffer(job)
  const { jobID } = job
  const about = describeJob(job)
  return (
    <span className="s-queues__actions">
      {may.settle === null ? (
        <Button size="xsmall" variant="primary" aria-label={words.about(words.resolve, about)} onPress={onSettle}>
          {words.resolve}
        </Button>
      ) : null}
      {may.retry === null ? (
        <Button
          size="xsmall"
          isPending={isBusy}
          aria-label={words.about(retryLabel(job), about)}
          onPress={() => onAct(words.notRetried, (jobs) => jobs.retry({ jobID }))}
        >
          {retryLabel(job)}
        </Button>
      ) : null}
      {offer === null ? null : (
        <Button
          size="xsmall"
          isPending={isBusy}
          aria-label={words.about(cancelLabels[offer], about)}
          onPress={() => onAct(words.notCancelled, (jobs) => jobs.cancel({ jobID }))}
        >
          {cancelLabels[offer]}
        </Button>
      )}
      {may.dismiss === null ? (
        <Button
          size="xsmall"
          isPending={isBusy}
          aria-label={words.about(words.dismiss, about)}
          onPress={() =>
            job.state === 'failed' ? onDrop() : onAct(words.notDismissed, (jobs) => jobs.dismiss({ jobID }))
          }
        >
          {words.dismiss}
        </Button>
      ) : null}
    </span>
  )
}
