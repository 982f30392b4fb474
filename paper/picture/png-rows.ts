import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { type PngFile, samplesOf } from './png-file.ts'

/** The picture data is not what the head says. */
export class BrokenPng extends Error {}

/** One of the pictures a PNG consists of: the whole, or one of seven of ever more dots (Adam7). */
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

/** Those that have any dots. */
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

/** Bytes of a row without the one that says how it is filtered. */
export const rowBytes = (png: PngFile, width: number): number =>
  Math.ceil((width * samplesOf[png.colour] * png.depth) / 8)

type PngRow = {
  readonly pass: PngPass
  readonly y: number
  /** How it is filtered, then its dots. Overwritten after the next one is asked for. */
  readonly bytes: Buffer
}

const pieceBytes = 256 * 1024
const mostFilter = 4

/**
 * A PNG's rows as they unfold, never more than a few of them at a time. Throws {@link BrokenPng} for packed data that is damaged, and as
 * soon as it is found to hold more or less than the head says.
 */
export async function* unfoldRows(png: PngFile): AsyncGenerator<PngRow> {
  const inflate = createInflate({ chunkSize: pieceBytes })
  // `pipe` tells an error of the source to nobody; these pieces are in memory and have none.
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
        if ((row[0] ?? 0) > mostFilter) throw new BrokenPng('an unknown filter')
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
