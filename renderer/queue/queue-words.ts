import type { Job, JobKind } from '#domain/queue/job.ts'
import { jobKindWords } from '#domain/queue/job-words.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

/** The group of a job on the screen; the group that needs staff comes first. */
export type JobGroup = 'attention' | 'under-way' | 'ended'

/** Returns whether a print job waits for staff: the printer gave a reason, such as no paper. */
const isHeldUp = ({ kind, state, reason }: Pick<Job, 'kind' | 'state' | 'reason'>): boolean =>
  kind === 'print' && state === 'handed-over' && reason !== null

type Standing = Pick<Job, 'kind' | 'state' | 'reason' | 'isStuck'>

export const jobGroupOf = (job: Standing): JobGroup => {
  const { state, isStuck } = job
  if (state === 'failed' || state === 'uncertain' || isStuck || isHeldUp(job)) return 'attention'
  return state === 'delivered' || state === 'cancelled' ? 'ended' : 'under-way'
}

export const groupTitles: Readonly<Record<JobGroup, string>> = {
  attention: 'Needs attention',
  'under-way': 'Under way',
  ended: 'Done',
}

export const stateTone = (job: Standing): BadgeTone => {
  const { state, isStuck } = job
  if (state === 'failed') return 'danger'
  if (state === 'uncertain' || isStuck || isHeldUp(job)) return 'warning'
  if (state === 'delivered') return 'success'
  return state === 'cancelled' ? 'neutral' : 'info'
}

/** Returns the lines below a job's state: the reason, the progress, the next retry. */
export const detailLines = (job: Job, zone: ZoneId, isPaused: boolean): readonly string[] => [
  ...(job.reason === null ? [] : [job.reason]),
  ...(job.progress === null ? [] : [`${job.progress.done} of ${job.progress.total} ${job.progress.unit}`]),
  ...(job.state === 'queued' && isPaused ? [`${jobKindWords[job.kind]} is paused.`] : []),
  ...(job.state === 'queued' && !isPaused && job.nextAttemptAt !== null
    ? [`Tried again ${formatInstant(job.nextAttemptAt, zone)}, ${attemptsSoFar(job.attempts)}.`]
    : []),
  ...(job.isStuck ? ['It has not moved for longer than it should.'] : []),
]

const attemptsSoFar = (attempts: number): string => (attempts === 1 ? '1 try so far' : `${attempts} tries so far`)

/**
 * Returns the member of a job, such as `Ana Silva, 03 Feb 1980`; empty when there is none or the user may not see them.
 */
export const whoseJob = ({ member }: Pick<Job, 'member'>): string =>
  member === null ? '' : `${member.name}, ${formatDate(member.dob)}`

/** Returns the object of a button for screen readers, such as `fax of Physician report, Ana Silva, 03 Feb 1980`. */
export const describeJob = (job: Pick<Job, 'kind' | 'title' | 'member'>): string =>
  [`${jobKindWords[job.kind]} of ${job.title}`, whoseJob(job)].filter((part) => part !== '').join(', ')

export const when = (at: Instant, zone: ZoneId): string => formatInstant(at, zone)

/** Returns the label of the pause button: `Pause faxes` or `Let e-mails go on`. */
export const pauseWords = (kind: JobKind, isPaused: boolean): string =>
  isPaused ? `Let ${plural[kind]} go on` : `Pause ${plural[kind]}`

const plural: Readonly<Record<JobKind, string>> = {
  fax: 'faxes',
  email: 'e-mails',
  cd: 'CDs',
  usb: 'sticks',
  message: 'member e-mails',
  print: 'printing',
}
