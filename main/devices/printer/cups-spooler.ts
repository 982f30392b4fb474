import { describePrinterProblem } from '#domain/printing/printer-problem.ts'
import type { Duplex, Printer } from '#domain/printing/printing.ts'
import type { PageSize } from '#domain/values/page-size.ts'
import { createIppClient, type IppClient, type IppFailure, type IppJob, type IppReply } from '#paper/ipp/ipp-client.ts'
import {
  attributesOf,
  booleanIn,
  type IppAttributes,
  integer,
  keyword,
  numberIn,
  textIn,
  textsIn,
} from '#paper/ipp/ipp-value.ts'
import type { SpooledState, Spooler, SpoolerReply } from './spooler.ts'

/** Paper sizes by their names in PWG 5101.1, which every queue and driver understands. */
const media: { readonly [Size in PageSize]: string } = { letter: 'na_letter_8.5x11in', a4: 'iso_a4_210x297mm' }
const sides: { readonly [Mode in Duplex]: string } = {
  'one-sided': 'one-sided',
  'long-edge': 'two-sided-long-edge',
  'short-edge': 'two-sided-short-edge',
}

const printerWanted = [
  'printer-name',
  'printer-info',
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
  'media-supported',
  'sides-supported',
] as const

/**
 * Creates the spooler for Linux and macOS, which sends its requests to CUPS over IPP. The spooler starts no program and
 * writes no file. `server` has the form `ipp://host:631`. `find` also finds finished jobs, as long as CUPS keeps them.
 */
export const createCupsSpooler = (parts: { readonly server: string; readonly client?: IppClient }): Spooler => {
  const { server, client = createIppClient() } = parts
  const queueOf = (printer: string): string => `${server}/printers/${encodeURIComponent(printer)}`

  return {
    printers: async () => {
      const [listed, chosen] = await Promise.all([
        client.readPrinters(`${server}/`, printerWanted),
        client.readDefaultPrinter(`${server}/`),
      ])
      if (!listed.ok) return failed(listed)
      const defaultName = chosen.ok && chosen.value !== null ? textIn(chosen.value, 'printer-name') : null
      return { ok: true, value: listed.value.flatMap((one) => toPrinter(one, defaultName) ?? []) }
    },
    print: async ({ printer, pdf, jobName, pageSize, copies, duplex }) => {
      const reply = await client.printJob(queueOf(printer), {
        jobName,
        document: pdf,
        format: 'application/pdf',
        jobAttributes: attributesOf({
          copies: integer(copies),
          media: keyword(media[pageSize]),
          sides: keyword(sides[duplex]),
          // A page made for another paper size is scaled down, not cut.
          'print-scaling': keyword('auto-fit'),
          'multiple-document-handling': keyword('separate-documents-collated-copies'),
        }),
      })
      return reply.ok ? { ok: true, value: { spoolID: String(reply.value.id) } } : failed(reply)
    },
    read: async (printer, spoolID) => {
      const reply = await client.readJob(queueOf(printer), Number(spoolID))
      if (reply.ok) return { ok: true, value: toSpooledState(reply.value) }
      return reply.failure.kind === 'not-found' ? { ok: true, value: { kind: 'unknown' } } : failed(reply)
    },
    find: async (printer, jobName, handedOverAfter) => {
      const found: IppJob[] = []
      let reachesBack = handedOverAfter === undefined
      // Asks for unfinished jobs first: a job that ends between the two calls is in the second list.
      for (const which of ['not-completed', 'completed'] as const) {
        const reply = await client.readJobs(queueOf(printer), which)
        if (!reply.ok) return failed(reply)
        found.push(...reply.value.filter(({ name }) => name === jobName))
        reachesBack ||= reply.value.some((job) => hasEndedBefore(job, handedOverAfter ?? 0))
      }
      if (found.length === 0 && !reachesBack)
        return { ok: false, failure: { kind: 'unknown', reason: 'The print service may no longer list this job.' } }
      const newest = Math.max(...found.map(({ id }) => id))
      return { ok: true, value: found.length === 0 ? null : { spoolID: String(newest) } }
    },
    cancel: async (printer, spoolID) => {
      const reply = await client.cancelJob(queueOf(printer), Number(spoolID))
      return reply.ok ? { ok: true, value: null } : failed(reply)
    },
    sweep: async () => undefined,
  }
}

/** Allowed clock difference in milliseconds: the print service may run on another computer. */
const clocksApart = 60_000
/**
 * Returns whether a job ended before `epochMs`. CUPS removes the oldest jobs first, by number or by age, or removes
 * every job when it ends (MaxJobs, PreserveJobHistory). While CUPS still lists a job, CUPS has
 * removed no later job.
 */
const hasEndedBefore = ({ attributes }: IppJob, epochMs: number): boolean => {
  const ended = numberIn(attributes, 'time-at-completed')
  return ended !== null && ended > 0 && ended * 1000 < epochMs - clocksApart
}

const failed = <Value>({ failure }: Extract<IppReply<unknown>, { ok: false }>): SpoolerReply<Value> => ({
  ok: false,
  failure: { kind: failureKinds[failure.kind], reason: wordsOf(failure) },
})
const failureKinds = {
  unreachable: 'unavailable',
  busy: 'unavailable',
  broken: 'unknown',
  'not-found': 'not-found',
  refused: 'refused',
} as const satisfies { readonly [Kind in IppFailure['kind']]: string }

const wordsOf = (failure: IppFailure): string => {
  if (failure.kind === 'unreachable') return "The print service on this computer isn't responding."
  if (failure.kind === 'broken') return 'The connection to the print service was lost.'
  if (failure.kind === 'not-found') return 'The print service has no such printer or job.'
  return `The print service reports: ${failure.reason}`
}

const toPrinter = (attributes: IppAttributes, defaultName: string | null): Printer | null => {
  const name = textIn(attributes, 'printer-name')
  if (name === null) return null
  const state = ({ 4: 'printing', 5: 'stopped' } as const)[numberIn(attributes, 'printer-state') ?? 3] ?? 'idle'
  const supported = textsIn(attributes, 'media-supported')
  const label = textIn(attributes, 'printer-info')?.trim() ?? ''
  // The message of an idle printer describes its last job.
  const message = state === 'idle' ? null : textIn(attributes, 'printer-state-message')
  return {
    name,
    label: label === '' ? name : label,
    isDefault: name === defaultName,
    state,
    isAccepting: booleanIn(attributes, 'printer-is-accepting-jobs') ?? true,
    problem: describePrinterProblem(
      { reasons: textsIn(attributes, 'printer-state-reasons'), message },
      state === 'stopped',
    ),
    pageSizes: (['letter', 'a4'] as const).filter((size) => supported.includes(media[size])),
    hasDuplex: textsIn(attributes, 'sides-supported').some((mode) => mode.startsWith('two-sided')),
  }
}

const toSpooledState = (job: IppJob): SpooledState => {
  const ofPrinter = {
    reasons: textsIn(job.attributes, 'job-printer-state-reasons'),
    message: textIn(job.attributes, 'job-printer-state-message'),
  }
  const reasons = textsIn(job.attributes, 'job-state-reasons')
  const message = textIn(job.attributes, 'job-state-message')
  const pagesDone = numberIn(job.attributes, 'job-impressions-completed')
  switch (job.state) {
    case 'pending':
      return { kind: 'waiting', problem: describePrinterProblem(ofPrinter, false), pagesDone }
    case 'processing':
      return { kind: 'printing', problem: describePrinterProblem(ofPrinter, false), pagesDone }
    case 'held':
    case 'stopped': {
      const isHeld = job.state === 'held'
      return {
        kind: 'stopped',
        problem: describePrinterProblem(ofPrinter, !isHeld) ?? (isHeld ? 'Held by the print service' : 'Stopped'),
      }
    }
    case 'completed':
      return { kind: 'completed' }
    case 'canceled':
      return { kind: 'cancelled', problem: 'The print was cancelled at the printer.' }
    case 'aborted': {
      const why = describePrinterProblem(
        { reasons: [...reasons, ...ofPrinter.reasons], message: ofPrinter.message },
        false,
      )
      return {
        kind: 'aborted',
        problem: why ?? (message === null || message === '' ? 'The printer stopped the job.' : message),
      }
    }
    case null:
      return { kind: 'unknown' }
  }
}
