import type { JobsBridge, JobsView } from '#contract/queue/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import type { Job } from '#domain/queue/job.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { JobQueue } from './job-queue.ts'
import type { QueuedJob } from './job-view.ts'

/** The part of a user that decides which jobs they may see. */
type JobViewer = Pick<StaffUser, 'user_id' | 'allowedLocations'>

/**
 * Returns a job as this user may see it. Member and study are visible at the user's own locations, and on jobs that the
 * user asked for.
 */
export const toJobFor = (user: JobViewer | null, { author, ...job }: QueuedJob): Job => {
  const maySee =
    user !== null && (user.user_id === author || (job.locationID !== null && isLocationAllowed(user, job.locationID)))
  const isOwn = user !== null && user.user_id === author
  return maySee ? { ...job, isOwn } : { ...job, isOwn, member: null, studyID: null, locationID: null }
}

/**
 * Creates the service behind the queue's screen. Jobs belong to the workstation: every signed-in user may act on them.
 */
export const createJobsService = (parts: {
  readonly queue: JobQueue
  readonly session: { user(): JobViewer | null }
}): JobsBridge => {
  const { queue, session } = parts
  const view = (): JobsView => ({
    jobs: queue.list().map((job) => toJobFor(session.user(), job)),
    paused: queue.paused(),
    summary: queue.summary(),
  })
  const after = (reply: Reply<null>): Reply<JobsView> => (reply.ok ? ok(view()) : reply)
  return {
    list: async () => ok(view()),
    pause: async ({ kind, isPaused }) => after(isPaused ? queue.pause(kind) : queue.resume(kind)),
    cancel: async ({ jobID }) => after(await queue.cancel(jobID)),
    retry: async ({ jobID }) => after(queue.retry(jobID)),
    settle: async ({ jobID, settlement }) => after(await queue.settle(jobID, settlement)),
    dismiss: async ({ jobID }) => after(queue.dismiss(jobID)),
  }
}
