import { z } from 'zod'
import type { JobKind, JobProgress, JobState } from '#domain/queue/job.ts'
import { jobKinds } from '#domain/queue/job.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import type { JobFace, StoredJob } from '#domain/queue/stored-job.ts'
import { undoMs } from '#domain/queue/undo-send.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { parseJson, type StoredForm, storedForm } from './stored-form.ts'

type Row = {
  readonly job_id: string
  readonly kind: JobKind
  readonly state: JobState
  readonly face: string
  readonly payload: string
  readonly receipt: string | null
  readonly at: number
  readonly changed_at: number
  readonly attempts: number
  readonly strikes: number
  readonly due_at: number | null
  readonly is_out_of_reach: number
  readonly is_dismissed: number
  readonly progress: string | null
  readonly reason: string | null
}

const jobFaceForm: StoredForm<JobFace> = storedForm(
  z.object({
    title: z.string(),
    member: z.object({ name: z.string(), dob: plainDateSchema }).nullable(),
    studyID: studyIDSchema.nullable(),
    locationID: locationIDSchema.nullable(),
    recipient: z.string(),
    by: z.string(),
    author: z.string(),
  }),
)

const jobProgressForm: StoredForm<JobProgress> = storedForm(
  z.object({ done: z.number(), total: z.number(), unit: z.enum(['bytes', 'pages', 'files']) }),
)

/** What the list shows of a job whose description cannot be read. It is kept, and its payload decides whether it is sent. */
const unreadableFace: JobFace = {
  title: 'A job that can no longer be read',
  member: null,
  studyID: null,
  locationID: null,
  recipient: '',
  by: '',
  author: '',
}

const readFace = (text: string): JobFace => {
  const read = jobFaceForm.read(text)
  return read.ok ? read.value : unreadableFace
}
const readProgress = (text: string | null): JobProgress | null => {
  const read = text === null ? null : jobProgressForm.read(text)
  return read?.ok === true ? read.value : null
}

const toJob = (row: Row): StoredJob => ({
  ...readFace(row.face),
  jobID: row.job_id,
  kind: row.kind,
  state: row.state,
  payload: row.payload,
  receipt: row.receipt,
  at: row.at,
  changedAt: row.changed_at,
  attempts: row.attempts,
  strikes: row.strikes,
  dueAt: row.due_at,
  isOutOfReach: row.is_out_of_reach === 1,
  isDismissed: row.is_dismissed === 1,
  progress: readProgress(row.progress),
  reason: row.reason,
})

const pausedSetting = 'paused-job-kinds'
const pausedKinds = z.array(z.string())
/** Of what has ended, lists show as many as a day brings. */
const mostEnded = 200

// What the index holds: a query that says exactly this reads no more rows than it gives, however many wait.
const isLive = `is_dismissed = 0 and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain')`

// An undone job keeps its payload until the back office knows of the undo, on the list or off it.
const isUnreported = `state = 'cancelled' and payload <> ''`

/** Jobs of this workstation: what is to be sent, printed and written, and how far each is. */
export const createJobJournal = (db: Database): JobStore => {
  const commit = db.transaction((work: () => unknown) => work())
  const insert = db.prepare(`
    insert or ignore into job (job_id, kind, state, face, payload, at, changed_at, due_at)
    values (?, ?, 'queued', ?, ?, ?, ?, ?)`)
  const insertContent = db.prepare('insert into job_content (job_id, content) values (?, ?)')
  const one = db.prepare<[string], Row>('select * from job where job_id = ?')
  const content = db.prepare<[string], Uint8Array>('select content from job_content where job_id = ?').pluck(true)
  const removeContent = db.prepare('delete from job_content where job_id = ?')
  const forget = db.prepare(`update job set payload = '' where job_id = ?`)
  const releaseReported = db.prepare(`update job set payload = '' where job_id = ? and not (${isUnreported})`)
  // Jobs that wait for the very same moment go in the order in which they were asked for.
  const next = (states: string) =>
    db.prepare<[string, string], Row>(`
      select * from job indexed by job_live where kind = ? and ${states} and ${isLive} and due_at is not null
        and job_id not in (select value from json_each(?))
      order by due_at, seq limit 1`)
  const nextToSend = next(`state = 'queued'`)
  const nextSending = next(`state = 'sending'`)
  const nextHandedOver = next(`state = 'handed-over'`)
  // A look that found nothing new is no change: by `changed_at` it is known how long a job has not moved.
  const change = db.prepare(`
    update job set
      changed_at = case when state = @state and @state <> 'queued' and progress is @progress and attempts = @attempts
        then changed_at else @nowMs end,
      payload = case when @isOver then '' else payload end,
      state = @state, attempts = @attempts, strikes = @strikes, receipt = @receipt, reason = @reason,
      progress = @progress, due_at = @dueAt, is_out_of_reach = @isOutOfReach
    where job_id = @jobID`)
  const dismiss = db.prepare(`update job set is_dismissed = 1, due_at = null where job_id = ?`)
  const undone = db.prepare<[], Row>(`select * from job where ${isUnreported} order by seq`)
  const listed = db.prepare<{ most: number; ended: number }, Row>(`
    select * from job where seq in (
        select seq from (select seq from job indexed by job_live
          where ${isLive} and state in ('failed', 'uncertain') order by seq desc limit @most)
        union all select seq from (select seq from job indexed by job_live
          where ${isLive} and state in ('queued', 'sending', 'handed-over') order by seq desc limit @most)
        union all select seq from (select seq from job
          where is_dismissed = 0 and state in ('delivered', 'cancelled') order by seq desc limit @ended))
    order by seq desc`)
  const inStates = db.prepare<[], { state: JobState; jobs: number }>(
    `select state, count(*) as jobs from job indexed by job_live where ${isLive} group by state`,
  )
  const stuckBegun = db
    .prepare<[string, number], number>(
      `select count(*) from job where kind = ? and ${isLive} and state in ('sending', 'handed-over') and changed_at < ?`,
    )
    .pluck(true)
  const stuckWaiting = db
    .prepare<[string, number, number], number>(
      `select count(*) from job where kind = ? and ${isLive} and state = 'queued' and due_at < ? and changed_at < ?`,
    )
    .pluck(true)
  const setting = db.prepare<[], string>(`select value from setting where name = '${pausedSetting}'`).pluck(true)
  const putSetting = db.prepare(`insert or replace into setting (name, value) values ('${pausedSetting}', ?)`)
  const lookAtBegun = db.prepare(`update job set due_at = ? where ${isLive} and state in ('sending', 'handed-over')`)
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

  const paused = (): readonly JobKind[] => {
    const value = setting.get()
    const kinds = value === undefined ? [] : (pausedKinds.safeParse(parseJson(value)).data ?? [])
    return jobKinds.filter((kind) => kinds.includes(kind))
  }
  const release = (jobID: string): void => {
    forget.run(jobID)
    removeContent.run(jobID)
  }
  /** Runs statements as one write, also as part of a larger one. */
  const together = <Value>(work: () => Value): Value => (db.inTransaction ? work() : (commit.immediate(work) as Value))

  return {
    commit: together,
    add: ({ jobID, kind, payload, content: bytes, holdMs, ...face }, { nowMs, steadyMs }) =>
      together(() => {
        const { title, member, studyID, locationID, recipient, by, author } = face
        const json = jobFaceForm.write({ title, member, studyID, locationID, recipient, by, author })
        const added =
          insert.run(jobID, kind, json, JSON.stringify(payload), nowMs, nowMs, steadyMs + holdMs).changes === 1
        if (added && bytes !== null) insertContent.run(jobID, bytes)
        return added
      }),
    read: (jobID) => {
      const row = one.get(jobID)
      return row === undefined ? null : toJob(row)
    },
    content: (jobID) => content.get(jobID) ?? null,
    nextDue: (kind, turn, except) => {
      const not = JSON.stringify(except)
      if (turn === 'send') {
        const row = nextToSend.get(kind, not)
        return row === undefined ? null : toJob(row)
      }
      const rows = [nextSending.get(kind, not), nextHandedOver.get(kind, not)].flatMap((row) => row ?? [])
      const [first] = rows.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0))
      return first === undefined ? null : toJob(first)
    },
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
    undone: () => undone.all().map(toJob),
    forget: (jobID) => together(() => release(jobID)),
    list: (most) => listed.all({ most, ended: Math.min(most, mostEnded) }).map(toJob),
    counts: (before, { nowMs, steadyMs }) => {
      const held = paused()
      const stuck = jobKinds.map((kind) => {
        const waiting = held.includes(kind) ? 0 : stuckWaiting.get(kind, before[kind] - nowMs + steadyMs, before[kind])
        return (stuckBegun.get(kind, before[kind]) ?? 0) + (waiting ?? 0)
      })
      return {
        states: Object.fromEntries(inStates.all().map(({ state, jobs }) => [state, jobs])),
        stuck: stuck.reduce((sum, jobs) => sum + jobs, 0),
      }
    },
    paused,
    setPaused: (kind, isPaused) =>
      together(() => {
        const others = paused().filter((other) => other !== kind)
        putSetting.run(JSON.stringify(isPaused ? [...others, kind] : others))
      }),
    resume: (steadyMs, aheadMs) =>
      together(() => {
        shortenHolds.run({ latest: steadyMs + undoMs })
        lookAtBegun.run(steadyMs)
        bringNear.run({ latest: steadyMs + aheadMs })
      }),
    wake: (steadyMs) => wake.run(steadyMs).changes > 0,
    sweep: (endedBefore, failedMs) =>
      together(() => {
        if (sweep.run({ ended: endedBefore, failed: failedMs }).changes > 0) sweepContent.run()
      }),
  }
}
