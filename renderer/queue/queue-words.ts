import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Job, JobKind } from '#domain/queue/job.ts'
import { jobKindWords } from '#domain/queue/job-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

/** The texts of the Queues screen. */
export const queuesWords = {
  title: 'Queues',
  intro:
    'Faxes, emails, discs and print jobs from this computer. Jobs keep running after you sign out. Atrium never resends a job that may have been sent.',
  notRead: "Couldn't load the queue",
  tryAgain: 'Try again',
  offline: "You're offline. Print jobs continue. All other jobs wait until you're back online.",
  behind: "Couldn't refresh the queue. It may be out of date.",
  loading: 'Loading the queue',
  empty: 'Queue is empty',
  emptyText: 'Faxes, emails, discs and print jobs from this computer appear here.',
  groups: { attention: 'Needs attention', underWay: 'In progress', ended: 'Done' },
  kinds: {
    title: 'Sending and printing',
    status: (isPaused: boolean, count: number) => {
      if (isPaused) return count === 0 ? 'Paused' : `Paused, ${count} waiting`
      return count === 0 ? 'Idle' : `${count} in progress`
    },
    notChanged: "Couldn't pause or resume sending",
    pause: {
      fax: 'Pause faxes',
      email: 'Pause emails',
      cd: 'Pause CDs',
      usb: 'Pause USB',
      message: 'Pause member emails',
      print: 'Pause printing',
    },
    resume: {
      fax: 'Resume faxes',
      email: 'Resume emails',
      cd: 'Resume CDs',
      usb: 'Resume USB',
      message: 'Resume member emails',
      print: 'Resume printing',
    },
  },
  columns: { what: 'Job', to: 'To', state: 'Status', askedFor: 'Requested', actions: 'Actions' },
  job: {
    /** Such as `Physician report (Fax)`. */
    name: (kind: string, title: string) => `${title} (${kind})`,
    titled: (kind: string, title: string) => `${kind}: ${title}`,
    study: (studyID: string) => `Study ${studyID}`,
    progress: (done: number, total: number, unit: string) => `${done} of ${total} ${unit}`,
    kindPaused: (kind: string) => `${kind} is paused.`,
    triedAgain: (time: string, attempts: number) =>
      `Next try ${time}. ${attempts === 1 ? '1 try so far' : `${attempts} tries so far`}.`,
    stuck: 'This is taking longer than expected.',
  },
  actions: {
    /** The name of a button for screen readers, which includes the job. */
    about: (action: string, job: string) => `${action}: ${job}`,
    resolve: 'Record result',
    tryAgain: 'Try again',
    tryNow: 'Try now',
    sendNow: 'Send now',
    notRetried: "Couldn't retry the job",
    undo: 'Undo',
    cancel: 'Cancel',
    stop: 'Try to stop',
    notCancelled: "Couldn't cancel the job",
    dismiss: 'Clear',
    notDismissed: "Couldn't clear the job",
    notRecorded: "Couldn't record the result",
  },
  dismissal: {
    title: 'Clear this job?',
    confirm: 'Clear job',
    text: 'This job was not sent. If you clear it, Atrium does not try again. To send it, start again from the study.',
  },
  resolution: {
    title: 'Record the result',
    cancel: 'Cancel',
    subject: (job: string, recipient: string) => `${job}, to ${recipient}.`,
    notSentAgain: 'Atrium never resends the job automatically.',
    final: 'A recorded result cannot be changed.',
    choice: 'What did you find out?',
    delivered: 'It was delivered',
    notDelivered: 'It was not delivered. Do not send it again',
    sendAgain: 'It was not delivered. Send it again',
    recordDelivered: 'Record as delivered',
    recordNotDelivered: 'Record as not delivered',
    recordSendAgain: 'Send again',
    record: 'Record',
    recordName: 'Record the result',
    chooseFirst: 'Choose a result first.',
    checkPrinter: 'Check whether it came out of the printer.',
    callPractice: 'Call the practice and ask whether it arrived.',
    askMember: "Check the study's activity log, or ask the member whether it arrived.",
    checkMedium: 'Check that the disc or USB stick has all the files.',
  },
}

const words = queuesWords.job

/** The group of a job on the screen; the group that needs staff comes first. */
export type JobGroup = 'attention' | 'under-way' | 'ended'

/** Returns whether a print job waits for staff: the printer gave a reason, such as no paper. */
const isPrinterWaiting = ({ kind, state, reason }: Pick<Job, 'kind' | 'state' | 'reason'>): boolean =>
  kind === 'print' && state === 'handed-over' && reason !== null

type Standing = Pick<Job, 'kind' | 'state' | 'reason' | 'isStuck'>

export const jobGroupOf = (job: Standing): JobGroup => {
  const { state, isStuck } = job
  if (state === 'failed' || state === 'uncertain' || isStuck || isPrinterWaiting(job)) return 'attention'
  return state === 'delivered' || state === 'cancelled' ? 'ended' : 'under-way'
}

export const groupTitles: Readonly<Record<JobGroup, string>> = {
  attention: queuesWords.groups.attention,
  'under-way': queuesWords.groups.underWay,
  ended: queuesWords.groups.ended,
}

export const stateTone = (job: Standing): BadgeTone => {
  const { state, isStuck } = job
  if (state === 'failed') return 'danger'
  if (state === 'uncertain' || isStuck || isPrinterWaiting(job)) return 'warning'
  if (state === 'delivered') return 'success'
  return state === 'cancelled' ? 'neutral' : 'info'
}

/** Returns the lines below a job's state: the reason, the progress, whether its kind is paused, the next retry. */
export const detailLines = (job: Job, zone: ZoneId, isPaused: boolean): readonly string[] => [
  ...(job.reason === null ? [] : [job.reason]),
  ...(job.progress === null ? [] : [words.progress(job.progress.done, job.progress.total, job.progress.unit)]),
  ...(job.state === 'queued' && isPaused ? [words.kindPaused(jobKindWords[job.kind])] : []),
  ...(job.state === 'queued' && !isPaused && job.nextAttemptAt !== null
    ? [words.triedAgain(formatInstant(job.nextAttemptAt, zone), job.attempts)]
    : []),
  ...(job.isStuck ? [words.stuck] : []),
]

/**
 * Returns the member of a job, such as `Ana Silva, 03 Feb 1980`; empty when there is none or the user may not see them.
 */
export const whoseJob = ({ member }: Pick<Job, 'member'>): string =>
  member === null ? '' : `${member.name}, ${formatDate(member.dob)}`

/** Returns the object of a button for screen readers, such as `Physician report (Fax), Ana Silva, 03 Feb 1980`. */
export const describeJob = (job: Pick<Job, 'kind' | 'title' | 'member'>): string =>
  [words.name(jobKindWords[job.kind], job.title), whoseJob(job)].filter((part) => part !== '').join(', ')

export const when = (at: Instant, zone: ZoneId): string => formatInstant(at, zone)

/** Returns the label of the pause button: `Pause faxes` or `Resume emails`. */
export const pauseWords = (kind: JobKind, isPaused: boolean): string =>
  queuesWords.kinds[isPaused ? 'resume' : 'pause'][kind]
