import type { PdfFile } from './pdf-file.ts'
import { textOf } from './pdf-syntax.ts'

/** New and replaced objects by number, each with its generation and text. */
type Update = {
  readonly objects: ReadonlyMap<number, { readonly generation: number; readonly text: string }>
  readonly size: number
}

/** The entries of the last section's dictionary that apply to that section only. */
const ownKeys = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])

/** Field widths in bytes. Offsets of four bytes are enough for the largest accepted file. */
const widths = [1, 4, 2] as const

/**
 * Returns the file with an update appended. The update's cross-reference section has the style of the file's last
 * section. Some readers support only one style, and a chain of sections must not mix styles.
 */
export const writeUpdate = (file: PdfFile, update: Update): Uint8Array => {
  const { bytes, crossReference } = file
  const last = bytes[bytes.length - 1]
  const begin = last === 10 || last === 13 ? '' : '\n'
  const offsets = new Map<number, { readonly offset: number; readonly generation: number }>()
  const parts = [begin]
  let at = bytes.length + begin.length
  for (const [number, { generation, text }] of update.objects) {
    const written = `${number} ${generation} obj\n${text}\nendobj\n`
    offsets.set(number, { offset: at, generation })
    parts.push(written)
    at += written.length
  }
  const kept = [...crossReference.trailer.entries].filter(([key]) => !ownKeys.has(key))
  const keptText = kept.map(
    ([, entry]) => `${entry.bytes.toString('latin1', entry.keyStart, entry.start)}${textOf(entry)}`,
  )
  const trailer = `${keptText.join('')}/Prev ${crossReference.startsAt}`
  if (crossReference.style === 'table') parts.push(writeTable(offsets, trailer, update.size))
  else {
    offsets.set(update.size, { offset: at, generation: 0 })
    parts.push(writeStream(offsets, trailer, update.size))
  }
  parts.push(`startxref\n${at}\n%%EOF\n`)
  const appended = parts.join('')
  const result = Buffer.allocUnsafeSlow(bytes.length + appended.length)
  bytes.copy(result)
  result.write(appended, bytes.length, 'latin1')
  return new Uint8Array(result.buffer, result.byteOffset, result.length)
}

type Offsets = ReadonlyMap<number, { readonly offset: number; readonly generation: number }>

/** Groups consecutive numbers into runs, as both styles list them. */
const toRuns = (offsets: Offsets): readonly (readonly number[])[] => {
  const runs: number[][] = []
  for (const number of [...offsets.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}

const writeTable = (offsets: Offsets, trailer: string, size: number): string => {
  const rowOf = (number: number): string => {
    const { offset = 0, generation = 0 } = offsets.get(number) ?? {}
    return `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`
  }
  const runs = toRuns(offsets).map((run) => `${run[0]} ${run.length}\n${run.map(rowOf).join('')}`)
  return `xref\n${runs.join('')}trailer\n<<${trailer}/Size ${size}>>\n`
}

const writeStream = (offsets: Offsets, trailer: string, number: number): string => {
  const runs = toRuns(offsets)
  const length = widths[0] + widths[1] + widths[2]
  const rows = Buffer.alloc(offsets.size * length)
  for (const [index, one] of runs.flat().entries()) {
    const { offset = 0, generation = 0 } = offsets.get(one) ?? {}
    rows[index * length] = 1
    rows.writeUInt32BE(offset, index * length + widths[0])
    rows.writeUInt16BE(generation, index * length + widths[0] + widths[1])
  }
  const index = runs.map((run) => `${run[0]} ${run.length}`).join(' ')
  const dict = `<</Type/XRef/W[${widths.join(' ')}]/Index[${index}]${trailer}/Size ${number + 1}/Length ${rows.length}>>`
  return `${number} 0 obj\n${dict}stream\n${rows.toString('latin1')}\nendstream\nendobj\n`
}
