import { fail, ok, type Reply } from '#contract/reply.ts'
import type { JobEvent } from '#domain/queue/decide-job.ts'
import type { JobResolution } from '#domain/queue/job.ts'
import { jobActions } from '#domain/queue/job-actions.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import type { StoredJob } from '#domain/queue/stored-job.ts'
import { isUntried } from '#domain/queue/undo-send.ts'
import { cancelAsked } from './deliverer.ts'
import type { JobCalls } from './job-calls.ts'
import type { JobLedger } from './job-ledger.ts'
import type { RunningSend } from './job-sends.ts'
import type { QueueClock } from './queue-clock.ts'
import { createUndoReports } from './undo-reports.ts'

/** How long a cancellation waits for the running send to stop. */
const stopWaitMs = 5000

/** The acts of staff on jobs. None of them throws; a refusal has its reason as text. */
type JobActs = {
  /** Runs a change of the store in one transaction; `work` returns the reason for a refusal, or null. */
  act(work: () => string | null): Reply<null>
  cancel(jobID: string): Promise<Reply<null>>
  retry(jobID: string): Reply<null>
  settle(jobID: string, settlement: JobResolution): Promise<Reply<null>>
  dismiss(jobID: string): Reply<null>
  /** Reports to the back office every job whose send was undone, if its undo was not reported yet. */
  tellUndone(): Promise<void>
}

const refuse = (reason: string): Reply<never> =>
  reason === jobMessages.notFound ? fail('not-found', reason) : fail('job-not-movable', reason)

export const createJobActs = (parts: {
  readonly store: JobStore
  readonly ledger: JobLedger
  readonly calls: JobCalls
  readonly clock: QueueClock
  readonly sends: ReadonlyMap<string, RunningSend>
  /** Jobs that wait for the receiver's answer. Until it arrives, no other code may start these jobs. */
  readonly held: Set<string>
  onActed(): void
}): JobActs => {
  const { store, ledger, calls, clock, sends, held, onActed } = parts
  const { find, apply } = ledger
  const undoReports = createUndoReports(ledger, calls)

  const act = (work: () => string | null): Reply<null> => {
    try {
      const refusal = store.commit(work)
      if (refusal !== null) return refuse(refusal)
    } catch (thrown) {
      ledger.failed(thrown)
      return fail('unexpected', jobMessages.notKept)
    }
    onActed()
    return ok(null)
  }
  const guarded = async (work: () => Promise<Reply<null>>): Promise<Reply<null>> => {
    try {
      return await work()
    } catch (thrown) {
      ledger.failed(thrown)
      return fail('unexpected', jobMessages.notKept)
    }
  }

  /** Runs an act that asks the receiver. Until the receiver has answered, the job is in `held`. */
  const actWith = async (
    jobID: string,
    name: 'cancel' | 'settle',
    ask: (job: StoredJob) => Promise<JobEvent | string>,
  ): Promise<Reply<null>> => {
    const job = find(jobID)
    if (job === null) return refuse(jobMessages.notFound)
    const refusal = jobActions(job)[name]
    if (refusal !== null) return refuse(refusal)
    if (held.has(jobID)) return refuse(jobMessages.beingChecked)
    held.add(jobID)
    try {
      const event = await ask(job)
      if (typeof event === 'string') return refuse(event)
      return act(() => apply(jobID, event))
    } finally {
      held.delete(jobID)
      onActed()
    }
  }

  const cancelSend = async (jobID: string, send: RunningSend): Promise<Reply<null>> => {
    send.isCancelAsked = true
    send.stop.abort(cancelAsked)
    const waited = await Promise.race([
      send.ended.then(() => 'ended' as const),
      new Promise<'late'>((resolve) => clock.after(stopWaitMs, () => resolve('late'))),
    ])
    if (waited === 'late') return refuse(jobMessages.stopping)
    const state = find(jobID)?.state
    if (state === 'cancelled') return ok(null)
    // The send had reached the receiver before the abort; the receiver may still be able to cancel it.
    if (state === 'handed-over') return await cancel(jobID)
    return refuse(
      state === undefined ? jobMessages.notFound : (jobActions({ state }).cancel ?? jobMessages.notCancelled),
    )
  }

  const cancel = async (jobID: string): Promise<Reply<null>> => {
    const send = sends.get(jobID)
    if (send !== undefined) return await cancelSend(jobID, send)
    const waiting = find(jobID)
    if (waiting !== null && isUntried(waiting) && !held.has(jobID)) {
      const reply = act(() => apply(jobID, { kind: 'undone' }))
      if (reply.ok) void undoReports.report(waiting)
      return reply
    }
    return await actWith(jobID, 'cancel', async (job) => {
      if (job.state === 'sending') return jobMessages.findingOut
      const answer = await calls.cancel(job)
      return answer.kind === 'cancelled' ? { kind: 'cancelled' } : answer.reason
    })
  }

  const settleWith = async (job: StoredJob, settlement: JobResolution): Promise<JobEvent | string> => {
    const outcome = await calls.settle(job, settlement)
    if (outcome.kind === 'uncertain') return outcome.reason
    // A job is sent again only when staff chose `send-again` and the deliverer agreed with a `retry`. A `retry` because
    // the receiver is out of reach does not count.
    const isToSend = settlement === 'send-again' && outcome.kind === 'retry' && outcome.isOutOfReach !== true
    if (outcome.kind === 'retry' && !isToSend) return outcome.reason
    return { kind: 'settled', outcome }
  }

  return {
    act,
    cancel: (jobID) => guarded(() => cancel(jobID)),
    retry: (jobID) => act(() => (held.has(jobID) ? jobMessages.beingChecked : apply(jobID, { kind: 'retry-asked' }))),
    settle: (jobID, settlement) => guarded(() => actWith(jobID, 'settle', (job) => settleWith(job, settlement))),
    dismiss: (jobID) =>
      act(() => {
        const job = find(jobID)
        if (job === null) return jobMessages.notFound
        const refusal = jobActions(job).dismiss
        if (refusal === null) store.dismiss(jobID)
        return refusal
      }),
    tellUndone: undoReports.reportAll,
  }
}
