import { useEffect } from 'react'
import type { Job } from '#domain/queue/job.ts'
import { isOpenJob } from '#domain/queue/jobs-summary.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Notices } from '../kit/notices.ts'
import type { JobsStore } from '../queue/jobs-store.ts'
import {
  countdownLabel,
  failedNotice,
  isSendJob,
  type SendJob,
  sendNoticeWords,
  sentNotice,
  undoneNotice,
  waitingNotice,
} from './send-notice-words.ts'

type Props = {
  readonly jobs: JobsStore
  readonly notices: Notices
  /** The id of the signed-in user: notices cover only that user's sends. */
  readonly userID: StaffUser['user_id']
}

/**
 * Shows notices about the signed-in user's sends on every page: an undo button with the time left, then the result as
 * soon as the queue has it (decisions §6 Undo of a send).
 */
export function SendNotices({ jobs, notices, userID }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other sends
  useEffect(() => followSends({ jobs, notices }), [jobs, notices, userID])
  return null
}

/** Follows the jobs until the returned function is called. */
const followSends = ({ jobs, notices }: Pick<Props, 'jobs' | 'notices'>): (() => void) => {
  /**
   * Sends in progress, each with the key of its undo notice; null if the send could never be undone, or can no longer
   * be undone.
   */
  const open = new Map<string, { readonly key: string | null }>()
  let hasStopped = false

  const undo = async (job: SendJob): Promise<void> => {
    const failure = await jobs.getState().act(job.jobID, (bridge) => bridge.cancel({ jobID: job.jobID }))
    if (failure !== null) notices.error({ title: sendNoticeWords.notUndone, description: failure.message })
  }
  const offer = (job: SendJob): string | null => {
    if (job.handOverInMs === null) return null
    return notices.success({
      ...waitingNotice(job),
      countdown: { ms: job.handOverInMs, label: (seconds) => countdownLabel(job, seconds) },
      timeoutMs: null,
      action: { label: sendNoticeWords.undo, onPress: () => void undo(job) },
    })
  }
  const withdraw = (jobID: string): void => {
    const key = open.get(jobID)?.key ?? null
    if (key !== null) notices.close(key)
  }
  const end = (job: SendJob): void => {
    withdraw(job.jobID)
    open.delete(job.jobID)
    if (job.state === 'delivered') notices.success(sentNotice(job))
    else if (job.state === 'cancelled') notices.success(undoneNotice(job))
    else notices.error(failedNotice(job))
  }
  const take = (job: SendJob): void => {
    const known = open.get(job.jobID)
    if (!isOpenJob(job.state)) {
      if (known !== undefined) end(job)
      return
    }
    if (known === undefined) open.set(job.jobID, { key: offer(job) })
    else if (job.handOverInMs === null && known.key !== null) {
      withdraw(job.jobID)
      open.set(job.jobID, { key: null })
    }
  }
  const look = (list: readonly Job[]): void => {
    for (const job of list) if (isSendJob(job) && job.isOwn) take(job)
  }
  const read = (): void => {
    const { view } = jobs.getState()
    if (!hasStopped && view.kind === 'ready') look(view.value.jobs)
  }

  let unsubscribe = (): void => undefined
  // Loads the list first, because a list from before a lock contains undo times that have expired.
  void jobs
    .getState()
    .load()
    .then(() => {
      if (hasStopped) return
      unsubscribe = jobs.subscribe(({ view }, before) => {
        if (view !== before.view) read()
      })
      read()
    })
  return () => {
    hasStopped = true
    unsubscribe()
    for (const jobID of open.keys()) withdraw(jobID)
  }
}
