import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from '#domain/printing/printing.ts'
import type { PageSize } from '#domain/values/page-size.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import type { Spooler, SpoolerReply } from './spooler.ts'
import { parseWindowsJobs, parseWindowsPrinters, toWindowsState } from './windows-answers.ts'

export type ProgramRun =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-started' }

/** Starts a program without a shell and waits until it ends. Does not throw. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly timeoutMs: number },
) => Promise<ProgramRun>

// A printer's name reaches PowerShell as an environment variable, never as part of the script.
const utf8 = '$ErrorActionPreference="Stop";[Console]::OutputEncoding=[Text.UTF8Encoding]::new($false);'
const listPrinters = `${utf8}$states=@{};Get-Printer|ForEach-Object{$states[$_.Name]=[string]$_.PrinterStatus};ConvertTo-Json -Compress -Depth 3 @(Get-CimInstance Win32_Printer|ForEach-Object{@{name=$_.Name;isDefault=[bool]$_.Default;isOffline=[bool]$_.WorkOffline;status=[string]$states[$_.Name];papers=@($_.PrinterPaperNames);capabilities=@($_.Capabilities)}})`
const listJobs = `${utf8}ConvertTo-Json -Compress -Depth 3 @(Get-PrintJob -PrinterName $env:ATRIUM_PRINTER|ForEach-Object{@{id=[int]$_.Id;name=[string]$_.DocumentName;status=[string]$_.JobStatus;pages=[int]$_.PagesPrinted}})`
const removeJob = `${utf8}Remove-PrintJob -PrinterName $env:ATRIUM_PRINTER -ID ([int]$env:ATRIUM_JOB)`

const askMs = 30_000
/** Time limit of one print in milliseconds: enough for a long report over a slow network queue. */
const printMs = 5 * 60_000

const paper: { readonly [Size in PageSize]: string } = { letter: 'paper=letter', a4: 'paper=A4' }
const side: { readonly [Mode in Duplex]: string } = {
  'one-sided': 'simplex',
  'long-edge': 'duplexlong',
  'short-edge': 'duplexshort',
}

/**
 * Creates the spooler for Windows. PowerShell's printing commands read the states; the SumatraPDF program in the
 * package `pdf-to-printer` prints. Atrium starts that program itself, because the package's own call has no time limit.
 * That call also expects the program beside its script, which is not the case in a packaged app.
 *
 * Sumatra names the job after its file, so the file has the job's name. Windows reuses its own job ids, so the name
 * serves as the id here. Windows forgets a job once the printer has it. `read` therefore reports a job that is gone as
 * `completed`. `find` answers `unknown` for such a job, because it was either printed or never submitted.
 */
export const createWindowsSpooler = (parts: {
  readonly run: RunProgram
  /** A folder of our own that only this user can read. */
  readonly folder: string
  readonly sumatra: string
}): Spooler => {
  const { run, folder, sumatra } = parts
  /** Files that a print is reading. */
  const underWay = new Set<string>()

  const ask = async (script: string, env: Readonly<Record<string, string>>): Promise<SpoolerReply<string>> => {
    const args = ['-NoProfile', '-NonInteractive', '-Command', script]
    const ran = await run('powershell.exe', args, { env, timeoutMs: askMs })
    return ran.kind === 'ended' && ran.code === 0
      ? { ok: true, value: ran.stdout }
      : unavailable("The print service on this computer isn't responding.")
  }
  const jobsOf = async (printer: string): ReturnType<typeof parseJobs> =>
    parseJobs(await ask(listJobs, { ATRIUM_PRINTER: printer }))
  const parseJobs = async (reply: SpoolerReply<string>) => {
    if (!reply.ok) return reply
    const jobs = parseWindowsJobs(reply.value)
    return jobs === null ? unavailable<never>("Atrium can't read Windows' answer.") : { ok: true as const, value: jobs }
  }
  const jobCalled = async (printer: string, jobName: string) => {
    const jobs = await jobsOf(printer)
    if (!jobs.ok) return jobs
    return { ok: true as const, value: jobs.value.find(({ name }) => name.includes(jobName)) ?? null }
  }
  const sweep = async (): Promise<void> => {
    for (const left of await readdir(folder).catch(() => [])) {
      if (!underWay.has(left)) await rm(join(folder, left), { force: true }).catch(() => undefined)
    }
  }

  return {
    sweep,
    printers: async () => {
      const reply = await ask(listPrinters, {})
      if (!reply.ok) return reply
      const printers = parseWindowsPrinters(reply.value)
      return printers === null ? unavailable("Atrium can't read Windows' answer.") : { ok: true, value: printers }
    },
    print: async ({ printer, pdf, jobName, pageSize, copies, duplex }) => {
      const name = `${jobName}.pdf`
      const file = join(folder, name)
      underWay.add(name)
      try {
        makePrivateFolder(folder)
        await sweep()
        await writeFile(file, pdf, { mode: fileModeFor(file), flag: 'wx' })
        const settings = [`${copies}x`, side[duplex], paper[pageSize], 'shrink'].join(',')
        const args = ['-print-to', printer, '-silent', '-print-settings', settings, file]
        const ran = await run(sumatra, args, { env: {}, timeoutMs: printMs })
        if (ran.kind === 'not-started') return unavailable("The program that prints PDFs couldn't start.")
        if (ran.kind === 'timed-out') return unknown('Windows did not confirm the document in time.')
        if (ran.code !== 0) return refused('Windows could not print the document on this printer.')
        return { ok: true, value: { spoolID: jobName } }
      } catch {
        return unavailable("Atrium couldn't save the document for printing. This computer's disk may be full.")
      } finally {
        // By now Windows has its own copy, or has refused the file.
        await rm(file, { force: true }).catch(() => undefined)
        underWay.delete(name)
      }
    },
    read: async (printer, spoolID) => {
      const job = await jobCalled(printer, spoolID)
      if (!job.ok) return job
      return { ok: true, value: job.value === null ? { kind: 'completed' } : toWindowsState(job.value) }
    },
    find: async (printer, jobName) => {
      const job = await jobCalled(printer, jobName)
      if (!job.ok) return job
      return job.value === null
        ? unknown('Windows keeps no list of printed documents.')
        : { ok: true, value: { spoolID: jobName } }
    },
    cancel: async (printer, spoolID) => {
      const job = await jobCalled(printer, spoolID)
      if (!job.ok) return job
      if (job.value === null)
        return { ok: false, failure: { kind: 'not-found', reason: 'The document is no longer in the print queue.' } }
      const reply = await ask(removeJob, { ATRIUM_PRINTER: printer, ATRIUM_JOB: String(job.value.id) })
      return reply.ok ? { ok: true, value: null } : reply
    },
  }
}

const unavailable = <Value>(reason: string): SpoolerReply<Value> => ({
  ok: false,
  failure: { kind: 'unavailable', reason },
})
const refused = <Value>(reason: string): SpoolerReply<Value> => ({ ok: false, failure: { kind: 'refused', reason } })
const unknown = <Value>(reason: string): SpoolerReply<Value> => ({ ok: false, failure: { kind: 'unknown', reason } })
