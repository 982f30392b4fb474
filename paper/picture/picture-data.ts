import { once } from 'node:events'
import { createDeflate, type Deflate } from 'node:zlib'
import { type PngFile, samplesOf } from './png-file.ts'
import { rowBytes, unfoldRows } from './png-rows.ts'

/** Pixels as a stream of a PDF stores them: deflated, each row with its filter byte as in a PNG. */
export type DeflatedDots = { readonly parts: readonly Buffer[]; readonly samples: 1 | 3; readonly depth: number }
type SplitDots = { readonly colours: DeflatedDots; readonly opacity: DeflatedDots | null }

/** The fastest level. The data is already filtered, so a higher level saves only a few per cent. */
const level = 1

const createPacker = (): {
  readonly write: (bytes: Buffer) => Promise<void>
  readonly end: () => Promise<Buffer[]>
} => {
  const deflate: Deflate = createDeflate({ level })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  return {
    write: async (bytes) => {
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    },
    end: async () => {
      const ended = once(deflate, 'end')
      deflate.end()
      await ended
      return parts
    },
  }
}

/**
 * Separates a PNG's alpha channel from its colours, row by row. A filter compares only the same channel of neighbouring
 * pixels, so each channel keeps its filter and no row is recalculated.
 */
export const splitOpacity = async (png: PngFile): Promise<SplitDots> => {
  const [colours, opacity] = [createPacker(), createPacker()]
  const wide = png.depth / 8
  const samples = samplesOf[png.colour] === 4 ? 3 : 1
  for await (const { pass, bytes } of unfoldRows(png)) {
    const colourRow = Buffer.allocUnsafeSlow(1 + pass.width * samples * wide)
    const opacityRow = Buffer.allocUnsafeSlow(1 + pass.width * wide)
    colourRow[0] = opacityRow[0] = bytes[0] ?? 0
    let [from, colourAt, opacityAt] = [1, 1, 1]
    while (from < bytes.length) {
      for (let count = samples * wide; count > 0; count -= 1) colourRow[colourAt++] = bytes[from++] ?? 0
      for (let count = wide; count > 0; count -= 1) opacityRow[opacityAt++] = bytes[from++] ?? 0
    }
    await colours.write(colourRow)
    await opacity.write(opacityRow)
  }
  const { depth } = png
  return {
    colours: { parts: await colours.end(), samples, depth },
    opacity: { parts: await opacity.end(), samples: 1, depth },
  }
}

/** Converts an interlaced picture to rows from top to bottom; converts samples of any depth to bytes. */
export const unlace = async (png: PngFile): Promise<SplitDots> => {
  const all = samplesOf[png.colour]
  const samples = all >= 3 ? 3 : 1
  const hasOpacity = all === 2 || all === 4
  const colourRow = 1 + png.width * samples
  const opacityRow = 1 + png.width
  // Each row begins with its filter type, 0 for none.
  const colours = Buffer.alloc(colourRow * png.height)
  const opacity = Buffer.alloc(hasOpacity ? opacityRow * png.height : 0)
  const dotBytes = Math.max(1, (all * png.depth) / 8)
  let above: Buffer = Buffer.alloc(0)
  for await (const { pass, y, bytes } of unfoldRows(png)) {
    if (y === 0) above = Buffer.alloc(rowBytes(png, pass.width))
    const row = unfilter(bytes, above, dotBytes)
    above = row
    const line = pass.top + y * pass.down
    for (let x = 0; x < pass.width; x += 1) {
      const column = pass.left + x * pass.across
      const at = line * colourRow + 1 + column * samples
      for (let one = 0; one < samples; one += 1) colours[at + one] = sampleOf(png, row, x * all + one)
      if (hasOpacity) opacity[line * opacityRow + 1 + column] = sampleOf(png, row, x * all + samples)
    }
  }
  const pack = async (bytes: Buffer): Promise<Buffer[]> => {
    const packer = createPacker()
    await packer.write(bytes)
    return packer.end()
  }
  return {
    colours: { parts: await pack(colours), samples, depth: 8 },
    opacity: hasOpacity ? { parts: await pack(opacity), samples: 1, depth: 8 } : null,
  }
}

/** Returns one sample as a byte; a palette index stays unchanged. */
const sampleOf = ({ depth, colour }: PngFile, row: Buffer, index: number): number => {
  if (depth === 8) return row[index] ?? 0
  if (depth === 16) return row[index * 2] ?? 0
  const most = 2 ** depth - 1
  const bit = index * depth
  const value = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most
  return colour === 'palette' ? value : (value * 255) / most
}

/** Reverses a row's filter, which stores differences from the pixels to the left and above (PNG specification, 9). */
const unfilter = (bytes: Buffer, above: Buffer, dotBytes: number): Buffer => {
  const row = Buffer.from(bytes.subarray(1))
  const filter = bytes[0] ?? 0
  for (let at = 0; at < row.length; at += 1) {
    const left = at < dotBytes ? 0 : (row[at - dotBytes] ?? 0)
    const up = above[at] ?? 0
    const corner = at < dotBytes ? 0 : (above[at - dotBytes] ?? 0)
    row[at] = (row[at] ?? 0) + predict(filter, left, up, corner)
  }
  return row
}

const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
