import { useEffect } from 'react'
import type { Job } from '#domain/queue/job.ts'
import { isOpenJob } from '#domain/queue/jobs-summary.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Notices } from '../kit/notices.ts'
import type { JobsStore } from '../queue/jobs-store.ts'
import {
  countdownLabel,
  endedBatchNotice,
  failedNotice,
  isSendJob,
  type SendJob,
  sendNoticeWords,
  sentNotice,
  undoneNotice,
  waitingBatchNotice,
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
 * soon as the queue has it (decisions §6 Undo of a send). Several sends of one study share a notice.
 */
export function SendNotices({ jobs, notices, userID }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other sends
  useEffect(() => followSends({ jobs, notices }), [jobs, notices, userID])
  return null
}

/** From this number on, the sends of one study share a notice: a pile of notices would cover the page. */
const batchSize = 3

/** A send in progress. */
type OpenSend = {
  readonly job: SendJob
  /** When it starts, in milliseconds since 1970; null if it could never be undone, or can no longer be undone. */
  readonly startsAt: number | null
}

type Batch = { readonly jobIDs: Set<string>; readonly delivered: SendJob[]; readonly undone: SendJob[] }

/** Follows the jobs until the returned function is called. */
const followSends = ({ jobs, notices }: Pick<Props, 'jobs' | 'notices'>): (() => void) => {
  const open = new Map<string, OpenSend>()
  /** The undo notices on the screen, by job, or by study for a batch. `about` names the jobs that a notice covers. */
  const shown = new Map<string, { readonly key: string; readonly about: string }>()
  /** The batches in progress, by study. */
  const batches = new Map<string, Batch>()
  let hasStopped = false

  const undo = async (sends: readonly SendJob[]): Promise<void> => {
    for (const { jobID } of sends) {
      const failure = await jobs.getState().act(jobID, (bridge) => bridge.cancel({ jobID }))
      if (failure !== null) notices.error({ title: sendNoticeWords.notUndone, description: failure.message })
    }
  }
  const hide = (id: string): void => {
    const notice = shown.get(id)
    if (notice !== undefined) notices.close(notice.key)
    shown.delete(id)
  }
  /** Shows one undo notice about these sends, unless it is shown already. */
  const offer = (id: string, sends: readonly OpenSend[]): void => {
    const waiting = sends.map(({ job }) => job)
    const about = waiting.map(({ jobID }) => jobID).join(' ')
    const [first] = waiting
    if (shown.get(id)?.about === about) return
    hide(id)
    if (first === undefined) return
    const isOne = waiting.length === 1 && first.jobID === id
    const startsAt = Math.min(...sends.map((send) => send.startsAt ?? 0))
    const key = notices.success({
      ...(isOne ? waitingNotice(first) : waitingBatchNotice(waiting)),
      countdown: { ms: Math.max(0, startsAt - Date.now()), label: (seconds) => countdownLabel(first, seconds) },
      timeoutMs: null,
      action: {
        label: isOne ? sendNoticeWords.undo : sendNoticeWords.undoAll,
        onPress: () => void undo(waiting),
        isUndo: true,
      },
    })
    shown.set(id, { key, about })
  }
  /** Draws the undo notices of a study's sends: one for each, or one for a batch. */
  const draw = (studyID: string): void => {
    const waiting = [...open.values()].filter(({ job, startsAt }) => job.studyID === studyID && startsAt !== null)
    if (!batches.has(studyID) && waiting.length < batchSize) {
      for (const send of waiting) offer(send.job.jobID, [send])
      return
    }
    const batch = batches.get(studyID) ?? { jobIDs: new Set(), delivered: [], undone: [] }
    batches.set(studyID, batch)
    for (const { job } of waiting) {
      batch.jobIDs.add(job.jobID)
      hide(job.jobID)
    }
    offer(studyID, waiting)
  }
  const change = (job: SendJob, startsAt: number | null): void => {
    open.set(job.jobID, { job, startsAt })
    if (startsAt === null) hide(job.jobID)
    if (job.studyID !== null) draw(job.studyID)
    else if (startsAt !== null) offer(job.jobID, [{ job, startsAt }])
  }
  /** Shows the results of a batch when its last send has ended. A failed send has a notice of its own. */
  const endBatch = (studyID: string, { jobIDs, delivered, undone }: Batch): void => {
    if ([...jobIDs].some((jobID) => open.has(jobID))) return
    batches.delete(studyID)
    if (delivered.length > 0) notices.success(endedBatchNotice(delivered, false))
    if (undone.length > 0) notices.success(endedBatchNotice(undone, true))
  }
  const end = (job: SendJob): void => {
    hide(job.jobID)
    open.delete(job.jobID)
    const batch = job.studyID === null ? undefined : batches.get(job.studyID)
    const isOfBatch = batch?.jobIDs.has(job.jobID) === true
    if (job.state === 'delivered') {
      if (isOfBatch) batch.delivered.push(job)
      else notices.success(sentNotice(job))
    } else if (job.state === 'cancelled') {
      if (isOfBatch) batch.undone.push(job)
      else notices.success(undoneNotice(job))
    } else notices.error(failedNotice(job))
    if (job.studyID === null) return
    draw(job.studyID)
    if (isOfBatch) endBatch(job.studyID, batch)
  }
  const take = (job: SendJob): void => {
    const known = open.get(job.jobID)
    if (!isOpenJob(job.state)) {
      if (known !== undefined) end(job)
      return
    }
    if (known === undefined) change(job, job.handOverInMs === null ? null : Date.now() + job.handOverInMs)
    else if (job.handOverInMs === null && known.startsAt !== null) change(job, null)
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
    for (const id of [...shown.keys()]) hide(id)
  }
}
