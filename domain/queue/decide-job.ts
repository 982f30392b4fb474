import { backOff, maxAttempts, statusCheckDelay } from './back-off.ts'
import type { DeliveryOutcome, StillOpen } from './delivery-outcome.ts'
import type { JobKind, JobProgress, JobState } from './job.ts'
import { type JobAction, jobActions } from './job-actions.ts'
import { jobMessages } from './job-words.ts'
import { isUntried } from './undo-send.ts'

/** The fields of a job that decide its next state. */
export type JobSnapshot = {
  readonly kind: JobKind
  readonly state: JobState
  readonly attempts: number
  readonly strikes: number
  readonly receipt: string | null
  readonly reason: string | null
  readonly progress: JobProgress | null
}

/**
 * The state of a job after an event. `dueInMs` is the time until the queue next processes the job; null if it does not.
 */
export type JobChange = Omit<JobSnapshot, 'kind'> & {
  readonly dueInMs: number | null
  readonly isOutOfReach: boolean
  /** The job has ended: its payload and content are no longer needed. */
  readonly isOver: boolean
}

/** An event in the life of a job. `chance`, from 0 to 1, is the jitter of the backoff. */
export type JobEvent =
  /** The queue starts an attempt. The queue records the start before it sends anything. */
  | { readonly kind: 'claimed' }
  /**
   * The deliverer has reported the outcome of an attempt. `isCancelAsked`: staff have asked to cancel the job in the
   * meantime.
   */
  | {
      readonly kind: 'sent'
      readonly outcome: DeliveryOutcome
      readonly isCancelAsked: boolean
      readonly chance: number
    }
  /** The outcome of an attempt that was under way when Atrium stopped. */
  | { readonly kind: 'reconciled'; readonly outcome: DeliveryOutcome | StillOpen; readonly chance: number }
  /** The status of a job that was handed over, `unchangedMs` after the job's last change. */
  | {
      readonly kind: 'watched'
      readonly outcome: DeliveryOutcome | StillOpen
      readonly unchangedMs: number
      readonly chance: number
    }
  /** The job will not be sent. If a far side had accepted it, that side has confirmed the stop. */
  | { readonly kind: 'cancelled' }
  /**
   * Staff undid the job before its first attempt. Nothing was sent, so the queue does not ask the back office first.
   */
  | { readonly kind: 'undone' }
  | { readonly kind: 'retry-asked' }
  /** Staff have recorded the outcome, and the deliverer has accepted it. */
  | { readonly kind: 'settled'; readonly outcome: DeliveryOutcome }

type JobDecision =
  | { readonly kind: 'moved'; readonly change: JobChange }
  /** The event does not apply to a job in this state. `reason` is shown to staff. */
  | { readonly kind: 'refused'; readonly reason: string }

const updateJob = (job: JobSnapshot, changes: Partial<JobChange> & { readonly state: JobState }): JobDecision => {
  const { attempts, strikes, receipt } = job
  const isOver = changes.state === 'delivered' || changes.state === 'cancelled'
  const rest = { attempts, strikes, receipt, reason: null, progress: null, dueInMs: null, isOutOfReach: false, isOver }
  return { kind: 'moved', change: { ...rest, ...changes } }
}
const refuse = (reason: string): JobDecision => ({ kind: 'refused', reason })

type StatusCheck = { readonly isCounted: boolean; readonly chance: number; readonly checkAgainMs: number }

/** After an attempt that sent nothing: queues the job for its next attempt, or fails the job after its last attempt. */
const tryAgain = (
  job: JobSnapshot,
  outcome: Extract<DeliveryOutcome, { readonly kind: 'retry' }>,
  { isCounted, chance }: StatusCheck,
): JobDecision => {
  const { reason, afterMs = 0, isOutOfReach = false } = outcome
  const strikes = job.strikes + (isCounted && !isOutOfReach ? 1 : 0)
  if (strikes >= maxAttempts[job.kind]) return updateJob(job, { state: 'failed', strikes, reason })
  const dueInMs = Math.max(afterMs, backOff(isOutOfReach ? job.attempts : strikes, chance))
  // Clears this attempt's receipt, so that a later status of this attempt is never taken for the status of the next
  // attempt.
  return updateJob(job, { state: 'queued', strikes, reason, dueInMs, isOutOfReach, receipt: null })
}

const applyOutcome = (job: JobSnapshot, outcome: DeliveryOutcome | StillOpen, check: StatusCheck): JobDecision => {
  switch (outcome.kind) {
    case 'delivered':
      return updateJob(job, { state: 'delivered' })
    case 'handed-over':
      return updateJob(job, { state: 'handed-over', receipt: outcome.receipt, dueInMs: check.checkAgainMs })
    case 'retry':
      return tryAgain(job, outcome, check)
    case 'failed':
      return updateJob(job, { state: 'failed', reason: outcome.reason })
    case 'uncertain':
      return updateJob(job, { state: 'uncertain', reason: outcome.reason })
    case 'still': {
      const { reason, progress } = outcome
      return updateJob(job, { state: job.state, reason, progress, dueInMs: check.checkAgainMs })
    }
  }
}

const isNothingSent = (outcome: DeliveryOutcome): boolean => outcome.kind === 'retry' || outcome.kind === 'failed'

const refuseAct = (job: JobSnapshot, act: JobAction): JobDecision | null => {
  const reason = jobActions(job)[act]
  return reason === null ? null : refuse(reason)
}

const notBegun = 'The job is not being sent.'
const notHandedOver = 'The job was not handed over.'

/**
 * Decides the next state of a job after an event, or why the event does not apply (decisions §5 Delivery).
 * A job returns to `queued` only if staff request it, or after a `retry` outcome, which means that nothing was sent. A
 * job that may have been sent never returns to `queued` automatically. Two kinds of attempt do not count: one that
 * ended because Atrium stopped, and one without a reachable back office.
 */
export const decideJob = (job: JobSnapshot, event: JobEvent): JobDecision => {
  switch (event.kind) {
    case 'claimed':
      if (job.state !== 'queued') return refuse(notBegun)
      return updateJob(job, { state: 'sending', attempts: job.attempts + 1, receipt: null })
    case 'sent': {
      if (job.state !== 'sending') return refuse(notBegun)
      if (event.isCancelAsked && isNothingSent(event.outcome)) return updateJob(job, { state: 'cancelled' })
      return applyOutcome(job, event.outcome, {
        isCounted: true,
        chance: event.chance,
        checkAgainMs: statusCheckDelay(0),
      })
    }
    case 'reconciled': {
      if (job.state !== 'sending') return refuse(notBegun)
      const { outcome, chance } = event
      if (outcome.kind !== 'still')
        return applyOutcome(job, outcome, { isCounted: false, chance, checkAgainMs: statusCheckDelay(0) })
      // The outcome is still unknown, so the pause before the next check does not grow with the attempts.
      const reason = outcome.reason ?? jobMessages.findingOut
      return updateJob(job, { state: 'sending', reason, dueInMs: backOff(2, chance), isOutOfReach: true })
    }
    case 'watched': {
      if (job.state !== 'handed-over') return refuse(notHandedOver)
      const checkAgainMs = statusCheckDelay(event.unchangedMs)
      return applyOutcome(job, event.outcome, { isCounted: true, chance: event.chance, checkAgainMs })
    }
    case 'cancelled':
      return refuseAct(job, 'cancel') ?? updateJob(job, { state: 'cancelled' })
    case 'undone':
      if (!isUntried(job)) return refuse(jobMessages.begun)
      // The payload stays until the back office has recorded the undo.
      return updateJob(job, { state: 'cancelled', isOver: false })
    case 'retry-asked':
      return refuseAct(job, 'retry') ?? updateJob(job, { state: 'queued', strikes: 0, dueInMs: 0, receipt: null })
    case 'settled': {
      const refusal = refuseAct(job, 'settle')
      if (refusal !== null) return refusal
      if (event.outcome.kind === 'retry')
        return updateJob(job, { state: 'queued', strikes: 0, dueInMs: 0, receipt: null })
      return applyOutcome(job, event.outcome, { isCounted: false, chance: 0, checkAgainMs: statusCheckDelay(0) })
    }
  }
}
