import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCupsServer } from '#main/devices/printer/cups-server.ts'
import { createCupsSpooler } from '#main/devices/printer/cups-spooler.ts'
import type { PrintRequest, SpooledState, Spooler } from '#main/devices/printer/spooler.ts'
import { createIppClient } from '#paper/ipp/ipp-client.ts'
import { numberIn, textIn } from '#paper/ipp/ipp-value.ts'
import { type FakeIppJob, type FakeIppServer, startFakeIppServer } from '../../../fakes/ipp-server.ts'

const request: PrintRequest = {
  printer: 'Front desk',
  pdf: new TextEncoder().encode('%PDF-1.7'),
  jobName: 'atrium-k3v9x2m1',
  pageSize: 'a4',
  copies: 2,
  duplex: 'long-edge',
}

describe('cups-spooler', () => {
  let server: FakeIppServer
  let spooler: Spooler
  beforeAll(async () => {
    server = await startFakeIppServer({
      printers: [
        { name: 'Front desk', info: 'By the door', sides: ['one-sided', 'two-sided-long-edge'], message: 'Ready.' },
        { name: 'back', info: '', state: 'stopped', reasons: ['paused'], message: 'Unable to locate printer.' },
        {
          name: 'forms',
          state: 'processing',
          reasons: ['door-open-error'],
          media: ['iso_a4_210x297mm'],
          isAccepting: false,
        },
      ],
      default: 'back',
    })
    const client = createIppClient({ timeoutMs: 10_000 })
    spooler = createCupsSpooler({ server: `ipp://127.0.0.1:${server.port}`, client })
  })
  afterAll(() => server.close())

  const print = async (): Promise<{ id: string; job: FakeIppJob }> => {
    const reply = await spooler.print(request)
    const job = server.jobs.at(-1)
    if (!reply.ok || job === undefined) throw new Error('not taken')
    return { id: reply.value.spoolID, job }
  }
  const stateOf = async (id: string): Promise<SpooledState> => {
    const reply = await spooler.read(request.printer, id)
    if (!reply.ok) throw new Error(reply.failure.reason)
    return reply.value
  }

  it('lists the printers with their capabilities and problems', async () => {
    expect(await spooler.printers()).toEqual({
      ok: true,
      value: [
        {
          name: 'Front desk',
          label: 'By the door',
          isDefault: false,
          state: 'idle',
          isAccepting: true,
          problem: null,
          pageSizes: ['letter', 'a4'],
          hasDuplex: true,
        },
        {
          name: 'back',
          label: 'back',
          isDefault: true,
          state: 'stopped',
          isAccepting: true,
          problem: 'The printer is not responding',
          pageSizes: ['letter', 'a4'],
          hasDuplex: false,
        },
        {
          name: 'forms',
          label: 'forms',
          isDefault: false,
          state: 'printing',
          isAccepting: false,
          problem: 'Door open',
          pageSizes: ['a4'],
          hasDuplex: false,
        },
      ],
    })
  })

  it('submits a whole document with copies, sides and paper, under a name without personal data', async () => {
    const { job } = await print()
    expect(job.document).toEqual(request.pdf)
    expect(job.name).toBe('atrium-k3v9x2m1')
    expect(textIn(job.operationAttributes, 'requesting-user-name')).toBe('atrium')
    expect(numberIn(job.jobAttributes, 'copies')).toBe(2)
    expect(textIn(job.jobAttributes, 'sides')).toBe('two-sided-long-edge')
    expect(textIn(job.jobAttributes, 'media')).toBe('iso_a4_210x297mm')
  })

  it('reads a job in each of its states, with the reason of each problem', async () => {
    const { id, job } = await print()
    const become = (change: Partial<FakeIppJob>) => {
      Object.assign(job, { reasons: ['none'], printerReasons: ['none'], printerMessage: '', ...change })
      return stateOf(id)
    }
    expect(await stateOf(id)).toEqual({ kind: 'waiting', problem: null, pagesDone: 0 })
    expect(await become({ state: 'processing', impressions: 3, printerMessage: 'Sending data.' })).toEqual({
      kind: 'printing',
      problem: null,
      pagesDone: 3,
    })
    expect(await become({ state: 'processing', printerReasons: ['media-empty-warning'] })).toMatchObject({
      kind: 'printing',
      problem: 'Out of paper',
    })
    expect(
      await become({
        state: 'processing',
        printerMessage: 'The printer may not exist or is unavailable at this time.',
      }),
    ).toMatchObject({ kind: 'printing', problem: 'The printer is not responding' })
    expect(await become({ state: 'held' })).toEqual({ kind: 'stopped', problem: 'Held by the print service' })
    expect(await become({ state: 'stopped', printerReasons: ['media-jam'] })).toEqual({
      kind: 'stopped',
      problem: 'Paper jam',
    })
    expect(await become({ state: 'pending', printerReasons: ['paused'] })).toMatchObject({
      kind: 'waiting',
      problem: 'Paused',
    })
    expect(await become({ state: 'aborted', message: 'Filter failed' })).toEqual({
      kind: 'aborted',
      problem: 'Filter failed',
    })
    expect(await become({ state: 'canceled' })).toMatchObject({ kind: 'cancelled' })
    expect(await become({ state: 'completed' })).toEqual({ kind: 'completed' })
    expect(await stateOf('4711')).toEqual({ kind: 'unknown' })
  })

  it('finds the newest job with a name, even if it has finished', async () => {
    const older = await print()
    const { id, job } = await print()
    expect(await spooler.find(request.printer, request.jobName)).toEqual({ ok: true, value: { spoolID: id } })
    older.job.state = 'canceled'
    job.state = 'completed'
    expect(await spooler.find(request.printer, request.jobName)).toEqual({ ok: true, value: { spoolID: id } })
    expect(await spooler.find(request.printer, 'atrium-other')).toEqual({ ok: true, value: null })
  })

  it('cancels a job that is not printed yet, and refuses to cancel a job that has ended', async () => {
    const { id, job } = await print()
    expect(await spooler.cancel(request.printer, id)).toEqual({ ok: true, value: null })
    expect(job.state).toBe('canceled')
    expect(await spooler.cancel(request.printer, id)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it('distinguishes a job that was never sent from a job that may have arrived', async () => {
    server.behave('busy')
    expect(await spooler.print(request)).toMatchObject({ failure: { kind: 'unavailable' } })
    server.behave('refuses')
    expect(await spooler.print(request)).toMatchObject({ failure: { kind: 'refused' } })
    server.behave('takes and breaks')
    expect(await spooler.print(request)).toMatchObject({ failure: { kind: 'unknown' } })
    const nowhere = createCupsSpooler({ server: 'ipp://127.0.0.1:9' })
    expect(await nowhere.print(request)).toMatchObject({ failure: { kind: 'unavailable' } })
    expect(await nowhere.printers()).toMatchObject({ failure: { kind: 'unavailable' } })
  })
})

describe('findCupsServer', () => {
  const find = (server: string | undefined, file: string | null = null): string =>
    findCupsServer({ env: { CUPS_SERVER: server }, readFile: () => file })

  it('prefers CUPS_SERVER to client.conf, and uses this computer if neither is given or CUPS_SERVER is the path of a socket', () => {
    expect(find('print.clinic')).toBe('ipp://print.clinic:631')
    expect(find('10.0.0.5:8631/version=1.1')).toBe('ipp://10.0.0.5:8631')
    expect(find(undefined, '# ours\nServerName cups.clinic:632\n')).toBe('ipp://cups.clinic:632')
    expect(find('/run/cups/cups.sock')).toBe('ipp://localhost:631')
    expect(find(undefined)).toBe('ipp://localhost:631')
  })
})
