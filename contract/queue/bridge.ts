import { z } from 'zod'
import { type Job, type JobKind, type JobsSummary, jobKinds, jobResolutions } from '#domain/queue/job.ts'
import { type Accepted, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

const jobID = z.string().regex(/^[A-Za-z0-9-]{1,80}$/)

/** An e-mail to a member that waits in the queue, and the address it goes to. */
export type QueuedMessage = { readonly email: string; readonly job: Job }

export type JobsView = {
  /** Newest first; finished ones stay for a day or until dismissed. */
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

/** What this workstation sends, prints and writes, for every person. Failures of acts: `not-found`, `job-not-movable` in words. */
export interface JobsBridge {
  list(input: Nothing): Promise<Reply<JobsView>>
  /** Holds every job of a kind that has not begun, or lets them go on. */
  pause(input: Accepted<typeof jobsCommands.pause>): Promise<Reply<JobsView>>
  cancel(input: Accepted<typeof jobsCommands.cancel>): Promise<Reply<JobsView>>
  /** Tries one that failed or waits again, now. */
  retry(input: Accepted<typeof jobsCommands.retry>): Promise<Reply<JobsView>>
  /** Says what became of an uncertain one, or that it is to be sent again. */
  settle(input: Accepted<typeof jobsCommands.settle>): Promise<Reply<JobsView>>
  /** Takes one that has ended off the list. */
  dismiss(input: Accepted<typeof jobsCommands.dismiss>): Promise<Reply<JobsView>>
}
