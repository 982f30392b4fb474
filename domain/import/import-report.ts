import { z } from 'zod'
import { type ImportKind, importColumns, importKinds } from './import-kinds.ts'

/** The maximum size of a file on the Import screen, in bytes; the command line accepts larger files. */
export const maxUploadBytes = 20_000_000

/** The maximum number of refused cells that the Import screen shows. */
export const maxReportLines = 1000

const count = z.number().int().min(0)

/** The numbers of rows of one kind: new, imported earlier, and refused. */
const kindCountsSchema = z.object({
  kind: z.enum(importKinds),
  rows: count,
  added: count,
  known: count,
  rejected: count,
})
export type KindCounts = z.infer<typeof kindCountsSchema>

/** One refused cell: its line of CSV, or its row in JSON. */
const reportLineSchema = z.object({ kind: z.enum(importKinds), line: count, field: z.string(), problem: z.string() })
export type ReportLine = z.infer<typeof reportLineSchema>

/** The result of an import. Nothing is stored unless all rows are valid. */
export const importReportSchema = z.object({
  isStored: z.boolean(),
  /** Whether `line` of a refused cell is a line of CSV or a row of JSON. */
  unit: z.enum(['line', 'row']),
  counts: z.array(kindCountsSchema),
  /** The first refused cells. */
  report: z.array(reportLineSchema).max(maxReportLines),
  /** The number of all refused cells. */
  refused: count,
})
export type ImportReport = z.infer<typeof importReportSchema>

/** The progress of a running import: `done` of the `total` rows of a step. */
export const importProgressSchema = z.object({
  step: z.enum(['waiting', 'checked', 'stored']),
  done: count,
  total: count,
})
export type ImportProgress = z.infer<typeof importProgressSchema>

/** Returns whether every row of a report is valid. */
export const isReportClean = ({ refused }: Pick<ImportReport, 'refused'>): boolean => refused === 0

/** Quotes a CSV cell if its text requires quotes. */
const toCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns the CSV template of a kind: its columns, and one example row. */
export const toTemplate = (kind: ImportKind): string => {
  const columns = importColumns[kind]
  const lines = [columns.map(({ name }) => name), columns.map(({ example }) => example)]
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}
