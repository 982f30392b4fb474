import { backOff, lookAgainAfter, mostAttempts } from './back-off.ts'
import type { DeliveryOutcome, StillOpen } from './delivery-outcome.ts'
import type { JobKind, JobProgress, JobState } from './job.ts'
import { type JobAction, jobActions } from './job-actions.ts'
import { jobMessages } from './job-words.ts'
import { isUntried } from './undo-send.ts'

/** What of a job decides how it goes on. */
export type JobStanding = {
  readonly kind: JobKind
  readonly state: JobState
  readonly attempts: number
  readonly strikes: number
  readonly receipt: string | null
  readonly reason: string | null
  readonly progress: JobProgress | null
}

/** How a job stands after an event. `dueInMs`: when it is taken up next; null where it is not. */
export type JobChange = Omit<JobStanding, 'kind'> & {
  readonly dueInMs: number | null
  readonly isOutOfReach: boolean
  /** What was to be sent is needed no more. */
  readonly isOver: boolean
}

/** `chance`: 0 to 1, for the jitter of what is tried again. */
export type JobEvent =
  /** Its turn has come: written down before anything leaves. */
  | { readonly kind: 'claimed' }
  /** Its deliverer has sent it, or not. `isCancelAsked`: staff asked for it to stop meanwhile. */
  | {
      readonly kind: 'sent'
      readonly outcome: DeliveryOutcome
      readonly isCancelAsked: boolean
      readonly chance: number
    }
  /** What became of one that was being sent when Atrium stopped. */
  | { readonly kind: 'reconciled'; readonly outcome: DeliveryOutcome | StillOpen; readonly chance: number }
  /** How one that was handed over stands, `unchangedMs` after it last changed. */
  | {
      readonly kind: 'watched'
      readonly outcome: DeliveryOutcome | StillOpen
      readonly unchangedMs: number
      readonly chance: number
    }
  /** The far side, where it knew of it, will not send it. */
  | { readonly kind: 'cancelled' }
  /** Staff undid it before its first attempt. Nothing was sent, so the back office is not asked first. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'retry-asked' }
  /** Staff have said what became of it, and the far side has been told. */
  | { readonly kind: 'settled'; readonly outcome: DeliveryOutcome }

type JobDecision =
  | { readonly kind: 'moved'; readonly change: JobChange }
  /** The event does not concern a job in this state; `reason` is words for staff. */
  | { readonly kind: 'refused'; readonly reason: string }

const become = (job: JobStanding, changes: Partial<JobChange> & { readonly state: JobState }): JobDecision => {
  const { attempts, strikes, receipt } = job
  const isOver = changes.state === 'delivered' || changes.state === 'cancelled'
  const rest = { attempts, strikes, receipt, reason: null, progress: null, dueInMs: null, isOutOfReach: false, isOver }
  return { kind: 'moved', change: { ...rest, ...changes } }
}
const refuse = (reason: string): JobDecision => ({ kind: 'refused', reason })

type Look = { readonly isCounted: boolean; readonly chance: number; readonly lookAgainMs: number }

/** Nothing has left: it waits for its next attempt, or has had its last. */
const tryAgain = (
  job: JobStanding,
  outcome: Extract<DeliveryOutcome, { readonly kind: 'retry' }>,
  { isCounted, chance }: Look,
): JobDecision => {
  const { reason, afterMs = 0, isOutOfReach = false } = outcome
  const strikes = job.strikes + (isCounted && !isOutOfReach ? 1 : 0)
  if (strikes >= mostAttempts[job.kind]) return become(job, { state: 'failed', strikes, reason })
  const dueInMs = Math.max(afterMs, backOff(isOutOfReach ? job.attempts : strikes, chance))
  // The next attempt is one of its own: what the far side called this one must not be taken for it.
  return become(job, { state: 'queued', strikes, reason, dueInMs, isOutOfReach, receipt: null })
}

const goOn = (job: JobStanding, outcome: DeliveryOutcome | StillOpen, look: Look): JobDecision => {
  switch (outcome.kind) {
    case 'delivered':
      return become(job, { state: 'delivered' })
    case 'handed-over':
      return become(job, { state: 'handed-over', receipt: outcome.receipt, dueInMs: look.lookAgainMs })
    case 'retry':
      return tryAgain(job, outcome, look)
    case 'failed':
      return become(job, { state: 'failed', reason: outcome.reason })
    case 'uncertain':
      return become(job, { state: 'uncertain', reason: outcome.reason })
    case 'still': {
      const { reason, progress } = outcome
      return become(job, { state: job.state, reason, progress, dueInMs: look.lookAgainMs })
    }
  }
}

const isNothingSent = (outcome: DeliveryOutcome): boolean => outcome.kind === 'retry' || outcome.kind === 'failed'

const refuseAct = (job: JobStanding, act: JobAction): JobDecision | null => {
  const reason = jobActions(job)[act]
  return reason === null ? null : refuse(reason)
}

const notBegun = 'It is not being sent.'
const notHandedOver = 'It has not been handed over.'

/**
 * The whole life of a job (decisions §5 Delivery): how it stands after an event, or why the event does not concern it.
 *
 * What may have left never goes back to `queued` by itself: only `retry`, which says that nothing has left, and staff bring it
 * there. An attempt that Atrium's own end cut short, and one for which the back office was out of reach, do not count.
 */
export const decideJob = (job: JobStanding, event: JobEvent): JobDecision => {
  switch (event.kind) {
    case 'claimed':
      if (job.state !== 'queued') return refuse(notBegun)
      return become(job, { state: 'sending', attempts: job.attempts + 1, receipt: null })
    case 'sent': {
      if (job.state !== 'sending') return refuse(notBegun)
      if (event.isCancelAsked && isNothingSent(event.outcome)) return become(job, { state: 'cancelled' })
      return goOn(job, event.outcome, { isCounted: true, chance: event.chance, lookAgainMs: lookAgainAfter(0) })
    }
    case 'reconciled': {
      if (job.state !== 'sending') return refuse(notBegun)
      const { outcome, chance } = event
      // Whoever knows cannot be asked: sooner than a next attempt, for nobody knows yet how it stands.
      if (outcome.kind !== 'still')
        return goOn(job, outcome, { isCounted: false, chance, lookAgainMs: lookAgainAfter(0) })
      const reason = outcome.reason ?? jobMessages.findingOut
      return become(job, { state: 'sending', reason, dueInMs: backOff(2, chance), isOutOfReach: true })
    }
    case 'watched': {
      if (job.state !== 'handed-over') return refuse(notHandedOver)
      const lookAgainMs = lookAgainAfter(event.unchangedMs)
      return goOn(job, event.outcome, { isCounted: true, chance: event.chance, lookAgainMs })
    }
    case 'cancelled':
      return refuseAct(job, 'cancel') ?? become(job, { state: 'cancelled' })
    case 'undone':
      if (!isUntried(job)) return refuse(jobMessages.begun)
      // The payload stays until the back office knows of the undo.
      return become(job, { state: 'cancelled', isOver: false })
    case 'retry-asked':
      return refuseAct(job, 'retry') ?? become(job, { state: 'queued', strikes: 0, dueInMs: 0, receipt: null })
    case 'settled': {
      const refusal = refuseAct(job, 'settle')
      if (refusal !== null) return refusal
      if (event.outcome.kind === 'retry') return become(job, { state: 'queued', strikes: 0, dueInMs: 0, receipt: null })
      return goOn(job, event.outcome, { isCounted: false, chance: 0, lookAgainMs: lookAgainAfter(0) })
    }
  }
}
