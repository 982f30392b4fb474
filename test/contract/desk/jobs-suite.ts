import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Practitioner } from '#domain/people/practitioner.ts'
import type { Job, JobResolution } from '#domain/queue/job.ts'
import { jobActions } from '#domain/queue/job-actions.ts'
import { addressOf, addressProblem } from '#domain/release/recipient.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID, nameDoctor, sendInput } from './desk-work.ts'

/** The contract of the queue that screens rely on: which actions change a job, and which are refused. */
export const describeJobsDesk = (name: string, start: StartDesks): void => {
  describe(`the job service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    /** A separate workstation, without the jobs of other suites. */
    let desk: Desk
    /** A practitioner whose fax never answers. */
    let deaf: Practitioner
    /** A practitioner whose fax the carrier accepts and loses. */
    let lost: Practitioner
    const pause = (isPaused: boolean) => desk.get('jobs', 'pause', { kind: 'fax', isPaused })
    beforeAll(async () => {
      desks = await start()
      desk = await desks.openDesk()
      await desk.signIn('frontdesk')
      await desk.get('jobs', 'pause', { kind: 'message', isPaused: true })
      await pause(true)
      const directory = await desk.get('study', 'searchPractitioners', { text: '' })
      const reached = directory.filter((one) => addressProblem('fax', addressOf(one, null, 'fax')) === null)
      const faxedAs = async (place: number, faxNumber: string): Promise<Practitioner> => {
        const doctor = reached.at(place)
        if (doctor === undefined) throw new Error('The directory has too few practitioners')
        await nameDoctor(desk, await booked(), doctor)
        const { id: practitionerID, version } = doctor
        const change = { practitionerID, version, contact: { faxNumber }, locationID }
        const { isProposed, ...changed } = await desk.get('study', 'changePractitioner', change)
        expect(isProposed).toBe(false)
        return changed
      }
      deaf = await faxedAs(-1, '16045550001')
      lost = await faxedAs(-2, '16045550002')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 5)
    const published = async (doctor: Practitioner): Promise<StudyID> => {
      const study = await booked()
      await nameDoctor(desk, study, doctor)
      await desks.publishReport(study.studyID)
      return study.studyID
    }
    /** A fax that waits, because faxes are paused. */
    const waiting = async (): Promise<Job> =>
      (await desk.get('release', 'send', sendInput(await published(deaf), deaf))).job
    /** Sends one fax for each state, to a number that makes the fax end in that state. */
    const ended = async <States extends readonly ('failed' | 'uncertain')[]>(...states: States) => {
      const sent: Job[] = []
      for (const state of states) {
        const doctor = state === 'failed' ? deaf : lost
        sent.push((await desk.get('release', 'send', sendInput(await published(doctor), doctor))).job)
      }
      await pause(false)
      for (const [place, { jobID }] of sent.entries()) await desks.endFax(desk, jobID, states[place] ?? 'failed')
      await pause(true)
      return (await Promise.all(sent.map(read))) as { -readonly [Place in keyof States]: Job }
    }
    const find = async ({ jobID }: Pick<Job, 'jobID'>): Promise<Job | undefined> =>
      (await desk.get('jobs', 'list', {})).jobs.find((one) => one.jobID === jobID)
    const read = async (job: Pick<Job, 'jobID'>): Promise<Job> => {
      const found = await find(job)
      if (found === undefined) throw new Error('The job is not on the list')
      return found
    }
    const act = (job: Pick<Job, 'jobID'>, name: 'cancel' | 'retry' | 'dismiss') =>
      desk.ask('jobs', name, { jobID: job.jobID })
    const settle = (job: Pick<Job, 'jobID'>, settlement: JobResolution) =>
      desk.ask('jobs', 'settle', { jobID: job.jobID, settlement })
    /** The newest delivery of the job's study, because a job and its delivery have different ids. */
    const deliveryOf = async ({ studyID }: Job) => {
      const { deliveries } = await desk.get('release', 'read', { studyID: studyID as StudyID })
      return deliveries[0]
    }
    const deliveredAs = (job: Job, state: string) =>
      desk.until(`the delivery is ${state}`, async () => (await deliveryOf(job))?.state === state)
    /** Checks that each action that the job's state forbids is refused with its own message and changes nothing. */
    const expectRefusals = async (job: Job): Promise<void> => {
      const before = await read(job)
      const refusals = jobActions(before)
      for (const action of ['cancel', 'retry', 'dismiss', 'settle'] as const) {
        if (refusals[action] === null) continue
        const reply = action === 'settle' ? await settle(job, 'delivered') : await act(job, action)
        expect(reply, action).toMatchObject({ failure: { code: 'job-not-movable', message: refusals[action] } })
      }
      expect(await read(job)).toEqual(before)
    }

    it('keeps jobs of a paused kind, and counts them as in progress', async () => {
      const before = (await desk.get('jobs', 'list', {})).summary
      const job = await waiting()
      const view = await desk.get('jobs', 'list', {})
      expect(view.paused).toEqual(expect.arrayContaining(['fax', 'message']))
      expect(view.summary).toEqual({ ...before, underWay: before.underWay + 1 })
      expect(view.jobs[0]).toEqual(job)
      // A job of a paused kind is not handed over, so it has no undo countdown: `handOverInMs` is null.
      expect(job).toMatchObject({ state: 'queued', attempts: 0, nextAttemptAt: null, handOverInMs: null, isOwn: true })
      await expectRefusals(job)
      await act(job, 'cancel')
    })

    it('cancels a waiting job once, and then lets it be dismissed', async () => {
      const job = await waiting()
      expect(codeOf(await act(job, 'cancel'))).toBe('ok')
      expect(await read(job)).toMatchObject({ state: 'cancelled', handOverInMs: null })
      await deliveredAs(job, 'cancelled')
      await expectRefusals(job)
      expect(codeOf(await act(job, 'dismiss'))).toBe('ok')
      expect(await find(job)).toBeUndefined()
      // The dismissal does not change the delivery.
      expect((await deliveryOf(job))?.state).toBe('cancelled')
    })

    it('retries a failed job, which is then in progress again and can be cancelled', async () => {
      const before = (await desk.get('jobs', 'list', {})).summary
      const [job] = await ended('failed')
      expect(job).toMatchObject({ state: 'failed', attempts: 1, reason: expect.any(String), handOverInMs: null })
      expect((await desk.get('jobs', 'list', {})).summary.needAttention).toBe(before.needAttention + 1)
      expect((await deliveryOf(job))?.state).toBe('failed')
      await expectRefusals(job)
      expect(codeOf(await act(job, 'retry'))).toBe('ok')
      // A job that was tried before has no undo countdown, so `handOverInMs` is null. It can still be cancelled.
      expect(await read(job)).toMatchObject({ state: 'queued', reason: null, handOverInMs: null })
      expect((await desk.get('jobs', 'list', {})).summary).toEqual({ ...before, underWay: before.underWay + 1 })
      expect(codeOf(await act(job, 'cancel'))).toBe('ok')
      await deliveredAs(job, 'cancelled')
      expect((await desk.get('jobs', 'list', {})).summary).toEqual(before)
    })

    it('keeps an uncertain job until staff record its outcome', async () => {
      const before = (await desk.get('jobs', 'list', {})).summary
      const [job] = await ended('uncertain')
      expect(job).toMatchObject({ state: 'uncertain', attempts: 1, reason: expect.any(String), handOverInMs: null })
      expect((await desk.get('jobs', 'list', {})).summary.needAttention).toBe(before.needAttention + 1)
      expect((await deliveryOf(job))?.state).toBe('uncertain')
      await expectRefusals(job)
      // The fax may have arrived, so the same item is not sent to the same number again.
      const again = () => desk.ask('release', 'send', sendInput(job.studyID as StudyID, lost))
      expect(codeOf(await again())).toBe('act-not-allowed')
      expect(codeOf(await settle(job, 'not-delivered'))).toBe('ok')
      expect(await read(job)).toMatchObject({ state: 'failed', reason: expect.any(String) })
      expect((await deliveryOf(job))?.state).toBe('failed')
      await expectRefusals(job)
      const sent = await again()
      if (!sent.ok) throw new Error(sent.failure.message)
      await act(sent.value.job, 'cancel')
    })

    it('queues an uncertain job again if staff choose so, but not if they report it as delivered', async () => {
      const [job, other] = await ended('uncertain', 'uncertain')
      expect(codeOf(await settle(job, 'send-again'))).toBe('ok')
      expect(await read(job)).toMatchObject({ state: 'queued', reason: null, handOverInMs: null })
      expect((await deliveryOf(job))?.state).toBe('registered')
      expect(codeOf(await settle(other, 'delivered'))).toBe('ok')
      expect(await read(other)).toMatchObject({ state: 'delivered', reason: null })
      expect((await deliveryOf(other))?.state).toBe('delivered')
      for (const each of [job, other]) await expectRefusals(each)
      await act(job, 'cancel')
    })

    it('resolves no job without the back office, but cancels jobs that have not started', async () => {
      const [job] = await ended('uncertain')
      const waits = await waiting()
      await desks.setLine(false)
      try {
        expect((await desk.get('jobs', 'list', {})).jobs.map(({ jobID }) => jobID)).toContain(job.jobID)
        expect(codeOf(await settle(job, 'send-again'))).toBe('job-not-movable')
        expect((await read(job)).state).toBe('uncertain')
        expect(codeOf(await act(waits, 'cancel'))).toBe('ok')
      } finally {
        await desks.setLine(true)
      }
      await desk.until('it is online', async () => (await desk.get('connectivity', 'read', {})).state === 'online')
      await deliveredAs(waits, 'cancelled')
      expect(codeOf(await settle(job, 'not-delivered'))).toBe('ok')
    })

    it('shows a colleague the workstation’s jobs, and lets the colleague cancel them', async () => {
      const job = await waiting()
      await desk.signIn('np')
      try {
        expect(await read(job)).toEqual({ ...job, isOwn: false })
        expect(codeOf(await act(job, 'cancel'))).toBe('ok')
        expect(await read(job)).toMatchObject({ state: 'cancelled', isOwn: false })
      } finally {
        await desk.signIn('frontdesk')
      }
    })

    it('queues an email to a member once under a key, and refuses the key for another study', async () => {
      const { studyID } = await booked()
      const other = await booked()
      const idempotencyKey = randomUUID()
      const ask = (study: StudyID) => desk.ask('study', 'resendConfirmation', { studyID: study, idempotencyKey })
      expect(await ask(studyID)).toMatchObject({ value: { job: { kind: 'message', studyID, state: 'queued' } } })
      expect(codeOf(await ask(studyID))).toBe('ok')
      const { jobs } = await desk.get('jobs', 'list', {})
      expect(jobs.filter((job) => job.studyID === studyID)).toHaveLength(1)
      expect(codeOf(await ask(other.studyID))).toBe('idempotency-key-reused')
      expect((await desk.get('jobs', 'list', {})).jobs.filter((job) => job.studyID === other.studyID)).toEqual([])
    })

    it('refuses an unknown job', async () => {
      const none = { jobID: 'no-such-job' }
      for (const action of ['cancel', 'retry', 'dismiss'] as const) {
        expect(codeOf(await act(none, action)), action).toBe('not-found')
      }
      expect(codeOf(await settle(none, 'delivered'))).toBe('not-found')
    })
  })
}
