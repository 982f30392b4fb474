import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflate, inflateSync } from 'node:zlib'
import type { PdfFile } from './pdf-file.ts'
import { type Dict, odd, type Ref } from './pdf-syntax.ts'
import { filtersOf, PdfBomb } from './stream-data.ts'

/** A page of 600 dots an inch in full colour has 100 MiB. Nothing a clinic gets unfolds to more than this in one piece. */
const mostUnfoldedBytes = 256 * 1024 * 1024
/** Deflate makes at most this many bytes of one. */
const mostRatio = 1032

/**
 * Throws {@link PdfBomb} where one of the streams would unfold beyond measure in whoever shows it. Only those that could are unfolded,
 * and nothing of them is kept.
 */
export const checkUnfolding = async (file: PdfFile, refs: Iterable<Ref>): Promise<void> => {
  const checked = new Set<number>()
  for (const ref of refs) {
    if (checked.has(ref.number)) continue
    checked.add(ref.number)
    const stream = file.stream(ref)
    if (stream !== null) await checkStream(file, stream)
  }
}

const checkStream = async (
  file: PdfFile,
  { dict, data }: { readonly dict: Dict; readonly data: Buffer },
): Promise<void> => {
  const filters = filtersOf(dict, file.resolve)
  const packings = filters.findIndex((filter) => filter !== 'FlateDecode')
  const layers = packings < 0 ? filters.length : packings
  if (layers === 0 || data.length * mostRatio ** layers <= mostUnfoldedBytes) return
  if (layers > 4) throw new PdfBomb()
  let inner = data
  // All but the last layer are unfolded to be looked into; what is packed twice is small in between.
  for (let layer = 1; layer < layers; layer += 1) inner = unfoldInner(inner)
  if (inner.length * mostRatio > mostUnfoldedBytes) await countUnfolded(inner)
}

const unfoldInner = (data: Buffer): Buffer => {
  try {
    return inflateSync(data, { maxOutputLength: mostUnfoldedBytes / 8 })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfBomb()
    return odd('damaged deflate data')
  }
}

const countUnfolded = async (data: Buffer): Promise<void> => {
  let count = 0
  const counter = new Writable({
    write: (chunk: Buffer, _, done) => {
      count += chunk.length
      done(count > mostUnfoldedBytes ? new PdfBomb() : null)
    },
  })
  try {
    await pipeline(Readable.from([data]), createInflate({ chunkSize: 256 * 1024 }), counter)
  } catch (thrown) {
    if (thrown instanceof PdfBomb) throw thrown
    odd('damaged deflate data')
  }
}
