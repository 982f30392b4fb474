import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { type PngFile, samplesOf } from './png-file.ts'

/** Thrown when the picture data contradicts the header. */
export class BrokenPng extends Error {}

/** One of the pictures in a PNG: the whole picture, or one of seven with increasing resolution (Adam7). */
type PngPass = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly across: number
  readonly down: number
}

const interlaced = [
  { left: 0, top: 0, across: 8, down: 8 },
  { left: 4, top: 0, across: 8, down: 8 },
  { left: 0, top: 4, across: 4, down: 8 },
  { left: 2, top: 0, across: 4, down: 4 },
  { left: 0, top: 2, across: 2, down: 4 },
  { left: 1, top: 0, across: 2, down: 2 },
  { left: 0, top: 1, across: 1, down: 2 },
] as const

/** Returns the passes that have any pixels. */
const passesOf = ({ width, height, isInterlaced }: PngFile): readonly PngPass[] =>
  isInterlaced
    ? interlaced
        .map((pass) => ({
          ...pass,
          width: Math.ceil((width - pass.left) / pass.across),
          height: Math.ceil((height - pass.top) / pass.down),
        }))
        .filter((pass) => pass.width > 0 && pass.height > 0)
    : [{ width, height, left: 0, top: 0, across: 1, down: 1 }]

/** Returns the number of bytes in a row of `width` pixels, without its filter byte. */
export const rowBytes = (png: PngFile, width: number): number =>
  Math.ceil((width * samplesOf[png.colour] * png.depth) / 8)

type PngRow = {
  readonly pass: PngPass
  readonly y: number
  /**
   * The filter byte, then the pixels. They share memory with the unpacked data, so a caller that changes them must copy
   * them first.
   */
  readonly bytes: Buffer
}

const pieceBytes = 256 * 1024
const maxFilter = 4

/**
 * Unpacks a PNG's rows, only a few of them at a time. Throws {@link BrokenPng} for damaged data, and as soon as the
 * data is longer or shorter than the header states.
 */
export async function* unfoldRows(png: PngFile): AsyncGenerator<PngRow> {
  const inflate = createInflate({ chunkSize: pieceBytes })
  // `pipe` does not forward errors of its source; these pieces are in memory and cannot fail.
  Readable.from(png.packed).pipe(inflate)
  const lines = eachLine(png)
  let line = lines.next().value
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      let at = 0
      while (line !== undefined && at + line.length <= bytes.length) {
        const row = bytes.subarray(at, at + line.length)
        if ((row[0] ?? 0) > maxFilter) throw new BrokenPng('an unknown filter')
        yield { pass: line.pass, y: line.y, bytes: row }
        at += line.length
        line = lines.next().value
      }
      if (line === undefined && at < bytes.length) throw new BrokenPng('too much')
      rest = bytes.subarray(at)
    }
  } catch (thrown) {
    throw thrown instanceof BrokenPng ? thrown : new BrokenPng('cannot be unpacked')
  } finally {
    inflate.destroy()
  }
  if (line !== undefined) throw new BrokenPng('too little')
}

type Line = { readonly pass: PngPass; readonly y: number; readonly length: number }

function* eachLine(png: PngFile): Generator<Line, undefined> {
  for (const pass of passesOf(png)) {
    const length = 1 + rowBytes(png, pass.width)
    for (let y = 0; y < pass.height; y += 1) yield { pass, y, length }
  }
}
