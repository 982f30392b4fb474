/** The header of a JPEG. */
export type JpegFile = {
  readonly width: number
  readonly height: number
  /** Greyscale, RGB or CMYK. */
  readonly samples: 1 | 3 | 4
  /** Whether it has Adobe's marker: programs that write the marker store CMYK colours inverted. */
  readonly isAdobe: boolean
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, adobe: 0xee, filling: 0xff } as const
/** Baseline, extended and progressive: the kinds that a PDF may contain. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const hasNoLength = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7)
const endOfImage = Buffer.from([0xff, marker.end])

/**
 * Reads a JPEG's header and checks for its end. Returns null for other data, a truncated file, or a kind that no PDF
 * may contain.
 */
export const readJpeg = (source: Uint8Array): JpegFile | null => {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return null
  let frame: Omit<JpegFile, 'isAdobe'> | null = null
  let isAdobe = false
  for (let at = 2; at + 4 <= bytes.length; ) {
    const code = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || code === marker.end) return null
    if (code === marker.filling || hasNoLength(code)) {
      at += code === marker.filling ? 1 : 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    if (frames.has(code)) frame = readFrame(bytes.subarray(at + 4, end))
    if (code === marker.adobe) isAdobe = bytes.toString('latin1', at + 4, at + 9) === 'Adobe'
    if (code === marker.scan) return frame !== null && bytes.includes(endOfImage, end) ? { ...frame, isAdobe } : null
    at = end
  }
  return null
}

const readFrame = (data: Buffer): Omit<JpegFile, 'isAdobe'> | null => {
  if (data.length < 6 || data[0] !== 8) return null
  const [height, width, samples] = [data.readUInt16BE(1), data.readUInt16BE(3), data[5]]
  if (width === 0 || height === 0 || (samples !== 1 && samples !== 3 && samples !== 4)) return null
  return { width, height, samples }
}
