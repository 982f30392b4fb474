import type { Job, JobState } from './job.ts'

/** @internal Tests cover every entry. */
export const jobActionNames = ['cancel', 'retry', 'settle', 'dismiss'] as const
export type JobAction = (typeof jobActionNames)[number]

const isSent = 'It was already sent.'
const isCancelled = 'It was cancelled.'
const hasFailed = 'It was not sent. Try again, or clear it.'
const isUncertain = 'It may or may not have been sent. Record the result first.'
const isUnderWay = 'It is being sent.'
const isHandedOver = 'It was handed over and is waiting for confirmation.'
const isWaiting = 'It is still waiting to be sent. Cancel it first.'
const isNotUncertain = 'A result can be recorded only if it is unknown whether the job was sent.'

const refusals: Readonly<Record<JobState, Readonly<Record<JobAction, string | null>>>> = {
  queued: { cancel: null, retry: null, settle: isNotUncertain, dismiss: isWaiting },
  sending: { cancel: null, retry: isUnderWay, settle: isNotUncertain, dismiss: isUnderWay },
  'handed-over': { cancel: null, retry: isHandedOver, settle: isNotUncertain, dismiss: isHandedOver },
  delivered: { cancel: isSent, retry: isSent, settle: isNotUncertain, dismiss: null },
  failed: { cancel: hasFailed, retry: null, settle: isNotUncertain, dismiss: null },
  uncertain: { cancel: isUncertain, retry: isUncertain, settle: null, dismiss: isUncertain },
  cancelled: { cancel: isCancelled, retry: isCancelled, settle: isNotUncertain, dismiss: null },
}

/**
 * Returns, for each action, null if the job's state allows the action, otherwise why the action is refused, in words.
 */
export const jobActions = ({ state }: { readonly state: JobState }): Readonly<Record<JobAction, string | null>> =>
  refusals[state]

/**
 * How a list offers to end a job. `undo`: within the ten seconds before hand-over. `cancel`: nothing has left this
 * workstation, or this workstation can still stop the job. `stop`: the job is a stuck fax, and the carrier is asked to
 * stop it. Null: the job has ended or can no longer be stopped, for example because the email was handed over or the
 * disc was written (decisions §6 Undo of a send).
 */
export type CancelOffer = 'undo' | 'cancel' | 'stop'

export const cancelOffer = (job: Pick<Job, 'kind' | 'state' | 'isStuck' | 'handOverInMs'>): CancelOffer | null => {
  const { kind, state, isStuck, handOverInMs } = job
  if (jobActions(job).cancel !== null) return null
  if (state === 'queued') return handOverInMs === null ? 'cancel' : 'undo'
  if (kind === 'print') return 'cancel'
  if (kind === 'cd' || kind === 'usb') return state === 'sending' ? 'cancel' : null
  return kind === 'fax' && isStuck ? 'stop' : null
}
