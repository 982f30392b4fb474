import { crc32 } from 'node:zlib'

/** The parts of a PNG, its picture data still packed. */
export type PngFile = {
  readonly width: number
  readonly height: number
  /** Bits per sample. */
  readonly depth: number
  readonly colour: PngColour
  readonly isInterlaced: boolean
  readonly palette: Buffer | null
  /** The transparency of palette entries, or the one transparent colour. */
  readonly transparency: Buffer | null
  readonly packed: readonly Buffer[]
}

type PngColour = 'grey' | 'rgb' | 'palette' | 'grey-alpha' | 'rgb-alpha'

/** The colour types by their number in the file, with their allowed depths. */
const colours: Readonly<Record<number, { readonly colour: PngColour; readonly depths: readonly number[] }>> = {
  0: { colour: 'grey', depths: [1, 2, 4, 8, 16] },
  2: { colour: 'rgb', depths: [8, 16] },
  3: { colour: 'palette', depths: [1, 2, 4, 8] },
  4: { colour: 'grey-alpha', depths: [8, 16] },
  6: { colour: 'rgb-alpha', depths: [8, 16] },
}

export const samplesOf: { readonly [Colour in PngColour]: number } = {
  grey: 1,
  rgb: 3,
  palette: 1,
  'grey-alpha': 2,
  'rgb-alpha': 4,
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const aroundData = 12
const wordLength = 4

type Chunk = { readonly name: string; readonly data: Buffer }

/** Returns a file's chunks up to its end; null when one is broken or the end is missing. */
const readChunks = (bytes: Buffer): Chunk[] | null => {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  const chunks: Chunk[] = []
  for (let at = signature.length; at + aroundData <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + aroundData + length
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + wordLength, at + 2 * wordLength)
    const named = bytes.subarray(at + wordLength, end - wordLength)
    if (!/^[A-Za-z]{4}$/.test(name) || crc32(named) !== bytes.readUInt32BE(end - wordLength)) return null
    chunks.push({ name, data: named.subarray(wordLength) })
    if (name === 'IEND') return chunks
    at = end
  }
  return null
}

/** Returns whether a chunk is critical: its name begins with a capital letter. */
const isCritical = (name: string): boolean => /^[A-Z]/.test(name)
const known: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/**
 * Reads a PNG's parts without unpacking them; null for a file that is not a complete PNG (PNG specification, 5 and 11).
 */
export const readPng = (bytes: Uint8Array): PngFile | null => {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const [head] = chunks ?? []
  if (chunks === null || head?.name !== 'IHDR' || head.data.length !== 13) return null
  if (chunks.some(({ name }) => isCritical(name) && !known.has(name))) return null
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const [depth = 0, number = 0, packing, filtering, interlacing = 2] = head.data.subarray(8)
  const kind = colours[number]
  if (width === 0 || height === 0 || kind === undefined || !kind.depths.includes(depth)) return null
  if (packing !== 0 || filtering !== 0 || interlacing > 1) return null

  const first = chunks.findIndex(({ name }) => name === 'IDAT')
  const last = chunks.findLastIndex(({ name }) => name === 'IDAT')
  const packed = chunks.slice(first, last + 1)
  if (first < 0 || packed.some(({ name }) => name !== 'IDAT')) return null
  const before = (wanted: string): Buffer | null =>
    chunks.slice(0, first).find(({ name }) => name === wanted)?.data ?? null
  const palette = before('PLTE')
  if (kind.colour === 'palette' && !isPalette(palette, depth)) return null
  return {
    width,
    height,
    depth,
    colour: kind.colour,
    isInterlaced: interlacing === 1,
    palette,
    transparency: before('tRNS'),
    packed: packed.map(({ data }) => data),
  }
}

const isPalette = (palette: Buffer | null, depth: number): boolean =>
  palette !== null && palette.length > 0 && palette.length % 3 === 0 && palette.length / 3 <= 2 ** depth
