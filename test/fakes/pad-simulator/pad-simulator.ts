import { createChance, type FaultRates, mangle, noFaults } from './line-faults.ts'
import { createPadMemory, type PadCard, type PadRecord, whyNow, writeAnswer } from './pad-memory.ts'
import { type findPseudoTerminalMakers, openPseudoTerminal, type PseudoTerminal } from './pseudo-terminal.ts'

/** How long the pad waits and works, in milliseconds. */
export type PadPace = {
  readonly ackMs: number
  readonly frameMs: number
  readonly byteMs: number
  readonly endMs: number
  readonly presentMs: number
  readonly workMs: number
  readonly delayMs: number
}

const REQUEST = /^\d\d(?<amount>\d{8})1(?:1)(?<type>[0-3])(?<currency>\d{3})(?<reference>[0-9A-Z]{10}| {10})A010B010$/
const TRIES = 3
const FRAME_LIMIT = 125

const lrc = (text: Buffer): number => {
  let sum = 3
  for (const byte of text) sum ^= byte
  return sum
}

/**
 * A PIN pad written from ecr-protocol.md alone, sharing no code with the driver, at the end of a real pseudo-terminal. It keeps
 * its own records and totals; everything that goes wrong with it follows from `seed` and the times at which bytes come.
 */
export const createPadSimulator = (options: {
  /** Where a driver finds it: a link to the pseudo-terminal, there while it is plugged in. */
  readonly path: string
  readonly pace: PadPace
  readonly seed: number
  readonly faults?: FaultRates
  readonly maker: Extract<ReturnType<typeof findPseudoTerminalMakers>, readonly unknown[]>[number]
}) => {
  const { pace, faults = noFaults } = options
  const chance = createChance(options.seed)
  const memory = createPadMemory()
  const working = new Set<NodeJS.Timeout>()
  let cards: PadCard[] = []
  let onWork = (): void => undefined
  let line: PseudoTerminal | null = null

  // ------------------------------------------------------------ the line
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

  /** Whether something of this rate goes wrong now. */
  const fails = (rate: number): boolean => {
    const does = chance() < rate
    if (does) faultCount += 1
    return does
  }
  const carry = (bytes: Uint8Array): Uint8Array => {
    const carried = mangle(bytes, faults, chance)
    faultCount += carried.spoilt
    return carried.bytes
  }
  const put = (...bytes: number[]): void => line?.write(carry(Uint8Array.from(bytes)))
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
      // What could not be told waits in memory for a repeat.
      outbox.shift()
      rest()
      return
    }
    calls += 1
    mode = 'called'
    put(0x05)
    within(pace.ackMs, call)
  }
  const tell = (): void => {
    const text = Buffer.from(outbox[0] ?? '', 'latin1')
    const check = fails(faults.badLrc) ? lrc(text) ^ 0x55 : lrc(text)
    frames += 1
    calls = 0
    mode = 'told'
    put(0x02, ...text, 0x03, check)
    within(pace.ackMs, call)
  }
  const answer = (text: string, delay = 0): void => {
    const wait = setTimeout(() => {
      working.delete(wait)
      if (line === null) return
      outbox.push(text)
      if (mode === 'quiet') rest()
    }, delay)
    working.add(wait)
  }

  // ------------------------------------------------------------ transactions
  const later = (ms: number, run: () => void): void => {
    const wait = setTimeout(() => {
      working.delete(wait)
      run()
    }, ms)
    working.add(wait)
  }
  const tellEnd = (record: PadRecord): void =>
    answer(
      writeAnswer(record.kind, record.reason, record.reference, record),
      fails(faults.delayedAnswer) ? pace.delayMs : 0,
    )
  const conclude = (record: PadRecord): void => {
    if (record.state === 'over') return
    memory.endByCard(record)
    tellEnd(record)
  }
  const present = (record: PadRecord): void => {
    if (record.state !== 'waiting' || record.card === 'never-present') return
    if (record.card === 'cancel-key' || record.card === 'unreadable') {
      conclude(record)
      return
    }
    record.state = 'working'
    onWork()
    later(pace.workMs, () => conclude(record))
  }
  const takeMoney = (kind: '0' | '1', amount: string, currency: string, reference: string): void => {
    const known = memory.find(reference)
    if (known !== undefined) {
      const isSame = known.kind === kind && known.amount === amount && known.currency === currency
      if (!isSame) answer(writeAnswer(kind, '302', reference, undefined))
      else if (known.state === 'over') tellEnd(known)
      return
    }
    if (memory.running() !== undefined) answer(writeAnswer(kind, '301', reference, undefined))
    else if (currency !== '124' && currency !== '840') answer(writeAnswer(kind, '303', reference, undefined))
    else {
      const record = memory.begin({ kind, amount, currency, reference }, cards.shift() ?? 'approve')
      later(pace.presentMs, () => present(record))
    }
  }
  const stop = (reference: string): void => {
    const record = memory.running()
    if (record?.reference === reference && record.state === 'waiting') {
      memory.end(record, '202')
      answer(writeAnswer('2', '000', reference, undefined))
      tellEnd(record)
    } else answer(writeAnswer('2', '205', reference, undefined))
  }
  const repeat = (reference: string): void => {
    const record = memory.find(reference)
    answer(writeAnswer('3', record === undefined ? '501' : whyNow(record), record?.reference ?? reference, record))
  }
  const obey = (text: string): boolean => {
    const { amount = '', type, currency = '', reference = '' } = REQUEST.exec(text)?.groups ?? {}
    if (type === undefined) return false
    if (type === '2') stop(reference)
    else if (type === '3') repeat(reference)
    else if (reference.trim() === '' || Number(amount) === 0) return false
    else takeMoney(type === '0' ? '0' : '1', amount, currency, reference)
    return true
  }

  // ------------------------------------------------------------ what comes in
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
    if (lrc(text) === check && obey(text.toString('latin1'))) {
      ack()
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
    } else if (byte === 0x06 && mode === 'called') tell()
    else if (byte === 0x06 && mode === 'told') {
      outbox.shift()
      put(0x04)
      rest()
    } else if (byte === 0x15 && mode === 'told') {
      if (frames < TRIES) tell()
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
  const hear = (bytes: Uint8Array): void => {
    if (isDeaf) return
    clearTimeout(byteTimer)
    for (const byte of carry(bytes)) takeByte(byte)
    if (frame !== null)
      byteTimer = setTimeout(() => {
        frame = null
        awaitsLrc = false
        refuse()
      }, pace.byteMs)
  }

  const forgetLine = (): void => {
    clearTimeout(timer)
    clearTimeout(byteTimer)
    mode = 'quiet'
    frame = null
    awaitsLrc = false
    outbox = []
    calls = 0
    frames = 0
  }
  const unplug = async (): Promise<void> => {
    const was = line
    line = null
    forgetLine()
    await was?.unplug()
  }
  const plugIn = async (): Promise<void> => {
    line = await openPseudoTerminal(options.maker, options.path, hear)
  }

  return {
    path: options.path,
    /** What the next cards do, one after the other; then they are approved. */
    nextCards: (...next: PadCard[]) => {
      cards = next
    },
    /** Runs once, when the pad starts to work on the next card. */
    whenWorking: (run: () => void) => {
      onWork = () => {
        onWork = () => undefined
        run()
      }
    },
    plugIn,
    /** The cable goes; the pad goes on with what it does. */
    unplug,
    /** Power goes and comes back; memory stays, and what was under way is settled as its acquirer knows it. */
    async powerCycle(awayMs: number) {
      for (const wait of working) clearTimeout(wait)
      working.clear()
      await unplug()
      const record = memory.running()
      if (record !== undefined) {
        if (record.state === 'working' && chance() < 0.5) memory.endByCard(record)
        else memory.end(record, '204')
      }
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      await plugIn()
    },
    /** How much went wrong on the line so far. */
    faultCount: () => faultCount,
    /** Whether it listens at all; a deaf pad is plugged in and says nothing. */
    setDeaf: (deaf: boolean) => {
      isDeaf = deaf
    },
    records: memory.records,
    totals: memory.totals,
    /** How often money moved for a reference. */
    charges: (reference: string) => memory.find(reference)?.charges ?? 0,
    async stop() {
      for (const wait of working) clearTimeout(wait)
      await unplug()
    },
  }
}

export type PadSimulator = ReturnType<typeof createPadSimulator>
