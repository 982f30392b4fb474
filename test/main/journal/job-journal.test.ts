import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobChange } from '#domain/queue/decide-job.ts'
import { createJobJournal } from '#main/journal/job-journal.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { aJob } from '#test/main/queue/queue-world/queue-desk.ts'

const keyHex = '5a'.repeat(32)
const dayMs = 86_400_000
const nowMs = Date.parse('2026-11-20T17:00:00Z')
const times = { nowMs, steadyMs: 5000 }
const change = (changes: Partial<JobChange>): JobChange => ({
  state: 'queued',
  attempts: 1,
  strikes: 0,
  receipt: null,
  reason: null,
  progress: null,
  dueInMs: null,
  isOutOfReach: false,
  isOver: false,
  ...changes,
})

describe('the journal’s jobs', () => {
  let db: Database
  let path: string
  let jobs: ReturnType<typeof createJobJournal>
  const open = () => {
    db = openDatabaseFile({ path, keyHex, synchronous: 'FULL', migrations: journalMigrations })
    jobs = createJobJournal(db)
  }
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'atrium-jobs-')), 'journal.db')
    open()
  })
  afterEach(() => db.close())
  const add = (jobID: string, steadyMs = 5000, content: Uint8Array | null = null) =>
    jobs.add(aJob({ jobID, content }), { nowMs, steadyMs })
  const move = (jobID: string, changes: Partial<JobChange>, at = times) => jobs.change(jobID, change(changes), at)
  const count = (table: string) => db.prepare<[], number>(`select count(*) from ${table}`).pluck().get()
  const before = { fax: 0, email: 0, cd: 0, usb: 0, message: 0, print: 0 }

  it('keep state, order and content after an update that adds a kind of job', () => {
    const older = join(mkdtempSync(join(tmpdir(), 'atrium-jobs-')), 'journal.db')
    const earlier = journalMigrations.filter(({ name }) => name < '007')
    const old = openDatabaseFile({ path: older, keyHex, synchronous: 'FULL', migrations: earlier })
    const kept = createJobJournal(old)
    kept.add(aJob({ jobID: 'job-1', content: new Uint8Array([1, 2, 3]) }), { nowMs, steadyMs: 5000 })
    kept.add(aJob({ jobID: 'job-2' }), { nowMs, steadyMs: 6000 })
    kept.change('job-2', change({ state: 'uncertain', reason: 'No answer came.', attempts: 3 }), times)
    const shown = [kept.read('job-1'), kept.read('job-2')]
    old.close()
    db.close()
    path = older
    open()
    expect([jobs.read('job-1'), jobs.read('job-2')]).toEqual(shown)
    expect(jobs.content('job-1')).toEqual(Buffer.from([1, 2, 3]))
    expect(add('job-3')).toBe(true)
    const order = db.prepare<[], string>('select job_id from job order by seq').pluck().all()
    expect(order).toEqual(['job-1', 'job-2', 'job-3'])
    expect(() => db.exec("update job set kind = 'message' where job_id = 'job-3'")).not.toThrow()
    expect(() => db.exec("update job set kind = 'other' where job_id = 'job-3'")).toThrow()
  })

  it('return unchanged after a restart, and none of their content is on disk unencrypted', () => {
    const bytes = new Uint8Array(70_000).fill(7)
    expect(add('job-1', 5000, bytes)).toBe(true)
    expect(add('job-1')).toBe(false)
    db.close()
    for (const name of readdirSync(dirname(path))) {
      expect(readFileSync(join(dirname(path), name)).includes('Xylo'), name).toBe(false)
    }
    open()
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    const { jobID, payload: _, content: __, holdMs: ___, ...shown } = aJob()
    expect(jobs.read(jobID)).toEqual({
      ...shown,
      jobID,
      state: 'queued',
      payload: '{"ticket":"ticket-1"}',
      receipt: null,
      at: nowMs,
      changedAt: nowMs,
      attempts: 0,
      strikes: 0,
      dueAt: 5000,
      isOutOfReach: false,
      isDismissed: false,
      progress: null,
      reason: null,
    })
    expect(jobs.content('job-1')).toEqual(Buffer.from(bytes))
    expect(jobs.read('job-2')).toBeNull()
  })

  it('are due in the order of their times and then of their creation, without excluded jobs', () => {
    for (const [jobID, due] of [
      ['job-c', 3],
      ['job-a', 2],
      ['job-b', 2],
    ] as const)
      add(jobID, due)
    const next = (...except: string[]) => jobs.nextDue('fax', 'send', except)?.jobID
    expect([next(), next('job-a'), next('job-a', 'job-b'), next('job-a', 'job-b', 'job-c')]).toEqual([
      'job-a',
      'job-b',
      'job-c',
      undefined,
    ])
    expect(jobs.nextDue('email', 'send', [])).toBeNull()
    move('job-a', { state: 'sending' })
    expect(next()).toBe('job-b')
    expect(jobs.nextDue('fax', 'follow-up', [])).toBeNull()
    move('job-b', { state: 'handed-over', dueInMs: 2000 })
    jobs.resume(6000, 1000)
    expect(jobs.nextDue('fax', 'follow-up', [])).toMatchObject({ dueAt: 6000 })
    expect(jobs.nextDue('fax', 'follow-up', ['job-a'])).toMatchObject({ jobID: 'job-b', dueAt: 6000 })
  })

  it('are found by an index seek, however many wait', () => {
    const plan = (states: string) =>
      db
        .prepare<[], { detail: string }>(
          `explain query plan select * from job indexed by job_live where kind = 'fax' and ${states} and is_dismissed = 0
           and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain') and due_at is not null order by due_at, seq`,
        )
        .all()
        .map(({ detail }) => detail)
    expect(plan(`state = 'queued'`)).toEqual(['SEARCH job USING INDEX job_live (kind=? AND state=? AND due_at>?)'])
  })

  it('lose ticket and bytes once they have ended or are dismissed, and keep both while they can be tried again', () => {
    for (const jobID of ['job-1', 'job-2', 'job-3']) add(jobID, 5000, new Uint8Array([1]))
    move('job-1', { state: 'delivered', isOver: true })
    move('job-2', { state: 'failed' })
    jobs.dismiss('job-3')
    const kept = ['job-1', 'job-2', 'job-3'].map((id) => [jobs.read(id)?.payload, jobs.content(id) !== null])
    expect(kept).toEqual([
      ['', false],
      ['{"ticket":"ticket-1"}', true],
      ['', false],
    ])
  })

  it('keep the time of their last change when a check finds the same state and progress', () => {
    add('job-1')
    const progress = { done: 1, total: 3, unit: 'pages' } as const
    const at = (minutes: number) => ({ nowMs: nowMs + minutes * 60_000, steadyMs: 0 })
    const looked: number[] = []
    const look = (minutes: number, changes: Partial<JobChange>) => {
      move('job-1', { state: 'handed-over', receipt: 'r', dueInMs: 1, ...changes }, at(minutes))
      looked.push(((jobs.read('job-1')?.changedAt ?? 0) - nowMs) / 60_000)
    }
    look(1, {})
    look(2, { reason: 'Out of paper' })
    look(3, { progress })
    look(4, { progress })
    expect(looked).toEqual([1, 1, 3, 3])
  })

  it('are listed newest first, except dismissed jobs; problems, open jobs and ended jobs each have a limit', () => {
    for (let job = 0; job < 6; job += 1) add(`job-${job}`)
    move('job-1', { state: 'uncertain' })
    move('job-4', { state: 'delivered', isOver: true })
    move('job-5', { state: 'delivered', isOver: true })
    jobs.dismiss('job-5')
    const listed = (most: number) => jobs.list(most).map(({ jobID }) => jobID.slice(4))
    expect(listed(500)).toEqual(['4', '3', '2', '1', '0'])
    expect(listed(2)).toEqual(['4', '3', '2', '1'])
    expect(jobs.counts(before, times).states).toEqual({ queued: 3, uncertain: 1 })
  })

  it('show that a job is being sent, even if many newer jobs are listed before it', () => {
    db.transaction(() => {
      for (let job = 0; job < 600; job += 1) add(`job-${job}`)
    })()
    expect(jobs.hasSending()).toBe(false)
    move('job-0', { state: 'sending' })
    expect(jobs.list(500).some(({ state }) => state === 'sending')).toBe(false)
    expect(jobs.hasSending()).toBe(true)
    move('job-0', { state: 'handed-over' })
    expect(jobs.hasSending()).toBe(false)
  })

  it('count as stuck if they have not changed for a long time, except queued ones of a paused kind', () => {
    add('job-1')
    add('job-2')
    move('job-2', { state: 'sending' })
    const stuck = (fax: number) => jobs.counts({ ...before, fax }, times).stuck
    expect([stuck(nowMs), stuck(nowMs + 1)]).toEqual([0, 2])
    jobs.setPaused('fax', true)
    jobs.setPaused('print', true)
    expect([jobs.paused(), stuck(nowMs + 1)]).toEqual([['fax', 'print'], 1])
    jobs.setPaused('fax', false)
    expect(jobs.paused()).toEqual(['print'])
  })

  it('become due earlier when the back office is back, and when a start finds them due too far in the future', () => {
    add('job-1')
    add('job-2')
    move('job-1', { dueInMs: 90_000, isOutOfReach: true })
    move('job-2', { dueInMs: 90_000 })
    expect(jobs.wake(7000)).toBe(true)
    expect(jobs.wake(7000)).toBe(false)
    expect(['job-1', 'job-2'].map((id) => jobs.read(id)?.dueAt)).toEqual([7000, 95_000])
    jobs.resume(1000, 3000)
    expect(['job-1', 'job-2'].map((id) => jobs.read(id)?.dueAt)).toEqual([4000, 4000])
  })

  it('are swept a day after they ended or were dismissed, and never while they wait or their result is unknown', () => {
    for (const jobID of ['job-1', 'job-2', 'job-3', 'job-4']) add(jobID, 5000, new Uint8Array([1]))
    move('job-1', { state: 'delivered', isOver: true })
    move('job-2', { state: 'uncertain' })
    jobs.dismiss('job-3')
    const left = (days: number) => {
      jobs.sweep(nowMs + (days - 1) * dayMs + 1, 30 * dayMs)
      return [count('job'), count('job_content')]
    }
    expect([left(0), left(1), left(29), left(1000)]).toEqual([
      [4, 2],
      [2, 2],
      [2, 2],
      [2, 2],
    ])
    expect(jobs.read('job-4')).not.toBeNull()
  })

  it('are kept after an undo until the undo is reported, even if they are dismissed and a sweep runs', () => {
    add('job-1', 5000, new Uint8Array([1]))
    move('job-1', { state: 'cancelled', attempts: 0, isOver: false })
    jobs.dismiss('job-1')
    jobs.sweep(nowMs + 2 * dayMs, 30 * dayMs)
    expect(jobs.undone()).toMatchObject([{ jobID: 'job-1', isDismissed: true }])
    expect(jobs.list(10)).toEqual([])
    jobs.forget('job-1')
    expect(jobs.undone()).toEqual([])
    jobs.sweep(nowMs + 2 * dayMs, 30 * dayMs)
    expect(jobs.read('job-1')).toBeNull()
  })

  it('are kept after a failure until another job has changed more than 30 days later; the clock alone removes none', () => {
    add('job-1')
    move('job-1', { state: 'failed', isOver: true })
    const sweepAt = (days: number): number | undefined => {
      jobs.sweep(nowMs + (days - 1) * dayMs, 30 * dayMs)
      return count('job')
    }
    expect([sweepAt(31), sweepAt(4000)]).toEqual([1, 1])
    const newer = (days: number) =>
      jobs.add(aJob({ jobID: `job-${days}` }), { nowMs: nowMs + days * dayMs, steadyMs: 0 })
    newer(29)
    expect(sweepAt(29)).toBe(2)
    newer(31)
    expect(sweepAt(31)).toBe(2)
    expect(jobs.read('job-1')).toBeNull()
  })

  it('are written together or not at all if the disk is full', () => {
    add('job-1')
    db.pragma(`max_page_count=${db.pragma('page_count', { simple: true })}`)
    const large = new Uint8Array(200_000)
    expect(() => add('job-2', 5000, large)).toThrow(/full/)
    expect(() =>
      jobs.commit(() => {
        move('job-1', { state: 'sending' })
        add('job-3', 5000, large)
      }),
    ).toThrow(/full/)
    expect([jobs.read('job-1')?.state, count('job')]).toEqual(['queued', 1])
    db.pragma('query_only=1')
    expect(() => add('job-2')).toThrow(/readonly|read-only/)
    db.pragma('query_only=0')
  })
})
