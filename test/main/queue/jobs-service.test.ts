import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { createJobsService } from '#main/queue/jobs-service.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { aJob, openQueueDesk, type QueueDesk } from '#test/main/queue/queue-world/queue-desk.ts'

describe('jobs service', () => {
  let desk: QueueDesk
  let user: StaffUser | null
  const service = () => createJobsService({ queue: desk.queue(), session: { user: () => user } })
  const at = (location: string): StaffUser => ({
    ...aStaffUser(),
    user_id: 'u-2',
    allowedLocations: [location as never],
  })
  beforeEach(() => {
    desk = openQueueDesk()
    user = at('ca-bc-1')
    desk.queue().add(aJob())
    desk.queue().add(aJob({ jobID: 'test-page', kind: 'print', member: null, studyID: null, locationID: null }))
  })
  afterEach(() => desk.close())
  const shown = async () => {
    const reply = await service().list({})
    return reply.ok ? reply.value.jobs : []
  }

  it('names the member only in jobs of the user’s locations and in the user’s own jobs', async () => {
    const named = async () => (await shown()).map(({ jobID, member, studyID }) => [jobID, member?.name, studyID])
    const whole = [
      ['test-page', undefined, null],
      ['job-1', 'Xylo Phonamine', 's-1'],
    ]
    const hidden = [
      ['test-page', undefined, null],
      ['job-1', undefined, null],
    ]
    expect(await named()).toEqual(whole)
    user = at('us-ca-1')
    expect(await named()).toEqual(hidden)
    user = { ...at('us-ca-1'), user_id: 'u-1' }
    expect(await named()).toEqual(whole)
    user = null
    expect(await named()).toEqual(hidden)
    expect(Object.keys((await shown())[0] ?? {})).not.toContain('author')
  })

  it('marks a job as the user’s own by the user’s id, never by a name that another user may have', async () => {
    const own = async () => (await shown()).find(({ jobID }) => jobID === 'job-1')?.isOwn
    expect(await own()).toBe(false)
    user = { ...at('ca-bc-1'), user_id: 'u-1', fullname: 'Another name' }
    expect(await own()).toBe(true)
  })

  it('runs jobs even if no user is signed in, and answers each action with the current list', async () => {
    desk.script.send = () => ({ kind: 'failed', reason: 'No such number' })
    expect(await service().pause({ kind: 'print', isPaused: true })).toMatchObject({ value: { paused: ['print'] } })
    desk.queue().start()
    user = null
    await desk.pass(1000)
    user = at('us-ca-1')
    expect(await service().list({})).toMatchObject({ value: { summary: { underWay: 1, needAttention: 1 } } })
    expect(await service().cancel({ jobID: 'test-page' })).toMatchObject({ value: { summary: { underWay: 0 } } })
    expect(await service().retry({ jobID: 'job-1' })).toMatchObject({ ok: true })
    await desk.pass(1000)
    expect(await service().settle({ jobID: 'job-1', settlement: 'delivered' })).toMatchObject({
      failure: { code: 'job-not-movable' },
    })
    expect(await service().dismiss({ jobID: 'job-1' })).toMatchObject({ value: { jobs: [{ jobID: 'test-page' }] } })
    expect(await service().pause({ kind: 'print', isPaused: false })).toMatchObject({ value: { paused: [] } })
    expect(await service().dismiss({ jobID: 'job-1' })).toMatchObject({ failure: { code: 'not-found' } })
  })
})
