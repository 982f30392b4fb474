import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { chooseKind, type ImportKind } from '#domain/import/import-kinds.ts'
import type { FileReading, ImportLine } from './file-reading.ts'
import { backOfficeImportWords as words } from './import-words.ts'

/** The longest row, in characters. */
const maxRowChars = 100_000

/** The separators that spreadsheets put between cells. */
const delimiters = [',', ';', '\t'] as const

/** Returns the separator that occurs most often in the first line. */
const chooseDelimiter = (text: string): string => {
  const [header = ''] = text.split(/\r?\n/, 1)
  const countOf = (mark: string): number => header.split(mark).length
  return delimiters.reduce((best, mark) => (countOf(mark) > countOf(best) ? mark : best))
}

type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/**
 * Reads CSV as it arrives: cells separated by commas, semicolons or tabs, the columns in any order. Rejects with the
 * error of its source. Refuses the file as soon as it has more than `maxRows` rows.
 */
export const readCsv = async (texts: AsyncGenerator<string>, maxRows: number): Promise<FileReading> => {
  const first = await texts.next()
  if (first.done === true) return { ok: false, problem: words.empty }
  const parser = parse({
    delimiter: chooseDelimiter(first.value),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: maxRowChars,
  })
  const collector = new RowCollector(maxRows)
  try {
    await pipeline(Readable.from(withFirst(first.value, texts)), parser, async (records: AsyncIterable<CsvRecord>) => {
      for await (const { record, info } of records) if (!collector.add(record, info.lines)) return
    })
  } catch (error) {
    if (error instanceof CsvError) return { ok: false, problem: words.brokenQuotes(Number(error.lines ?? 0)) }
    if (collector.result === undefined) throw error
  }
  return collector.result ?? collector.finish()
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

class RowCollector {
  readonly #maxRows: number
  #header: { readonly names: readonly string[]; readonly kind: ImportKind } | undefined
  readonly #lines: ImportLine[] = []
  /** Set when the file is refused. */
  result: FileReading | undefined

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  /** Takes a row; returns false once the file is refused. */
  add(record: readonly string[], line: number): boolean {
    if (this.#header === undefined) {
      const names = record.map((name) => name.trim().toLowerCase())
      const chosen = chooseKind(names)
      if (chosen.ok) this.#header = { names, kind: chosen.kind }
      else this.result = chosen
      return chosen.ok
    }
    const { names } = this.#header
    if (this.#lines.length >= this.#maxRows) {
      this.result = { ok: false, problem: words.tooManyRows(this.#maxRows) }
      return false
    }
    const isWhole = record.length === names.length
    const cells = isWhole ? Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])) : {}
    const problem = { field: 'row', problem: words.cellCount(record.length, names.length) }
    this.#lines.push(isWhole ? { line, cells } : { line, cells, problem })
    return true
  }

  finish(): FileReading {
    if (this.#header === undefined) return { ok: false, problem: words.empty }
    return { ok: true, sections: [{ kind: this.#header.kind, lines: this.#lines }], unit: 'line' }
  }
}
