import { type ImportColumn, type ImportKind, importColumns, importKinds } from '#domain/import/import-kinds.ts'
import type { FileReading, FileSection, ImportLine } from './file-reading.ts'
import { backOfficeImportWords as words } from './import-words.ts'
import { readCsv } from './read-csv.ts'

/** The maximum number of rows of one import. It is limited because all rows are checked in memory. */
const maxRows = 500_000

const utf16Marks = ['fffe', 'feff']

/**
 * Reads a CSV or JSON file from its chunks. The file must be UTF-8, with or without a byte order mark. Each section of
 * a JSON file names its kind; a CSV file has one kind, which follows from its first line.
 */
export const readImportFile = async (chunks: AsyncIterable<Uint8Array>): Promise<FileReading> => {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done === true) return { ok: false, problem: words.empty }
  const head = Buffer.from(first.value.subarray(0, 4096))
  if (utf16Marks.includes(head.toString('hex', 0, 2)) || head.includes(0)) return { ok: false, problem: words.utf16 }
  const isJSON = /^\uFEFF?\s*[{[]/.test(head.toString('utf8'))
  try {
    const texts = decode(first.value, source)
    const reading = isJSON ? await readJSON(texts) : await readCsv(texts, maxRows)
    if (!reading.ok) return reading
    const rows = reading.sections.reduce((sum, { lines }) => sum + lines.length, 0)
    if (rows === 0) return { ok: false, problem: words.empty }
    return rows > maxRows ? { ok: false, problem: words.tooManyRows(maxRows) } : reading
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return { ok: false, problem: words.notUTF8 }
    }
    throw error
  }
}

/** Decodes the chunks, strictly. Throws a TypeError for bytes that are not UTF-8. */
async function* decode(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  yield decoder.decode(first, { stream: true })
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield decoder.decode(next.value, { stream: true })
  }
  yield decoder.decode()
}

const readJSON = async (texts: AsyncIterable<string>): Promise<FileReading> => {
  let text = ''
  for await (const part of texts) text += part
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { ok: false, problem: words.notJSON }
  }
  const sections: FileSection[] = []
  for (const section of Array.isArray(content) ? content : [content]) {
    const kind = importKinds.find((known) => known === fieldOf(section, 'kind'))
    const rows = fieldOf(section, 'rows')
    if (kind === undefined || !Array.isArray(rows)) return { ok: false, problem: words.notSections }
    const columns = importColumns[kind]
    sections.push({ kind, lines: rows.map((row: unknown, index) => toLine(row, index + 1, kind, columns)) })
  }
  return { ok: true, sections, unit: 'row' }
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Readonly<Record<string, unknown>>)[field]
    : undefined

const toLine = (row: unknown, line: number, kind: ImportKind, columns: readonly ImportColumn[]): ImportLine => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return { line, cells: {}, problem: { field: 'row', problem: words.notObject } }
  }
  const cells: [string, string][] = []
  for (const [name, value] of Object.entries(row)) {
    if (!columns.some((column) => column.name === name)) {
      return { line, cells: {}, problem: { field: name.slice(0, 40), problem: words.unknownColumn(kind) } }
    }
    const cell = toCell(value)
    if (cell === undefined) return { line, cells: {}, problem: { field: name, problem: words.notText } }
    cells.push([name, cell])
  }
  return { line, cells: Object.fromEntries(cells) }
}

/** Converts a JSON value to a CSV cell. Returns undefined for an object, and for a list with anything but texts. */
const toCell = (value: unknown): string | undefined => {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('|') : undefined
}
