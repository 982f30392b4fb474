import { z } from 'zod'
import type { Printer } from '#domain/printing/printing.ts'
import type { SpooledState } from './spooler.ts'

const printersSchema = z.array(
  z.object({
    name: z.string().min(1),
    isDefault: z.boolean(),
    isOffline: z.boolean(),
    /** Names of flags, such as `Normal` or `PaperOut, Error`. */
    status: z.string(),
    papers: z.array(z.string().nullable()),
    /** 3 is duplex (CIM_Printer). */
    capabilities: z.array(z.number().nullable()),
  }),
)
const jobsSchema = z.array(z.object({ id: z.number(), name: z.string(), status: z.string(), pages: z.number() }))
type WindowsJob = z.infer<typeof jobsSchema>[number]

/** PowerShell's flags of a printer and of a job, with a text for the receptionist; the first matching flag is shown. */
const problems: readonly (readonly [flag: string, words: string])[] = [
  ['PaperJam', 'Paper jam'],
  ['PaperOut', 'Out of paper'],
  ['PaperProblem', 'Out of paper'],
  ['ManualFeed', 'Out of paper'],
  ['DoorOpen', 'Door open'],
  ['NoToner', 'Out of toner'],
  ['OutputBinFull', 'Output tray full'],
  ['Offline', 'The printer is not responding'],
  ['NotAvailable', 'The printer is not responding'],
  ['ServerOffline', 'The printer is not responding'],
  ['ServerUnknown', 'The printer is not responding'],
  ['Paused', 'Paused'],
  ['UserIntervention', 'The printer needs attention'],
  ['Blocked', 'The printer needs attention'],
  ['Error', 'The printer reports an error'],
]

const flagsOf = (status: string): readonly string[] => status.split(',').map((flag) => flag.trim())
const problemOf = (status: string): string | null => {
  const flags = flagsOf(status)
  return problems.find(([flag]) => flags.includes(flag))?.[1] ?? null
}

/** Parses a list. Some PowerShell versions write nothing for an empty list, and a single element without its list. */
const parseList = (text: string): unknown => {
  const trimmed = text.trim()
  if (trimmed === '') return []
  try {
    const value: unknown = JSON.parse(trimmed)
    return Array.isArray(value) ? value : [value]
  } catch {
    return null
  }
}

/** Parses the output of our script; returns null for any other text. */
export const parseWindowsPrinters = (text: string): readonly Printer[] | null => {
  const parsed = printersSchema.safeParse(parseList(text))
  if (!parsed.success) return null
  return parsed.data.map(({ name, isDefault, isOffline, status, papers, capabilities }) => {
    const problem = isOffline ? 'The printer is not responding' : problemOf(status)
    const has = (pattern: RegExp): boolean => papers.some((paper) => paper !== null && pattern.test(paper))
    return {
      name,
      label: name,
      isDefault,
      state: problem !== null ? 'stopped' : /Printing|Processing/.test(status) ? 'printing' : 'idle',
      isAccepting: true,
      problem,
      pageSizes: [...(has(/^letter\b/i) ? (['letter'] as const) : []), ...(has(/^a4\b/i) ? (['a4'] as const) : [])],
      hasDuplex: capabilities.includes(3),
    }
  })
}

export const parseWindowsJobs = (text: string): readonly WindowsJob[] | null => {
  const parsed = jobsSchema.safeParse(parseList(text))
  return parsed.success ? parsed.data : null
}

export const toWindowsState = ({ status, pages }: WindowsJob): SpooledState => {
  const flags = flagsOf(status)
  if (flags.includes('Deleting') || flags.includes('Deleted'))
    return { kind: 'cancelled', problem: 'The print was cancelled at the printer.' }
  if (flags.includes('Printed') || flags.includes('Complete') || flags.includes('Completed'))
    return { kind: 'completed' }
  const problem = problemOf(status)
  if (flags.includes('Paused')) return { kind: 'stopped', problem: problem ?? 'Paused' }
  const isPrinting = flags.includes('Printing') || pages > 0
  return { kind: isPrinting ? 'printing' : 'waiting', problem, pagesDone: pages }
}
