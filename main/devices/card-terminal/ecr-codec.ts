/** The control bytes of the line (ecr-protocol.md, Control bytes). */
export const control = { stx: 0x02, etx: 0x03, eot: 0x04, enq: 0x05, ack: 0x06, nak: 0x15 } as const

/**
 * Maximum length of a frame; anything longer is noise that began with STX. @internal Tests fill a frame up to the
 * limit.
 */
export const maxFrameBytes = 128

/** An event of the line. `frame` has only the message; `broken` is a frame with a wrong LRC, length or character. */
export type LineEvent =
  | { readonly said: 'enq' | 'ack' | 'nak' | 'eot' | 'broken' }
  | { readonly said: 'frame'; readonly message: string }

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e

/** Returns the exclusive or of `bytes`. */
const lrcOf = (bytes: readonly number[]): number => bytes.reduce((lrc, byte) => lrc ^ byte, 0)

/**
 * Returns STX, `message`, ETX and LRC. Throws a RangeError for a message that does not fit in a frame, which is a bug
 * in the caller.
 */
export const encodeFrame = (message: string): Uint8Array => {
  const bytes = Array.from(message, (character) => character.charCodeAt(0))
  if (!bytes.every(isPrintable)) throw new RangeError('a message is printable ASCII')
  if (bytes.length + 3 > maxFrameBytes) throw new RangeError(`a frame is at most ${maxFrameBytes} bytes`)
  return Uint8Array.from([control.stx, ...bytes, control.etx, lrcOf([...bytes, control.etx])])
}

type FrameParser = {
  /** The bytes of the current frame so far; null outside a frame. Never longer than {@link maxFrameBytes}. */
  readonly bytes: readonly number[] | null
  /** Whether ETX was read, so that the next byte is the LRC whatever its value. */
  readonly isLrcNext: boolean
}

export const outsideFrame: FrameParser = { bytes: null, isLrcNext: false }

const controlEvents = new Map<number, LineEvent>([
  [control.enq, { said: 'enq' }],
  [control.ack, { said: 'ack' }],
  [control.nak, { said: 'nak' }],
  [control.eot, { said: 'eot' }],
])

const broken: LineEvent = { said: 'broken' }

const endFrame = (bytes: readonly number[], lrc: number): LineEvent =>
  lrcOf([...bytes, control.etx]) === lrc && bytes.length > 0 && bytes.every(isPrintable)
    ? { said: 'frame', message: String.fromCharCode(...bytes) }
    : broken

/**
 * Parses the next bytes of the line, in pieces of any size. Returns the events in these bytes, and the parser for the
 * bytes that follow this piece. Never throws. Noise outside a frame is skipped, STX inside a frame restarts it, and a
 * frame that grows too long is broken.
 */
export const parseLine = (
  parser: FrameParser,
  chunk: Uint8Array,
): { readonly parser: FrameParser; readonly events: readonly LineEvent[] } => {
  const events: LineEvent[] = []
  let frame = parser.bytes === null ? null : [...parser.bytes]
  let isLrcNext = parser.isLrcNext
  for (const byte of chunk) {
    if (frame === null) {
      const event = controlEvents.get(byte)
      if (event !== undefined) events.push(event)
      if (byte === control.stx) frame = []
    } else if (isLrcNext) {
      events.push(endFrame(frame, byte))
      frame = null
      isLrcNext = false
    } else if (byte === control.stx) frame = []
    else if (byte === control.etx) isLrcNext = true
    else if (frame.push(byte) + 3 > maxFrameBytes) {
      events.push(broken)
      frame = null
    }
  }
  return { parser: { bytes: frame, isLrcNext }, events }
}
