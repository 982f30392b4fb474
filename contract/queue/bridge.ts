import { z } from 'zod'
import { type Job, type JobKind, type JobsSummary, jobKinds, jobResolutions } from '#domain/queue/job.ts'
import { type Accepted, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

const jobID = z.string().regex(/^[A-Za-z0-9-]{1,80}$/)

/** A queued email to a member, with its address. */
export type QueuedMessage = { readonly email: string; readonly job: Job }

export type JobsView = {
  /** Newest first; finished jobs stay for a day or until dismissed. */
  readonly jobs: readonly Job[]
  readonly paused: readonly JobKind[]
  readonly summary: JobsSummary
}

export const jobsCommands = {
  list: staffCommand(noInput),
  pause: staffCommand(z.strictObject({ kind: z.enum(jobKinds), isPaused: z.boolean() })),
  cancel: staffCommand(z.strictObject({ jobID })),
  retry: staffCommand(z.strictObject({ jobID })),
  settle: staffCommand(z.strictObject({ jobID, settlement: z.enum(jobResolutions) })),
  dismiss: staffCommand(z.strictObject({ jobID })),
}

/**
 * The jobs of this workstation, of every user. Failures of the methods that name a job: `not-found`, `job-not-movable`
 * with a reason.
 */
export interface JobsBridge {
  list(input: Nothing): Promise<Reply<JobsView>>
  /** Pauses or resumes all jobs of one kind that have not started. */
  pause(input: Accepted<typeof jobsCommands.pause>): Promise<Reply<JobsView>>
  cancel(input: Accepted<typeof jobsCommands.cancel>): Promise<Reply<JobsView>>
  /** Tries a failed or waiting job again immediately. */
  retry(input: Accepted<typeof jobsCommands.retry>): Promise<Reply<JobsView>>
  /** Records the outcome of an uncertain job, or queues the job to be sent again. */
  settle(input: Accepted<typeof jobsCommands.settle>): Promise<Reply<JobsView>>
  /** Removes an ended job from the list. */
  dismiss(input: Accepted<typeof jobsCommands.dismiss>): Promise<Reply<JobsView>>
}
