import type { Job, JobKind } from '#domain/queue/job.ts'
import { jobKindWords } from '#domain/queue/job-words.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

/** The texts of the Queues screen. */
export const queuesWords = {
  title: 'Queues',
  intro:
    'What this workstation sends, writes and prints. It goes on whoever is signed in; nothing is sent twice by itself.',
  notRead: 'The queue could not be read',
  tryAgain: 'Try again',
  offline: 'Offline: jobs wait until the connection is back',
  behind: 'The queue could not be read again: what is shown may be old',
  loading: 'Loading the queue',
  empty: 'Nothing is waiting',
  emptyText: 'What is faxed, e-mailed, written to a disc or stick, or printed at this workstation stands here.',
  groups: { attention: 'Needs attention', underWay: 'Under way', ended: 'Done' },
  kinds: {
    title: 'Sending now',
    on: 'on',
    paused: 'paused',
    noneWaiting: 'Nothing under way',
    waiting: (count: number) => `${count} under way`,
    notChanged: 'It could not be changed',
    pause: {
      fax: 'Pause faxes',
      email: 'Pause e-mails',
      cd: 'Pause CDs',
      usb: 'Pause sticks',
      message: 'Pause member e-mails',
      print: 'Pause printing',
    },
    resume: {
      fax: 'Let faxes go on',
      email: 'Let e-mails go on',
      cd: 'Let CDs go on',
      usb: 'Let sticks go on',
      message: 'Let member e-mails go on',
      print: 'Let printing go on',
    },
  },
  columns: { what: 'What', to: 'To', state: 'State', askedFor: 'Asked for', actions: 'Actions' },
  job: {
    /** Such as `Fax of Physician report`. */
    name: (kind: string, title: string) => `${kind} of ${title}`,
    titled: (kind: string, title: string) => `${kind}: ${title}`,
    study: (studyID: string) => `Study ${studyID}`,
    progress: (done: number, total: number, unit: string) => `${done} of ${total} ${unit}`,
    kindPaused: (kind: string) => `${kind} is paused.`,
    triedAgain: (time: string, attempts: number) =>
      `Tried again ${time}, ${attempts === 1 ? '1 try so far' : `${attempts} tries so far`}.`,
    stuck: 'It has not moved for longer than it should.',
  },
  actions: {
    /** The name of a button for screen readers, which has its job. */
    about: (action: string, job: string) => `${action}: ${job}`,
    resolve: 'What became of it?',
    resolveAbout: (job: string) => `What became of it? ${job}`,
    tryAgain: 'Try again',
    tryNow: 'Try now',
    sendNow: 'Send now',
    notRetried: 'It could not be tried again',
    undo: 'Undo',
    cancel: 'Cancel',
    stop: 'Ask to stop',
    notCancelled: 'It could not be cancelled',
    dismiss: 'Take off the list',
    dismissAbout: (job: string) => `Take off the list: ${job}`,
    notDismissed: 'It could not be taken off the list',
    notRecorded: 'That could not be recorded',
  },
  dismissal: {
    title: 'Take it off the list?',
    text: 'It was not sent, and it is not tried again once it is off the list. To send it, begin anew at the study.',
  },
  resolution: {
    title: 'What became of it?',
    goBack: 'Go back',
    subject: (job: string, recipient: string) => `${job}, to ${recipient}.`,
    notSentAgain: 'It is not sent again by itself.',
    choice: 'What you found out',
    delivered: 'It went out',
    notDelivered: 'It did not go out, and is not to be sent',
    sendAgain: 'It did not go out: send it again',
    recordDelivered: 'Record as sent',
    recordNotDelivered: 'Record as not sent',
    recordSendAgain: 'Send again',
    record: 'Record',
    recordName: 'Record what became of it',
    chooseFirst: 'Say first what became of it.',
    checkPrinter: 'Look at the printer whether it came out.',
    callPractice: 'Call the practice and ask whether it has arrived.',
    askMember: 'Look at the activity log of the study, or ask the member whether it has arrived.',
    checkMedium: 'Look whether the disc or stick holds all of it.',
  },
}

const words = queuesWords.job

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
  attention: queuesWords.groups.attention,
  'under-way': queuesWords.groups.underWay,
  ended: queuesWords.groups.ended,
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

/** Returns the object of a button for screen readers, such as `fax of Physician report, Ana Silva, 03 Feb 1980`. */
export const describeJob = (job: Pick<Job, 'kind' | 'title' | 'member'>): string =>
  [words.name(jobKindWords[job.kind], job.title), whoseJob(job)].filter((part) => part !== '').join(', ')

export const when = (at: Instant, zone: ZoneId): string => formatInstant(at, zone)

/** Returns the label of the pause button: `Pause faxes` or `Let e-mails go on`. */
export const pauseWords = (kind: JobKind, isPaused: boolean): string =>
  queuesWords.kinds[isPaused ? 'resume' : 'pause'][kind]
