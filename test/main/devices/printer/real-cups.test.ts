import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCupsSpooler } from '#main/devices/printer/cups-spooler.ts'
import type { SpooledState, Spooler } from '#main/devices/printer/spooler.ts'
import { type OwnCups, startOwnCups } from '../../../fixtures/cups/own-cups.ts'

const waitMs = 25_000

/** Uses a real CUPS and its own virtual printer, which numbers its jobs from one. Each test prints the next job. */
describe('cups-spooler over a real CUPS', () => {
  let cups: OwnCups | null = null
  let reason = ''
  let spooler: Spooler
  let pdf: Uint8Array
  beforeAll(async () => {
    const started = await startOwnCups()
    if ('reason' in started) {
      reason = started.reason
      return
    }
    cups = started
    spooler = createCupsSpooler({ server: started.server })
    const document = await PDFDocument.create()
    document.addPage([612, 792])
    document.addPage([612, 792])
    pdf = await document.save()
  })
  afterAll(() => cups?.stop())

  const print = async (jobName: string): Promise<string> => {
    const reply = await spooler.print({ printer: 'lab', pdf, jobName, pageSize: 'a4', copies: 2, duplex: 'long-edge' })
    if (!reply.ok) throw new Error(reply.failure.reason)
    return reply.value.spoolID
  }
  /** Reads a job until the condition is met or the time limit has passed; returns the last reading. */
  const until = async (id: string, isSo: (state: SpooledState) => boolean): Promise<SpooledState> => {
    for (let waited = 0; ; waited += 100) {
      const reply = await spooler.read('lab', id)
      if (!reply.ok) throw new Error(reply.failure.reason)
      if (isSo(reply.value) || waited > waitMs) return reply.value
      await sleep(100)
    }
  }
  const hasProblem = (state: SpooledState): boolean => 'problem' in state && state.problem !== null
  const isOver = ({ kind }: SpooledState): boolean => ['completed', 'cancelled', 'aborted'].includes(kind)

  it('lists the printer, prints a document with its options, and finds it by its name afterwards', async (context) => {
    if (cups === null) return context.skip(reason)
    // CUPS adds the printer first, and queries its capabilities later.
    await expect
      .poll(() => spooler.printers(), { timeout: waitMs, interval: 50 })
      .toMatchObject({
        value: [{ name: 'lab', state: 'idle', problem: null, pageSizes: ['letter', 'a4'], hasDuplex: true }],
      })
    const id = await print('atrium-00000001')
    expect(await until(id, isOver)).toEqual({ kind: 'completed' })
    const { pdf: received, attributes } = cups.received(1)
    expect((await PDFDocument.load(received)).getPageCount()).toBe(2)
    expect(attributes).toContain('IPP_COPIES=2\n')
    expect(attributes).toContain('IPP_SIDES=two-sided-long-edge\n')
    expect(attributes).toMatch(/IPP_MEDIA(?:_COL)?=.*(?:iso_a4|x-dimension=21000 y-dimension=29700)/)
    expect(attributes).toContain('IPP_JOB_NAME=atrium-00000001\n')
    expect(attributes).toContain('IPP_JOB_ORIGINATING_USER_NAME=atrium\n')
    // As after a crash, the new spooler knows only the name of the job.
    expect(await createCupsSpooler({ server: cups.server }).find('lab', 'atrium-00000001')).toEqual({
      ok: true,
      value: { spoolID: id },
    })
    expect(await spooler.find('lab', 'atrium-99999999')).toEqual({ ok: true, value: null })
    expect(await spooler.cancel('lab', id)).toMatchObject({ failure: { kind: 'refused' } })
    expect(
      await spooler.print({ printer: 'none', pdf, jobName: 'a', pageSize: 'a4', copies: 1, duplex: 'one-sided' }),
    ).toMatchObject({ failure: { kind: 'not-found' } })
  })

  it('reports missing paper, continues when paper is added, and spools files without names of persons', async (context) => {
    if (cups === null) return context.skip(reason)
    cups.setPaperOut(true)
    const id = await print('atrium-00000002')
    expect(await until(id, hasProblem)).toMatchObject({ kind: 'printing', problem: 'Out of paper' })
    expect(await spooler.find('lab', 'atrium-00000002')).toEqual({ ok: true, value: { spoolID: id } })
    for (const name of cups.spoolFiles()) expect(name).toMatch(/^(?:[cd]\d{5}(?:-\d{3})?|tmp)$/)
    cups.setPaperOut(false)
    expect(await until(id, isOver)).toEqual({ kind: 'completed' })
  })

  it('cancels a job that is being printed', async (context) => {
    if (cups === null) return context.skip(reason)
    cups.setPaperOut(true)
    const id = await print('atrium-00000003')
    await until(id, ({ kind }) => kind === 'printing')
    expect(await spooler.cancel('lab', id)).toEqual({ ok: true, value: null })
    expect(await until(id, isOver)).toMatchObject({ kind: 'cancelled' })
    cups.setPaperOut(false)
  })

  it('reports that the printer does not answer, and prints when the printer is back', async (context) => {
    if (cups === null) return context.skip(reason)
    await cups.pullPrinter()
    const id = await print('atrium-00000004')
    expect(await until(id, hasProblem)).toMatchObject({ kind: 'printing', problem: 'The printer is not responding' })
    await cups.plugPrinter()
    expect(await until(id, isOver)).toEqual({ kind: 'completed' })
    // The virtual printer was started again, so it numbers its jobs from one again.
    expect(cups.received(1).attributes).toContain('IPP_JOB_NAME=atrium-00000004\n')
  })
})
