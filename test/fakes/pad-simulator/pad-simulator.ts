import { createRandom } from '#test/fixtures/random.ts'
import { type FaultRates, noFaults } from './line-faults.ts'
import { createPadLine, type PadPace } from './pad-line.ts'
import { createPadMemory, type PadCard, type PadRecord, statusReasonOf, writeAnswer } from './pad-memory.ts'
import { type findPseudoTerminalMakers, openPseudoTerminal, type PseudoTerminal } from './pseudo-terminal.ts'

const REQUEST = /^\d\d(?<amount>\d{8})1(?:1)(?<type>[0-3])(?<currency>\d{3})(?<reference>[0-9A-Z]{10}| {10})A010B010$/

/**
 * A PIN pad written only from ecr-protocol.md, without code of the driver, at the end of a real pseudo-terminal. It
 * keeps its own records and totals; all its faults follow from `seed` and the arrival times of bytes.
 */
export const createPadSimulator = (options: {
  /** The path for the driver: a link to the pseudo-terminal. The link exists while the pad is plugged in. */
  readonly path: string
  readonly pace: PadPace
  readonly seed: number
  readonly faults?: FaultRates
  readonly maker: Extract<ReturnType<typeof findPseudoTerminalMakers>, readonly unknown[]>[number]
}) => {
  const { pace, faults = noFaults } = options
  const chance = createRandom(options.seed)
  const memory = createPadMemory()
  const working = new Set<NodeJS.Timeout>()
  let cards: PadCard[] = []
  let onWork = (): void => undefined
  let line: PseudoTerminal | null = null

  const answer = (text: string, delay = 0): void => {
    const wait = setTimeout(() => {
      working.delete(wait)
      if (line !== null) shake.tell(text)
    }, delay)
    working.add(wait)
  }

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
      shake.fails(faults.delayedAnswer) ? pace.delayMs : 0,
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
    answer(
      writeAnswer('3', record === undefined ? '501' : statusReasonOf(record), record?.reference ?? reference, record),
    )
  }
  const runOrder = (text: string): boolean => {
    const { amount = '', type, currency = '', reference = '' } = REQUEST.exec(text)?.groups ?? {}
    if (type === undefined) return false
    if (type === '2') stop(reference)
    else if (type === '3') repeat(reference)
    else if (reference.trim() === '' || Number(amount) === 0) return false
    else takeMoney(type === '0' ? '0' : '1', amount, currency, reference)
    return true
  }

  const shake = createPadLine({ pace, faults, chance, runOrder, write: (bytes) => line?.write(bytes) })

  const unplug = async (): Promise<void> => {
    const was = line
    line = null
    shake.forget()
    await was?.unplug()
  }
  const plugIn = async (): Promise<void> => {
    line = await openPseudoTerminal(options.maker, options.path, shake.onBytes)
  }

  return {
    path: options.path,
    /** Sets the behaviour of the next cards, in this order; the cards after them are approved. */
    nextCards: (...next: PadCard[]) => {
      cards = next
    },
    /** Calls `run` once, when the pad starts to process the next card. */
    whenWorking: (run: () => void) => {
      onWork = () => {
        onWork = () => undefined
        run()
      }
    },
    plugIn,
    /** Unplugs the cable; the pad continues its work. */
    unplug,
    /**
     * Cuts the power for `awayMs`. The memory survives. A transaction that still waits for its card ends as POWER
     * FAILED. One that is being processed ends, by chance, either as POWER FAILED or with its card's result, as if the
     * acquirer had received it.
     */
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
    faultCount: shake.faultCount,
    /** With true, the pad stays plugged in and ignores all bytes; with false, it listens again. */
    setDeaf: shake.setDeaf,
    /** With true, the pad accepts frames without acknowledging them; with false, it acknowledges frames again. */
    setFrameAcksLost: shake.setFrameAcksLost,
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
