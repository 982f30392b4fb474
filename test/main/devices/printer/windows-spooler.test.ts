import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PrintRequest } from '#main/devices/printer/spooler.ts'
import { createWindowsSpooler, type ProgramRun } from '#main/devices/printer/windows-spooler.ts'

const ended = (value: unknown, code = 0): ProgramRun => ({
  kind: 'ended',
  code,
  stdout: typeof value === 'string' ? value : JSON.stringify(value),
})

type Call = {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const request: PrintRequest = {
  printer: 'Büro "1"; calc.exe',
  pdf: new TextEncoder().encode('%PDF-1.7'),
  jobName: 'atrium-k3v9x2m1',
  pageSize: 'letter',
  copies: 3,
  duplex: 'short-edge',
}

describe('windows-spooler', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const setUp = (answer: (call: Call) => ProgramRun | Promise<ProgramRun>) => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-spool-'))
    folders.push(folder)
    const calls: Call[] = []
    const spooler = createWindowsSpooler({
      folder,
      sumatra: 'C:\\Atrium\\sumatra.exe',
      run: async (program, args, { env }) => {
        const call = { program, args, env }
        calls.push(call)
        return answer(call)
      },
    })
    return { spooler, folder, calls }
  }
  const withJobs = (jobs: unknown) => setUp(() => ended(jobs))
  const job = (status: string, more: object = {}) => ({
    id: 7,
    name: `C:\\Users\\desk\\AppData\\${request.jobName}.pdf`,
    status,
    pages: 0,
    ...more,
  })

  it('prints from a file named after the job, deletes that file, and passes names as arguments', async () => {
    let seen = ''
    const { spooler, folder, calls } = setUp(({ args }) => {
      seen = readFileSync(args.at(-1) ?? '', 'utf8')
      return ended('')
    })
    writeFileSync(join(folder, 'atrium-leftover.pdf'), 'of a crash')
    expect(await spooler.print(request)).toEqual({ ok: true, value: { spoolID: request.jobName } })
    expect(seen).toBe('%PDF-1.7')
    const [call] = calls
    expect(call?.args.slice(0, -1)).toEqual([
      '-print-to',
      request.printer,
      '-silent',
      '-print-settings',
      '3x,duplexshort,paper=letter,shrink',
    ])
    expect(basename(call?.args.at(-1) ?? '')).toBe('atrium-k3v9x2m1.pdf')
    expect(readdirSync(folder)).toEqual([])
  })

  it.each<[string, ProgramRun, string]>([
    ['cannot be started', { kind: 'not-started' }, 'unavailable'],
    ['takes too long', { kind: 'timed-out' }, 'unknown'],
    ['fails', ended('', 1), 'refused'],
  ])('describes the failure when the program %s, and leaves no file', async (_what, run, kind) => {
    const { spooler, folder } = setUp(() => run)
    expect(await spooler.print(request)).toMatchObject({ ok: false, failure: { kind } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('lists printers with their states, even if there is only one printer or none', async () => {
    const one = {
      name: 'Desk',
      isDefault: true,
      isOffline: false,
      status: 'PaperOut, Error',
      papers: ['Letter', 'A4 210 x 297 mm', null],
      capabilities: [2, 3, 4],
    }
    const idle = { ...one, isDefault: false, status: 'Normal', papers: ['A5'], capabilities: [] }
    const printer = {
      name: 'Desk',
      label: 'Desk',
      isDefault: true,
      state: 'stopped',
      isAccepting: true,
      problem: 'Out of paper',
      pageSizes: ['letter', 'a4'],
      hasDuplex: true,
    }
    expect(await withJobs(one).spooler.printers()).toEqual({ ok: true, value: [printer] })
    expect(await withJobs([idle, { ...idle, isOffline: true }]).spooler.printers()).toMatchObject({
      value: [
        { state: 'idle', problem: null, pageSizes: [], hasDuplex: false },
        { state: 'stopped', problem: 'The printer is not responding' },
      ],
    })
    expect(await withJobs('').spooler.printers()).toEqual({ ok: true, value: [] })
    expect(await withJobs('Get-Printer : Access denied').spooler.printers()).toMatchObject({
      failure: { kind: 'unavailable' },
    })
    expect(await setUp(() => ended('', 1)).spooler.printers()).toMatchObject({ failure: { kind: 'unavailable' } })
  })

  it('removes in a sweep the files that a crash left, and keeps files that are being printed', async () => {
    let isThere = false
    const { spooler, folder } = setUp(async ({ args }) => {
      await spooler.sweep()
      isThere = existsSync(args.at(-1) ?? '')
      return ended('')
    })
    writeFileSync(join(folder, 'atrium-leftover.pdf'), 'of a crash')
    await spooler.sweep()
    expect(readdirSync(folder)).toEqual([])
    expect(await spooler.print(request)).toMatchObject({ ok: true })
    expect(isThere).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  })

  it('reads a job by its name, and reports a job that is no longer on the list as completed', async () => {
    const read = async (jobs: unknown) => {
      const { spooler, calls } = withJobs(jobs)
      const reply = await spooler.read(request.printer, request.jobName)
      // A printer's name is never a part of the script.
      expect(calls[0]?.env).toEqual({ ATRIUM_PRINTER: request.printer })
      expect(calls[0]?.args.join(' ')).not.toContain('calc.exe')
      return reply.ok ? reply.value : reply.failure
    }
    expect(await read([job('Spooling')])).toEqual({ kind: 'waiting', problem: null, pagesDone: 0 })
    expect(await read([job('Printing, Retained', { pages: 2 })])).toMatchObject({ kind: 'printing', pagesDone: 2 })
    expect(await read([job('Error, PaperOut')])).toMatchObject({ kind: 'waiting', problem: 'Out of paper' })
    expect(await read([job('Paused')])).toEqual({ kind: 'stopped', problem: 'Paused' })
    expect(await read([job('Deleting')])).toMatchObject({ kind: 'cancelled' })
    expect(await read([job('Printed')])).toEqual({ kind: 'completed' })
    expect(await read([job('Printing', { name: 'another.pdf' })])).toEqual({ kind: 'completed' })
  })

  it('finds a job on the list, and answers unknown for a job that is not on it', async () => {
    expect(await withJobs(job('Printing')).spooler.find(request.printer, request.jobName)).toEqual({
      ok: true,
      value: { spoolID: request.jobName },
    })
    expect(await withJobs('').spooler.find(request.printer, request.jobName)).toMatchObject({
      failure: { kind: 'unknown' },
    })
  })

  it('cancels a job by the spooler’s own id, and fails with not-found if the job is not on the list', async () => {
    const { spooler, calls } = withJobs([job('Printing')])
    expect(await spooler.cancel(request.printer, request.jobName)).toEqual({ ok: true, value: null })
    expect(calls.at(-1)?.env).toEqual({ ATRIUM_PRINTER: request.printer, ATRIUM_JOB: '7' })
    expect(await withJobs('').spooler.cancel(request.printer, request.jobName)).toMatchObject({
      failure: { kind: 'not-found' },
    })
  })
})
