import type { Random } from '#test/fixtures/random.ts'
import { type FaultRates, mangle } from './line-faults.ts'

/** The pad's waiting and working times, in milliseconds. */
export type PadPace = {
  readonly ackMs: number
  readonly frameMs: number
  readonly byteMs: number
  readonly endMs: number
  readonly presentMs: number
  readonly workMs: number
  readonly delayMs: number
}

const TRIES = 3
const FRAME_LIMIT = 125

const lrc = (text: Buffer): number => {
  let sum = 3
  for (const byte of text) sum ^= byte
  return sum
}

/**
 * The pad's side of the handshake, byte by byte. `write` receives the bytes after the bad cable has changed them;
 * `runOrder` executes a message and returns false for an invalid one.
 */
export const createPadLine = (parts: {
  readonly pace: PadPace
  readonly faults: FaultRates
  readonly chance: Random
  readonly write: (bytes: Uint8Array) => void
  readonly runOrder: (text: string) => boolean
}) => {
  const { pace, faults, chance, runOrder } = parts
  let mode: 'quiet' | 'awaits-frame' | 'awaits-eot' | 'called' | 'told' = 'quiet'
  let frame: Buffer | null = null
  let awaitsLrc = false
  let naks = 0
  let calls = 0
  let frames = 0
  let outbox: string[] = []
  let timer: NodeJS.Timeout | undefined
  let byteTimer: NodeJS.Timeout | undefined

  let faultCount = 0
  let isDeaf = false
  let losesFrameAcks = false

  /** Returns whether a fault of this rate occurs now. */
  const fails = (rate: number): boolean => {
    const does = chance() < rate
    if (does) faultCount += 1
    return does
  }
  const withNoise = (bytes: Uint8Array): Uint8Array => {
    const noisy = mangle(bytes, faults, chance)
    faultCount += noisy.spoilt
    return noisy.bytes
  }
  const put = (...bytes: number[]): void => parts.write(withNoise(Uint8Array.from(bytes)))
  const ack = (): void => {
    if (!fails(faults.lostAck)) put(0x06)
  }
  const within = (ms: number, run: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      frame = null
      awaitsLrc = false
      run()
    }, ms)
  }
  const rest = (): void => {
    clearTimeout(timer)
    mode = 'quiet'
    calls = 0
    frames = 0
    if (outbox.length > 0) call()
  }
  const call = (): void => {
    if (calls >= TRIES || frames >= TRIES) {
      // The pad stops sending the answer. Its memory still has the result, which a repeat request returns.
      outbox.shift()
      rest()
      return
    }
    calls += 1
    mode = 'called'
    put(0x05)
    within(pace.ackMs, call)
  }
  const sendFrame = (): void => {
    const text = Buffer.from(outbox[0] ?? '', 'latin1')
    const check = fails(faults.badLrc) ? lrc(text) ^ 0x55 : lrc(text)
    frames += 1
    calls = 0
    mode = 'told'
    put(0x02, ...text, 0x03, check)
    within(pace.ackMs, call)
  }
  const refuse = (): void => {
    if (mode !== 'awaits-frame' && mode !== 'awaits-eot') return
    naks += 1
    put(0x15)
    mode = 'awaits-frame'
    if (naks >= TRIES) rest()
    else within(pace.frameMs, rest)
  }
  const takeFrame = (text: Buffer, check: number): void => {
    if (mode !== 'awaits-frame' && mode !== 'awaits-eot') return
    if (lrc(text) === check && runOrder(text.toString('latin1'))) {
      if (!losesFrameAcks) ack()
      mode = 'awaits-eot'
      within(pace.endMs, rest)
    } else refuse()
  }
  const takeControl = (byte: number): void => {
    if (byte === 0x05 && mode !== 'called') {
      naks = 0
      mode = 'awaits-frame'
      ack()
      within(pace.frameMs, rest)
    } else if (byte === 0x06 && mode === 'called') sendFrame()
    else if (byte === 0x06 && mode === 'told') {
      outbox.shift()
      put(0x04)
      rest()
    } else if (byte === 0x15 && mode === 'told') {
      if (frames < TRIES) sendFrame()
      else call()
    } else if (byte === 0x04 && (mode === 'awaits-eot' || mode === 'awaits-frame')) rest()
  }
  const takeByte = (byte: number): void => {
    if (frame === null) {
      if (byte === 0x02) frame = Buffer.alloc(0)
      else takeControl(byte)
    } else if (awaitsLrc) {
      const text = frame
      frame = null
      awaitsLrc = false
      takeFrame(text, byte)
    } else if (byte === 0x02) frame = Buffer.alloc(0)
    else if (byte === 0x03) awaitsLrc = true
    else {
      frame = Buffer.concat([frame, Buffer.of(byte)])
      if (frame.length > FRAME_LIMIT) {
        frame = null
        refuse()
      }
    }
  }
  const onBytes = (bytes: Uint8Array): void => {
    if (isDeaf) return
    clearTimeout(byteTimer)
    for (const byte of withNoise(bytes)) takeByte(byte)
    if (frame !== null)
      byteTimer = setTimeout(() => {
        frame = null
        awaitsLrc = false
        refuse()
      }, pace.byteMs)
  }

  const forget = (): void => {
    clearTimeout(timer)
    clearTimeout(byteTimer)
    mode = 'quiet'
    frame = null
    awaitsLrc = false
    outbox = []
    calls = 0
    frames = 0
  }
  return {
    onBytes,
    forget,
    fails,
    /** Sends an answer as soon as the line is idle. */
    tell: (text: string) => {
      outbox.push(text)
      if (mode === 'quiet') rest()
    },
    faultCount: () => faultCount,
    setFrameAcksLost: (lost: boolean) => {
      losesFrameAcks = lost
    },
    setDeaf: (deaf: boolean) => {
      isDeaf = deaf
    },
  }
}
