import type { JobStore } from '#domain/queue/job-store.ts'
import { undoMs } from '#domain/queue/undo-send.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { createJobReads, isLive, isUnreported, jobDisplayForm, jobProgressForm, pausedSetting } from './job-reads.ts'

/** Creates the journal of this workstation's jobs: what to send, print and write, and the progress of each. */
export const createJobJournal = (db: Database): JobStore => {
  const commit = db.transaction((work: () => unknown) => work())
  const reads = createJobReads(db)
  const insert = db.prepare(`
    insert or ignore into job (job_id, kind, state, face, payload, at, changed_at, due_at)
    values (?, ?, 'queued', ?, ?, ?, ?, ?)`)
  const insertContent = db.prepare('insert into job_content (job_id, content) values (?, ?)')
  const removeContent = db.prepare('delete from job_content where job_id = ?')
  const forget = db.prepare(`update job set payload = '' where job_id = ?`)
  const releaseReported = db.prepare(`update job set payload = '' where job_id = ? and not (${isUnreported})`)
  // A check that found nothing new does not update `changed_at`, which is the time of the job's last progress.
  const change = db.prepare(`
    update job set
      changed_at = case when state = @state and @state <> 'queued' and progress is @progress and attempts = @attempts
        then changed_at else @nowMs end,
      payload = case when @isOver then '' else payload end,
      state = @state, attempts = @attempts, strikes = @strikes, receipt = @receipt, reason = @reason,
      progress = @progress, due_at = @dueAt, is_out_of_reach = @isOutOfReach
    where job_id = @jobID`)
  const dismiss = db.prepare(`update job set is_dismissed = 1, due_at = null where job_id = ?`)
  const putSetting = db.prepare(`insert or replace into setting (name, value) values ('${pausedSetting}', ?)`)
  const setBegunDue = db.prepare(`update job set due_at = ? where ${isLive} and state in ('sending', 'handed-over')`)
  const bringNear = db.prepare(`update job set due_at = @latest where ${isLive} and due_at > @latest`)
  const shortenHolds = db.prepare(
    `update job set due_at = @latest where ${isLive} and state = 'queued' and attempts = 0 and due_at > @latest`,
  )
  const wake = db.prepare(
    `update job set due_at = ?, is_out_of_reach = 0 where ${isLive} and is_out_of_reach = 1 and due_at is not null`,
  )
  const sweep = db.prepare(`
    delete from job
    where (changed_at < @ended and (is_dismissed = 1 or state in ('delivered', 'cancelled')) and not (${isUnreported}))
      or ((state = 'failed' or ${isUnreported}) and changed_at < (select max(changed_at) from job) - @failed)`)
  const sweepContent = db.prepare('delete from job_content where job_id not in (select job_id from job)')

  const release = (jobID: string): void => {
    forget.run(jobID)
    removeContent.run(jobID)
  }
  /** Runs statements in one transaction: the one that is already open, or a new one. */
  const together = <Value>(work: () => Value): Value => (db.inTransaction ? work() : (commit.immediate(work) as Value))

  return {
    ...reads,
    commit: together,
    add: ({ jobID, kind, payload, content: bytes, holdMs, ...face }, { nowMs, steadyMs }) =>
      together(() => {
        const { title, member, studyID, locationID, recipient, by, author } = face
        const json = jobDisplayForm.write({ title, member, studyID, locationID, recipient, by, author })
        const added =
          insert.run(jobID, kind, json, JSON.stringify(payload), nowMs, nowMs, steadyMs + holdMs).changes === 1
        if (added && bytes !== null) insertContent.run(jobID, bytes)
        return added
      }),
    change: (jobID, to, { nowMs, steadyMs }) =>
      together(() => {
        const { state, attempts, strikes, receipt, reason } = to
        const progress = to.progress === null ? null : jobProgressForm.write(to.progress)
        const dueAt = to.dueInMs === null ? null : steadyMs + to.dueInMs
        const [isOutOfReach, isOver] = [to.isOutOfReach ? 1 : 0, to.isOver ? 1 : 0]
        change.run({ jobID, state, attempts, strikes, receipt, reason, progress, dueAt, isOutOfReach, isOver, nowMs })
        if (to.isOver) removeContent.run(jobID)
      }),
    dismiss: (jobID) =>
      together(() => {
        dismiss.run(jobID)
        releaseReported.run(jobID)
        removeContent.run(jobID)
      }),
    forget: (jobID) => together(() => release(jobID)),
    setPaused: (kind, isPaused) =>
      together(() => {
        const others = reads.paused().filter((other) => other !== kind)
        putSetting.run(JSON.stringify(isPaused ? [...others, kind] : others))
      }),
    resume: (steadyMs, aheadMs) =>
      together(() => {
        shortenHolds.run({ latest: steadyMs + undoMs })
        setBegunDue.run(steadyMs)
        bringNear.run({ latest: steadyMs + aheadMs })
      }),
    wake: (steadyMs) => wake.run(steadyMs).changes > 0,
    sweep: (endedBefore, failedMs) =>
      together(() => {
        if (sweep.run({ ended: endedBefore, failed: failedMs }).changes > 0) sweepContent.run()
      }),
  }
}
