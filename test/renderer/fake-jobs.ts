import type { JobsBridge, JobsView } from '#contract/queue/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Job, JobKind, JobState } from '#domain/queue/job.ts'
import { type JobAction, jobActions } from '#domain/queue/job-actions.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import { jobsSummary } from '#domain/queue/jobs-summary.ts'
import { isUntried, undoMs } from '#domain/queue/undo-send.ts'
import { deliveryChannels } from '#domain/release/delivery.ts'
import { toJobFor } from '#main/queue/jobs-service.ts'
import type { FakeWorld } from './fake-members.ts'
import { viewOfStudy } from './fake-study-view.ts'

export type FakeJobs = {
  readonly jobs: JobsBridge
  /** Every job of the workstation; {@link setJob} changes one and sends `jobs.changed`. */
  readonly jobList: Job[]
  readonly setJob: (jobID: string, change: Partial<Job>) => void
  /** Adds a job exactly as given, and sends `jobs.changed`. */
  readonly addJob: (job: Job) => void
  /**
   * Queues a job of the signed-in user, once per id. Fails if the id belongs to another user, another kind or another
   * study.
   */
  readonly queue: (
    job: Pick<Job, 'jobID' | 'kind' | 'title' | 'member' | 'studyID' | 'recipient'> & Partial<Pick<Job, 'locationID'>>,
  ) => Reply<Job>
}

/** Returns whether the job has a delivery at the back office. Staff cannot resolve such a job while offline. */
const isDelivery = ({ kind }: Job): boolean => deliveryChannels.some((channel) => channel === kind)

/**
 * Creates the queue of the fake bridge. No job changes its state by itself: a test or a command changes it. `onMoved`
 * is called with the changed job if its delivery must take the same state.
 */
export const createFakeJobs = (world: FakeWorld, onMoved: (job: Job) => void): FakeJobs => {
  const jobList: Job[] = []
  const authors = new Map<string, string>()
  const paused = new Set<JobKind>()

  const userID = (): string => world.user()?.user_id ?? ''
  const shown = (job: Job): Job =>
    toJobFor(world.user(), {
      ...job,
      author: authors.get(job.jobID) ?? '',
      handOverInMs: isUntried(job) && !paused.has(job.kind) ? job.handOverInMs : null,
    })
  const summary = () => {
    const states: Partial<Record<JobState, number>> = {}
    for (const { state } of jobList) states[state] = (states[state] ?? 0) + 1
    return jobsSummary(states, jobList.filter(({ isStuck }) => isStuck).length)
  }
  const view = (): JobsView => ({ jobs: jobList.toReversed().map(shown), paused: [...paused], summary: summary() })
  const told = (): Reply<JobsView> => {
    world.emit('jobs.changed', summary())
    return ok(view())
  }
  const put = (jobID: string, change: Partial<Job>): Job | null => {
    const index = jobList.findIndex((job) => job.jobID === jobID)
    const before = jobList[index]
    if (before === undefined) return null
    const job = { ...before, ...change, changedAt: world.now() }
    jobList[index] = job
    return job
  }
  const refusal = (jobID: string, action: JobAction): Reply<never> | null => {
    const job = jobList.find((one) => one.jobID === jobID)
    if (job === undefined) return fail('not-found', jobMessages.notFound)
    const reason = jobActions(job)[action]
    return reason === null ? null : fail('job-not-movable', reason)
  }
  const move = (jobID: string, change: Partial<Job>): Reply<JobsView> => {
    const job = put(jobID, change)
    if (job !== null) onMoved(job)
    return told()
  }

  return {
    jobList,
    setJob: (jobID, change) => void move(jobID, change),
    addJob: (job) => {
      jobList.push(job)
      if (job.isOwn) authors.set(job.jobID, userID())
      world.emit('jobs.changed', summary())
    },
    queue: ({ jobID, kind, title, member, studyID, recipient, locationID = null }) => {
      const known = jobList.find((job) => job.jobID === jobID)
      if (known !== undefined) {
        const isSame = known.kind === kind && known.studyID === studyID && authors.get(jobID) === userID()
        return isSame ? ok(shown(known)) : fail('idempotency-key-reused', jobMessages.reused)
      }
      const job: Job = {
        jobID,
        kind,
        title,
        member,
        studyID,
        recipient,
        state: 'queued',
        by: world.user()?.fullname ?? '',
        isOwn: true,
        locationID: studyID === null ? locationID : (viewOfStudy(world, studyID)?.location.locationID ?? null),
        at: world.now(),
        changedAt: world.now(),
        attempts: 0,
        nextAttemptAt: null,
        handOverInMs: kind === 'print' ? null : undoMs,
        progress: null,
        reason: null,
        isStuck: false,
      }
      jobList.push(job)
      authors.set(jobID, userID())
      told()
      return ok(shown(job))
    },
    jobs: {
      list: async () => ok(view()),
      pause: async ({ kind, isPaused }) => {
        if (isPaused) paused.add(kind)
        else paused.delete(kind)
        return told()
      },
      cancel: async ({ jobID }) =>
        refusal(jobID, 'cancel') ?? move(jobID, { state: 'cancelled', reason: null, nextAttemptAt: null }),
      retry: async ({ jobID }) => {
        const refused = refusal(jobID, 'retry')
        if (refused !== null) return refused
        // The delivery stays failed until the job is sent again, so `onMoved` is not called.
        put(jobID, { state: 'queued', reason: null, nextAttemptAt: null, handOverInMs: null })
        return told()
      },
      settle: async ({ jobID, settlement }) => {
        const refused = refusal(jobID, 'settle')
        if (refused !== null) return refused
        const job = jobList.find((one) => one.jobID === jobID)
        if (job !== undefined && isDelivery(job) && !world.isOnline()) {
          return fail('job-not-movable', 'The back office cannot be reached.')
        }
        if (settlement === 'not-delivered') {
          return move(jobID, { state: 'failed', reason: 'Staff found that it did not arrive.' })
        }
        return move(jobID, { state: settlement === 'delivered' ? 'delivered' : 'queued', reason: null })
      },
      dismiss: async ({ jobID }) => {
        const refused = refusal(jobID, 'dismiss')
        if (refused !== null) return refused
        jobList.splice(
          jobList.findIndex((job) => job.jobID === jobID),
          1,
        )
        return told()
      },
    },
  }
}
