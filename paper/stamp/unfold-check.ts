import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflate, inflateSync } from 'node:zlib'
import type { PackedStream } from './cross-reference.ts'
import type { PdfFile } from './pdf-file.ts'
import { odd, type Ref } from './pdf-syntax.ts'
import { filtersOf, PdfBomb } from './stream-data.ts'

/**
 * Bytes that one stream may unpack to. A full-page colour picture with 600 dots per inch takes up 100 MiB; a page's
 * drawing commands are text, a few MiB at most.
 */
export const maxUnfolded = { picture: 256 * 1024 * 1024, contents: 64 * 1024 * 1024 } as const
/** Deflate expands a byte to at most this many. */
const maxRatio = 1032

/**
 * Throws {@link PdfBomb} when one of the streams would unpack to more than `most` bytes in a viewer. Unpacks only
 * streams whose packed size makes this possible, and keeps none of the output.
 */
export const checkUnfolding = async (file: PdfFile, refs: Iterable<Ref>, most: number): Promise<void> => {
  const checked = new Set<number>()
  for (const ref of refs) {
    if (checked.has(ref.number)) continue
    checked.add(ref.number)
    const stream = file.stream(ref)
    if (stream !== null) await checkStream(file, stream, most)
  }
}

const checkStream = async (file: PdfFile, { dict, data }: PackedStream, most: number): Promise<void> => {
  const filters = filtersOf(dict, file.resolve)
  const packings = filters.findIndex((filter) => filter !== 'FlateDecode')
  const layers = packings < 0 ? filters.length : packings
  if (layers === 0 || data.length * maxRatio ** layers <= most) return
  if (layers > 4) throw new PdfBomb()
  let inner = data
  // Each layer but the last is unpacked to reach the next one. Its output is small, because it is still packed.
  for (let layer = 1; layer < layers; layer += 1) inner = unfoldInner(inner, most)
  if (inner.length * maxRatio > most) await countUnfolded(inner, most)
}

const unfoldInner = (data: Buffer, most: number): Buffer => {
  try {
    return inflateSync(data, { maxOutputLength: most / 8 })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfBomb()
    return odd('damaged deflate data')
  }
}

const countUnfolded = async (data: Buffer, most: number): Promise<void> => {
  let count = 0
  const counter = new Writable({
    write: (chunk: Buffer, _, done) => {
      count += chunk.length
      done(count > most ? new PdfBomb() : null)
    },
  })
  try {
    await pipeline(Readable.from([data]), createInflate({ chunkSize: 256 * 1024 }), counter)
  } catch (thrown) {
    if (thrown instanceof PdfBomb) throw thrown
    odd('damaged deflate data')
  }
}
