import { z } from 'zod'
import type { JobKind, JobProgress, JobState } from '#domain/queue/job.ts'
import { jobKinds } from '#domain/queue/job.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import type { JobDisplay, StoredJob } from '#domain/queue/stored-job.ts'
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

export const jobDisplayForm: StoredForm<JobDisplay> = storedForm(
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

export const jobProgressForm: StoredForm<JobProgress> = storedForm(
  z.object({ done: z.number(), total: z.number(), unit: z.enum(['bytes', 'pages', 'files']) }),
)

/**
 * What lists show for a job whose description cannot be read. The job is kept, and its payload decides whether it is
 * sent.
 */
const unreadableDisplay: JobDisplay = {
  title: 'Unreadable job',
  member: null,
  studyID: null,
  locationID: null,
  recipient: '',
  by: '',
  author: '',
}

const readDisplay = (text: string): JobDisplay => {
  const read = jobDisplayForm.read(text)
  return read.ok ? read.value : unreadableDisplay
}
const readProgress = (text: string | null): JobProgress | null => {
  const read = text === null ? null : jobProgressForm.read(text)
  return read?.ok === true ? read.value : null
}

const toJob = (row: Row): StoredJob => ({
  ...readDisplay(row.face),
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

export const pausedSetting = 'paused-job-kinds'
const pausedKinds = z.array(z.string())
/** Maximum number of ended jobs in a list: about as many as end in one day. */
const maxEnded = 200

// The condition of the partial index `job_live`. SQLite uses that index only for a query that repeats the condition.
export const isLive = `is_dismissed = 0 and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain')`

// An undone job keeps its payload until the back office has the report of the undo, even when staff dismissed the job.
export const isUnreported = `state = 'cancelled' and payload <> ''`

type JobReads = Pick<JobStore, 'read' | 'content' | 'nextDue' | 'undone' | 'list' | 'hasSending' | 'counts' | 'paused'>

/** Creates the read queries of jobs. They never write. */
export const createJobReads = (db: Database): JobReads => {
  const one = db.prepare<[string], Row>('select * from job where job_id = ?')
  const content = db.prepare<[string], Uint8Array>('select content from job_content where job_id = ?').pluck(true)
  // Jobs that are due at the same moment run in the order in which they were added.
  const next = (states: string) =>
    db.prepare<[string, string], Row>(`
      select * from job indexed by job_live where kind = ? and ${states} and ${isLive} and due_at is not null
        and job_id not in (select value from json_each(?))
      order by due_at, seq limit 1`)
  const nextToSend = next(`state = 'queued'`)
  const nextSending = next(`state = 'sending'`)
  const nextHandedOver = next(`state = 'handed-over'`)
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
  const anySending = db
    .prepare<[], number>(`select 1 from job indexed by job_live where ${isLive} and state = 'sending' limit 1`)
    .pluck(true)
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

  const paused = (): readonly JobKind[] => {
    const value = setting.get()
    const kinds = value === undefined ? [] : (pausedKinds.safeParse(parseJson(value)).data ?? [])
    return jobKinds.filter((kind) => kinds.includes(kind))
  }

  return {
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
    undone: () => undone.all().map(toJob),
    list: (most) => listed.all({ most, ended: Math.min(most, maxEnded) }).map(toJob),
    hasSending: () => anySending.get() !== undefined,
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
  }
}
