import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoMs } from '#domain/queue/undo-send.ts'
import { aJob, later, openQueueDesk, type QueueDesk } from './queue-world/queue-desk.ts'

describe('a send that can be undone for ten seconds', () => {
  let desk: QueueDesk
  beforeEach(() => {
    desk = openQueueDesk()
    desk.queue().start()
  })
  afterEach(() => desk.close())
  const add = () => desk.queue().add(aJob({ jobID: 'job-1', holdMs: undoMs }))
  const job = () => desk.queue().read('job-1')

  it('is handed over after ten seconds and not before, and shows how long it can be undone', async () => {
    expect(add()).toMatchObject({ ok: true, value: { state: 'queued', handOverInMs: undoMs } })
    await desk.pass(9000)
    expect(desk.calls).toEqual([])
    expect(job()).toMatchObject({ state: 'queued', handOverInMs: 1000, isStuck: false })
    await desk.pass(1100)
    expect(desk.calls).toEqual(['send job-1 #1'])
    expect(job()).toMatchObject({ state: 'delivered', handOverInMs: null })
  })

  it('is not sent after it was undone, even if the far side does not answer', async () => {
    const silent = later<{ readonly kind: 'cancelled' }>()
    desk.script.cancel = silent.answer
    add()
    await desk.pass(9900)
    expect(await desk.queue().cancel('job-1')).toMatchObject({ ok: true })
    await desk.pass(60_000)
    expect(desk.calls).toEqual(['cancel job-1 #0'])
    expect(job()).toMatchObject({ state: 'cancelled', handOverInMs: null })
  })

  it('cannot be undone once it is handed over: a cancel reports that it is too late', async () => {
    desk.script.send = () => ({ kind: 'handed-over', receipt: 'r-1' })
    desk.script.cancel = () => ({ kind: 'too-late', reason: 'It has been sent.' })
    add()
    await desk.pass(undoMs + 100)
    expect(job()).toMatchObject({ state: 'handed-over', handOverInMs: null })
    expect(await desk.queue().cancel('job-1')).toMatchObject({ ok: false, failure: { message: 'It has been sent.' } })
  })

  it('is sent once if Atrium is killed within the ten seconds', async () => {
    add()
    await desk.pass(4000)
    desk.crash()
    desk.queue().start()
    expect(job()).toMatchObject({ state: 'queued', handOverInMs: 6000 })
    await desk.pass(5000)
    expect(desk.calls).toEqual([])
    await desk.pass(1100)
    desk.crash()
    desk.queue().start()
    await desk.pass(60_000)
    expect(desk.calls).toEqual(['send job-1 #1'])
    expect(job()).toMatchObject({ state: 'delivered' })
  })

  it('waits no longer than ten seconds if the clock went back while Atrium was closed', async () => {
    add()
    desk.jumpWall(-3600_000)
    desk.crash()
    desk.queue().start()
    await desk.pass(undoMs + 100)
    expect(desk.calls).toEqual(['send job-1 #1'])
  })

  it('stays undone after Atrium is killed, and reports the undo at the next start', async () => {
    desk.script.cancel = () => new Promise(() => undefined)
    add()
    await desk.pass(1000)
    await desk.queue().cancel('job-1')
    desk.crash()
    desk.script.cancel = () => ({ kind: 'cancelled' })
    desk.queue().start()
    await desk.pass(60_000)
    expect(desk.calls).toEqual(['cancel job-1 #0', 'cancel job-1 #0'])
    expect(job()).toMatchObject({ state: 'cancelled' })
    expect(desk.store.undone()).toEqual([])
  })

  it('reports an undo as soon as the back office is reachable again', async () => {
    desk.script.cancel = () => ({ kind: 'too-late', reason: 'Offline' })
    add()
    await desk.queue().cancel('job-1')
    await desk.pass(1000)
    expect(desk.store.undone()).toHaveLength(1)
    desk.script.cancel = () => ({ kind: 'cancelled' })
    desk.queue().wake()
    await desk.pass(1000)
    expect(desk.store.undone()).toEqual([])
  })

  it('reports an undo even if the job was cleared before the report', async () => {
    desk.script.cancel = () => ({ kind: 'too-late', reason: 'Offline' })
    add()
    await desk.queue().cancel('job-1')
    expect(desk.queue().dismiss('job-1')).toMatchObject({ ok: true })
    expect(desk.queue().list()).toEqual([])
    await desk.pass(1000)
    desk.script.cancel = () => ({ kind: 'cancelled' })
    desk.queue().wake()
    await desk.pass(1000)
    expect(desk.calls).toEqual(['cancel job-1 #0', 'cancel job-1 #0'])
    expect(desk.store.undone()).toEqual([])
  })

  it('can be sent immediately', async () => {
    add()
    await desk.pass(1000)
    desk.queue().retry('job-1')
    await desk.pass(10)
    expect(desk.calls).toEqual(['send job-1 #1'])
  })
})
