import type { JobKind } from '#domain/queue/job.ts'
import { lanesOf } from '#domain/queue/jobs-summary.ts'
import type { ClaimedJob, DeliveryOutcome, StillOpen } from '#main/queue/deliverer.ts'
import type { QueueDesk } from './queue-desk.ts'

/**
 * The behaviour of one send. A job takes effect when the far side really sends or prints it. `slow-before`: the job
 * takes effect after 5 s, if the process still runs. `slow-after`: the job takes effect immediately, and the answer
 * takes 5 s. `lost`: the job takes effect, and the answer is lost. `broke`: the job does not take effect, and the
 * answer is lost.
 */
export const sendBehaviours = [
  'ok',
  'handed-over',
  'busy',
  'offline',
  'refused',
  'lost',
  'broke',
  'throws-after',
  'slow-before',
  'slow-after',
  'stoppable',
] as const
export type SendBehaviour = (typeof sendBehaviours)[number]

/** The record of the far side: how often each job took effect, and each guarantee that the queue violated. */
type FakeReceivers = {
  readonly effects: Map<string, number>
  readonly wrongs: string[]
  /** Makes every later send succeed, and answers every later question. */
  heal(): void
  /** Permits a job to take effect once more, because staff decided to send it again. */
  allowAgain(jobID: string): void
}

/**
 * Creates the far side of the deliverers, which plays carrier, mail server and printer. It follows the planned
 * behaviour, knows what really happened, and records each guarantee that the queue violates.
 */
export const createFakeReceivers = (
  desk: QueueDesk,
  story: { readonly sendBehaviours: readonly SendBehaviour[]; readonly canAsk: readonly boolean[] },
): FakeReceivers => {
  const effects = new Map<string, number>()
  const allowed = new Map<string, number>()
  const attempts = new Set<string>()
  /** The number of checks that remain before each job that was handed over takes effect. */
  const waiting = new Map<string, number>()
  const cancelled = new Set<string>()
  const underWay = new Map<JobKind, number>()
  const wrongs: string[] = []
  let sends = 0
  let asks = 0
  let isHealed = false
  let seenRun = desk.run()

  const takeEffect = ({ jobID }: ClaimedJob): void => {
    const count = (effects.get(jobID) ?? 0) + 1
    effects.set(jobID, count)
    if (count > 1 + (allowed.get(jobID) ?? 0)) wrongs.push(`${jobID} left ${count} times`)
  }
  const hasLeft = ({ jobID }: ClaimedJob): boolean => (effects.get(jobID) ?? 0) > (allowed.get(jobID) ?? 0)

  const play = async (job: ClaimedJob, fate: SendBehaviour, signal: AbortSignal): Promise<DeliveryOutcome> => {
    const run = desk.run()
    switch (fate) {
      case 'busy':
        return { kind: 'retry', reason: 'Busy' }
      case 'offline':
        return { kind: 'retry', reason: 'Offline', isOutOfReach: true }
      case 'refused':
        return { kind: 'failed', reason: 'No such number' }
      case 'broke':
        return { kind: 'uncertain', reason: 'Broke off' }
      case 'handed-over':
        cancelled.delete(job.jobID)
        waiting.set(job.jobID, 2)
        return { kind: 'handed-over', receipt: `r-${job.jobID}` }
      case 'lost':
        takeEffect(job)
        return { kind: 'uncertain', reason: 'Broke off' }
      case 'throws-after':
        takeEffect(job)
        throw new Error('broken')
      case 'slow-after':
        takeEffect(job)
        await desk.clock.sleep(5000)
        return { kind: 'delivered' }
      case 'stoppable':
      case 'slow-before':
        await desk.clock.sleep(5000)
        if (fate === 'stoppable' && signal.aborted) return { kind: 'failed', reason: 'Stopped' }
        if (run === desk.run()) takeEffect(job)
        return { kind: 'delivered' }
      case 'ok':
        takeEffect(job)
        return { kind: 'delivered' }
    }
  }

  desk.script.send = async (job, signal) => {
    if (seenRun !== desk.run()) underWay.clear()
    seenRun = desk.run()
    const run = seenRun
    const key = `${job.jobID}-${job.attempt}`
    if (attempts.has(key)) wrongs.push(`attempt ${key} was begun twice`)
    attempts.add(key)
    if (desk.store.read(job.jobID)?.state !== 'sending') wrongs.push(`${job.jobID} was not written down as being sent`)
    if (desk.store.paused().includes(job.kind)) wrongs.push(`${job.jobID} was sent while its kind was paused`)
    const now = (underWay.get(job.kind) ?? 0) + 1
    underWay.set(job.kind, now)
    if (now > lanesOf[job.kind]) wrongs.push(`${now} of ${job.kind} at the same time`)
    const fate = isHealed ? 'ok' : (story.sendBehaviours[sends % story.sendBehaviours.length] ?? 'ok')
    sends += 1
    try {
      return await play(job, fate, signal)
    } finally {
      if (run === desk.run()) underWay.set(job.kind, now - 1)
    }
  }
  const canAsk = (): boolean => {
    asks += 1
    return isHealed || (story.canAsk[asks % story.canAsk.length] ?? true)
  }
  desk.script.reconcile = (job): DeliveryOutcome | StillOpen => {
    if (!canAsk())
      return asks % 2 === 0 ? { kind: 'still', reason: 'Offline', progress: null } : { kind: 'uncertain', reason: '?' }
    if (waiting.has(job.jobID)) return { kind: 'handed-over', receipt: `r-${job.jobID}` }
    return hasLeft(job) ? { kind: 'delivered' } : { kind: 'retry', reason: 'Cut off' }
  }
  desk.script.watch = (job): DeliveryOutcome | StillOpen => {
    if (cancelled.has(job.jobID)) return { kind: 'failed', reason: 'Cancelled there' }
    const looks = waiting.get(job.jobID)
    if (looks === undefined) return { kind: 'delivered' }
    if (looks > 0) {
      waiting.set(job.jobID, looks - 1)
      return { kind: 'still', reason: 'In the line', progress: null }
    }
    waiting.delete(job.jobID)
    takeEffect(job)
    return { kind: 'delivered' }
  }
  desk.script.cancel = async (job) => {
    await desk.clock.sleep(1000)
    if (hasLeft(job)) return { kind: 'too-late', reason: 'It has left.' }
    if (waiting.delete(job.jobID)) cancelled.add(job.jobID)
    return { kind: 'cancelled' }
  }
  return {
    effects,
    wrongs,
    heal: () => {
      isHealed = true
    },
    allowAgain: (jobID) => {
      if ((effects.get(jobID) ?? 0) > (allowed.get(jobID) ?? 0)) allowed.set(jobID, effects.get(jobID) ?? 0)
    },
  }
}
