/** A message without its frame, or the first bytes of one that was too large to read. */
export type MllpFrame =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly start: Buffer }

/** Bytes that never became a message; `start` has the first of these bytes. */
export type MllpLoss = {
  /** `broken-frame`: no start block before the bytes, or another start block within a message. */
  readonly reason: 'broken-frame' | 'connection-lost' | 'too-large'
  readonly start: Buffer
}

const startBlock = 0x0b
const endBlock = 0x1c
const carriageReturn = 0x0d
/** Enough of a refused message to quote its header. */
const keptStart = 4096

/**
 * Reads the frames of one MLLP connection: start block, message, end block, carriage return. Bytes between two frames
 * are skipped. Of a message with more than `maxBytes` only the start is kept in memory, and the rest is skipped.
 * `lose` is called with bytes that never became a message; for the bytes between two frames it is called once.
 */
export const createMllpFrames = (maxBytes: number, lose: (loss: MllpLoss) => void = () => {}) => {
  let pieces: Buffer[] = []
  let size = 0
  let isInside = false
  let isTooLarge = false
  /** Whether the last byte was an end block; a carriage return after it ends the message. */
  let hasEndBlock = false
  /** The first bytes outside a frame. */
  let stray = Buffer.alloc(0)
  let isStrayLost = false

  const startOf = (): Buffer =>
    isTooLarge ? Buffer.concat(pieces).subarray(0, keptStart) : Buffer.concat(pieces, Math.min(size, keptStart))

  const skip = (bytes: Buffer): void => {
    // Spaces, line breaks and control characters between frames are usual, and mean nothing.
    if (stray.length < keptStart && (stray.length > 0 || bytes.some((byte) => byte > 0x20))) {
      stray = Buffer.concat([stray, bytes.subarray(0, keptStart - stray.length)])
    }
  }

  const loseStray = (): void => {
    if (stray.length > 0 && !isStrayLost) {
      isStrayLost = true
      lose({ reason: 'broken-frame', start: stray })
    }
    stray = Buffer.alloc(0)
  }

  const keep = (piece: Buffer): void => {
    size += piece.length
    if (isTooLarge) return
    pieces.push(piece)
    if (size <= maxBytes) return
    isTooLarge = true
    pieces = [Buffer.from(Buffer.concat(pieces.slice(0, 2)).subarray(0, keptStart))]
  }

  const end = (): MllpFrame => {
    const bytes = Buffer.concat(pieces)
    const frame: MllpFrame = isTooLarge
      ? { kind: 'too-large', start: bytes.subarray(0, keptStart) }
      : { kind: 'message', bytes }
    reset()
    return frame
  }

  const reset = (): void => {
    pieces = []
    size = 0
    isInside = false
    isTooLarge = false
    hasEndBlock = false
  }

  /** Reads the bytes after the start block; returns the frame, if it ends here, and the remaining bytes. */
  const readInside = (chunk: Buffer): { readonly frame: MllpFrame | null; readonly rest: Buffer } => {
    if (hasEndBlock) {
      if (chunk[0] === carriageReturn) return { frame: end(), rest: chunk.subarray(1) }
      // The end block belonged to the message.
      keep(Buffer.from([endBlock]))
      hasEndBlock = false
    }
    const place = chunk.indexOf(endBlock)
    const part = place === -1 ? chunk : chunk.subarray(0, place)
    const again = part.indexOf(startBlock)
    if (again !== -1) {
      // The sender began another message before it ended this one.
      if (again > 0) keep(part.subarray(0, again))
      lose({ reason: isTooLarge ? 'too-large' : 'broken-frame', start: startOf() })
      reset()
      isInside = true
      return { frame: null, rest: chunk.subarray(again + 1) }
    }
    if (part.length > 0) keep(part)
    if (place === -1) return { frame: null, rest: chunk.subarray(chunk.length) }
    hasEndBlock = true
    return { frame: null, rest: chunk.subarray(place + 1) }
  }

  return {
    /** Returns the frames that end in this chunk. */
    take: (chunk: Buffer): readonly MllpFrame[] => {
      const frames: MllpFrame[] = []
      let rest = chunk
      while (rest.length > 0) {
        if (!isInside) {
          const place = rest.indexOf(startBlock)
          skip(place === -1 ? rest : rest.subarray(0, place))
          if (place === -1) break
          loseStray()
          isInside = true
          rest = rest.subarray(place + 1)
          continue
        }
        const read = readInside(rest)
        if (read.frame !== null) frames.push(read.frame)
        rest = read.rest
      }
      return frames
    },
    /** Whether a message has begun and not ended. */
    isOpen: (): boolean => isInside,
    /** Whether bytes outside a frame have arrived since the last frame: their sender may wait for an answer. */
    hasStray: (): boolean => stray.length > 0,
    /** The bytes of the open message, including skipped ones. */
    openBytes: (): number => size,
    /** Reports the bytes that have not become a message when the connection ends. */
    close: (): void => {
      if (isInside) lose({ reason: isTooLarge ? 'too-large' : 'connection-lost', start: startOf() })
      reset()
      loseStray()
    },
  }
}

/** Returns a message in its frame. */
export const toMllpFrame = (message: string): Buffer =>
  Buffer.concat([Buffer.from([startBlock]), Buffer.from(message, 'utf8'), Buffer.from([endBlock, carriageReturn])])
