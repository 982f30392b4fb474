import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { CardTerminal } from '#main/devices/card-terminal/card-terminal.ts'
import type { SerialPace } from '#main/devices/card-terminal/serial-pace.ts'
import { createSerialTerminal } from '#main/devices/card-terminal/serial-terminal.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import type { FaultRates } from '../../../fakes/pad-simulator/line-faults.ts'
import type { PadPace } from '../../../fakes/pad-simulator/pad-line.ts'
import { createPadSimulator, type PadSimulator } from '../../../fakes/pad-simulator/pad-simulator.ts'
import { findPseudoTerminalMakers } from '../../../fakes/pad-simulator/pseudo-terminal.ts'

const found = findPseudoTerminalMakers()

/** Why no pad can be simulated on this computer; undefined if a pad can be simulated. */
export const missing = 'missing' in found ? `needs a pseudo-terminal: ${found.missing}` : undefined
export const makers = 'missing' in found ? [] : found

export const locationID = locationIDSchema.parse('ca-bc-1')

/** Deadlines for a simulated pad on this computer: short, but long compared with a busy process's delay. */
export const quickPace: SerialPace = {
  line: { enqMs: 80, ackMs: 80, frameMs: 80, byteMs: 30, endMs: 40, tries: 3 },
  pollMs: 40,
  answerMs: 200,
  heartbeatMs: 150,
  searchMs: 30,
  collectMs: 20_000,
  processMs: 10_000,
}
export const quickPad: PadPace = {
  ackMs: 80,
  frameMs: 80,
  byteMs: 30,
  endMs: 40,
  presentMs: 5,
  workMs: 10,
  delayMs: 150,
}

const timers = {
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export type SerialDesk = {
  readonly pad: PadSimulator
  readonly terminal: CardTerminal
  readonly readerID: string
  /** The parts for a second driver of the same desk. */
  readonly parts: Parameters<typeof createSerialTerminal>[0]
  /** Returns the process that the driver started last, which owns the port now. */
  process(): ChildProcessPort
  /** Returns the number of processes that the driver has started. */
  started(): number
  connect(): Promise<void>
  /** Resolves when the pad is connected; immediately if it already is. */
  connected(): Promise<void>
  stop(): Promise<void>
}

/** Sets up a desk with a pad plugged in and a driver that knows the pad's path. The driver's worker is the real one. */
export const setUpSerialDesk = async (
  options: {
    readonly seed?: number
    readonly faults?: FaultRates
    readonly padPace?: PadPace
    readonly makerIndex?: number
    /** Whether the pad cannot be distinguished from another pad at the same port. */
    readonly isUnnamed?: boolean
  } = {},
): Promise<SerialDesk> => {
  const maker = makers[options.makerIndex ?? 0]
  if (maker === undefined) throw new Error(missing ?? 'no program that creates pseudo-terminals')
  const folder = mkdtempSync(join(tmpdir(), 'atrium-pad-'))
  const path = join(folder, 'pad')
  const pad = createPadSimulator({
    path,
    pace: options.padPace ?? quickPad,
    seed: options.seed ?? 1,
    maker,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  })
  await pad.plugIn()
  const entry = options.isUnnamed === true ? path : `${path}=pad-1`
  const processes: ChildProcessPort[] = []
  const parts: SerialDesk['parts'] = {
    startProcess: (name) => {
      const process = startChildProcess(name)
      processes.push(process)
      return process
    },
    paths: () => [entry],
    clock: timers,
    pace: quickPace,
  }
  const terminal = createSerialTerminal(parts)
  const readerID = `serial:${entry}`
  return {
    pad,
    terminal,
    readerID,
    parts,
    process: () => {
      const last = processes.at(-1)
      if (last === undefined) throw new Error('no process was started')
      return last
    },
    started: () => processes.length,
    async connect() {
      const reply = await terminal.connect(locationID, readerID)
      if (!reply.ok) throw new Error(reply.failure.reason)
    },
    connected: () =>
      new Promise((resolve) => {
        if (terminal.status().reader?.link === 'connected') return resolve()
        const stop = terminal.onChange((status) => {
          if (status.reader?.link !== 'connected') return
          stop()
          resolve()
        })
      }),
    async stop() {
      await terminal.close()
      await pad.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
