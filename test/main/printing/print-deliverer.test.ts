import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCupsSpooler } from '#main/devices/printer/cups-spooler.ts'
import type { Spooler } from '#main/devices/printer/spooler.ts'
import { createPrintDeliverer, type PrintPayload } from '#main/printing/print-deliverer.ts'
import type { ClaimedJob, Deliverer } from '#main/queue/deliverer.ts'
import { createIppClient } from '#paper/ipp/ipp-client.ts'
import { type FakeIppServer, startFakeIppServer } from '../../fakes/ipp-server.ts'

const payload: PrintPayload = {
  printer: 'desk',
  pageSize: 'letter',
  copies: 1,
  duplex: 'one-sided',
  jobName: 'atrium-k3v9x2m1',
}
const aJob = (changes: Partial<ClaimedJob> = {}): ClaimedJob => ({
  jobID: 'job-1',
  kind: 'print',
  payload,
  content: new TextEncoder().encode('%PDF-1.7'),
  attempt: 1,
  receipt: null,
  at: 1_700_000_000_000,
  ...changes,
})
const signal = new AbortController().signal

describe('print-deliverer', () => {
  let server: FakeIppServer
  let spooler: Spooler
  let deliverer: Deliverer
  beforeEach(async () => {
    server = await startFakeIppServer({ printers: [{ name: 'desk' }], onlyKnown: true })
    const client = createIppClient({ timeoutMs: 10_000 })
    spooler = createCupsSpooler({ server: `ipp://127.0.0.1:${server.port}`, client })
    deliverer = createPrintDeliverer({ spooler })
  })
  afterEach(() => server.close())
  const send = (job = aJob()) => deliverer.send(job, () => undefined, signal)

  it('submits a job, reports why the job waits, and counts the job as printed only when the spooler reports it as completed', async () => {
    const progress: number[] = []
    const outcome = await deliverer.send(aJob(), ({ done }) => progress.push(done), signal)
    expect(outcome).toEqual({ kind: 'handed-over', receipt: '1' })
    expect(progress).toEqual([0, 8])
    const job = aJob({ receipt: '1' })
    const [spooled] = server.jobs
    const become = async (change: object) => {
      Object.assign(spooled ?? {}, change)
      return await deliverer.watch(job)
    }
    expect(await deliverer.watch(job)).toEqual({ kind: 'still', reason: null, progress: null })
    expect(await become({ state: 'stopped', printerReasons: ['media-empty'] })).toMatchObject({
      kind: 'still',
      reason: 'Out of paper',
    })
    expect(await become({ state: 'processing', printerReasons: ['none'] })).toMatchObject({
      kind: 'still',
      reason: null,
    })
    expect(await become({ state: 'completed' })).toEqual({ kind: 'delivered' })
    expect(await become({ state: 'canceled' })).toMatchObject({ kind: 'failed' })
    expect(await become({ state: 'aborted', message: 'Filter failed' })).toEqual({
      kind: 'failed',
      reason: 'Filter failed',
    })
    server.forgetJobs()
    expect(await deliverer.watch(job)).toMatchObject({ kind: 'uncertain' })
  })

  it('waits while the spooler is busy or does not run, and fails if the spooler refuses the job or the printer no longer exists', async () => {
    server.behave('busy')
    expect(await send()).toMatchObject({ kind: 'retry' })
    server.behave('refuses')
    expect(await send()).toMatchObject({ kind: 'failed' })
    expect(await send(aJob({ payload: { ...payload, printer: 'old' } }))).toEqual({
      kind: 'failed',
      reason: 'The printer old is no longer available.',
    })
    expect(await send(aJob({ payload: { printer: 'desk' } }))).toMatchObject({ kind: 'failed' })
    await server.close()
    expect(await send()).toMatchObject({ kind: 'retry' })
    expect(await deliverer.watch(aJob({ receipt: '1' }))).toMatchObject({ kind: 'still' })
    expect(server.jobs).toHaveLength(0)
  })

  it('finds a job that arrived although the answer was lost, and reports the result as uncertain if it does not find the job', async () => {
    server.behave('takes and breaks')
    expect(await send()).toEqual({ kind: 'handed-over', receipt: '1' })
    server.behave('breaks on the way')
    expect(await send(aJob({ payload: { ...payload, jobName: 'atrium-00000000' } }))).toMatchObject({
      kind: 'uncertain',
    })
  })

  it('prints a job only once, because it looks for the job by name after a crash and before every retry', async () => {
    server.showOlderJob()
    expect(await deliverer.reconcile(aJob())).toMatchObject({ kind: 'retry' })
    await send()
    expect(await deliverer.reconcile(aJob())).toEqual({ kind: 'handed-over', receipt: '1' })
    expect(await send(aJob({ attempt: 2 }))).toEqual({ kind: 'handed-over', receipt: '1' })
    expect(server.jobs).toHaveLength(1)
    // A job that the spooler aborted is printed again.
    Object.assign(server.jobs[0] ?? {}, { state: 'aborted' })
    expect(await send(aJob({ attempt: 3 }))).toEqual({ kind: 'handed-over', receipt: '2' })
    await server.close()
    expect(await deliverer.reconcile(aJob())).toMatchObject({ kind: 'still' })
    expect(await send(aJob({ attempt: 4 }))).toMatchObject({ kind: 'retry' })
  })

  it('leaves a job to staff after a crash if the spooler may have forgotten that the job was printed', async () => {
    await send()
    Object.assign(server.jobs[0] ?? {}, { state: 'completed' })
    server.forgetJobs()
    // Without a history, or with a history that begins after this job, the result of the job is unknown.
    expect(await deliverer.reconcile(aJob())).toMatchObject({ kind: 'uncertain' })
    server.showOlderJob()
    expect(await deliverer.reconcile(aJob({ at: 1_600_000_030_000 }))).toMatchObject({ kind: 'uncertain' })
    const gone = aJob({ payload: { ...payload, printer: 'old' } })
    expect(await deliverer.reconcile(gone)).toMatchObject({ kind: 'uncertain' })
    expect(server.jobs).toHaveLength(1)
  })

  it('leaves a job to staff after a crash if the spooler keeps no list of printed jobs', async () => {
    const forgetful: Spooler = {
      ...spooler,
      find: async () => ({ ok: false, failure: { kind: 'unknown', reason: 'No list.' } }),
    }
    expect(await createPrintDeliverer({ spooler: forgetful }).reconcile(aJob())).toMatchObject({ kind: 'uncertain' })
  })

  it("cancels an unprinted job, reports if it is too late to cancel, and follows staff's decision", async () => {
    await send()
    const job = aJob({ receipt: '1' })
    expect(await deliverer.cancel(aJob())).toEqual({ kind: 'cancelled' })
    expect(await deliverer.cancel(job)).toEqual({ kind: 'cancelled' })
    expect(server.jobs[0]?.state).toBe('canceled')
    expect(await deliverer.cancel(job)).toEqual({ kind: 'too-late', reason: 'The printer already has this job.' })
    expect(await deliverer.settle(job, 'delivered')).toEqual({ kind: 'delivered' })
    expect(await deliverer.settle(job, 'not-delivered')).toMatchObject({ kind: 'failed' })
    expect(await deliverer.settle(job, 'send-again')).toMatchObject({ kind: 'retry' })
  })
})
