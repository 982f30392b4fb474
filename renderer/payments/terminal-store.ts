import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Reader, TerminalState } from '#contract/payments/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { defaultSimulatedOutcome, type SimulatedReaderOutcome } from '#domain/payments/simulated-reader.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { readerWords } from './reader-words.ts'

type TerminalStoreState = {
  readonly terminal: Loadable<TerminalState>
  /** The result of the last search for readers. */
  readonly readers: Loadable<readonly Reader[]>
  /** The last test, connection or disconnection that the user asked for. */
  readonly work: Submission & { readonly readerID?: string | undefined }
  /** What this window set the simulated reader to do with the next card. */
  readonly simulatedOutcome: SimulatedReaderOutcome
  readonly load: () => Promise<void>
  readonly discover: (locationID: LocationID) => Promise<void>
  /** Connects a reader to this workstation. Returns true on success. */
  readonly connect: (locationID: LocationID, readerID: string) => Promise<boolean>
  readonly disconnect: () => Promise<boolean>
  readonly test: () => Promise<boolean>
  readonly chooseOutcome: (outcome: SimulatedReaderOutcome) => Promise<void>
  readonly clear: () => void
}
export type TerminalStore = StoreApi<TerminalStoreState>
export type WithTerminal = { readonly terminal: TerminalStore }

/** Creates the store of the card reader of this workstation. */
export const createTerminalStore = (bridge: Pick<Bridge, 'terminal' | 'on'>): TerminalStore =>
  createStore<TerminalStoreState>((set, get) => {
    const { terminal } = bridge
    const readings = createReadings()
    const run = async (call: () => Promise<Reply<TerminalState>>, readerID?: string): Promise<boolean> => {
      if (get().work.kind === 'pending') return false
      set({ work: { kind: 'pending', readerID } })
      const reply = await call()
      set({ work: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure, readerID } })
      if (reply.ok) set({ terminal: { kind: 'ready', value: reply.value } })
      return reply.ok
    }
    bridge.on('terminal.changed', (value) => {
      readings.expire()
      set({ terminal: { kind: 'ready', value } })
      // A chosen outcome is valid for one card.
      if (value.activity !== 'idle') set({ simulatedOutcome: defaultSimulatedOutcome })
    })
    bridge.on('bridge.gap', () => {
      if (get().terminal.kind !== 'idle') void get().load()
    })
    return {
      terminal: { kind: 'idle' },
      readers: { kind: 'idle' },
      work: { kind: 'idle' },
      simulatedOutcome: defaultSimulatedOutcome,
      load: async () => {
        if (get().terminal.kind !== 'ready') set({ terminal: { kind: 'loading' } })
        const isLatest = readings.begin()
        const reply = await terminal.read({})
        if (!isLatest()) return
        if (reply.ok) set({ terminal: { kind: 'ready', value: reply.value } })
        else if (get().terminal.kind !== 'ready') set({ terminal: { kind: 'failed', failure: reply.failure } })
      },
      discover: async (locationID) => {
        set({ readers: { kind: 'loading' }, work: { kind: 'idle' } })
        const reply = await terminal.discover({ locationID })
        set({ readers: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
      },
      connect: (locationID, readerID) => run(() => terminal.connect({ locationID, readerID }), readerID),
      disconnect: () => run(() => terminal.disconnect({})),
      test: () => run(() => terminal.test({})),
      chooseOutcome: async (outcome) => {
        const reply = await terminal.setSimulatedOutcome({ outcome })
        if (reply.ok) set({ simulatedOutcome: outcome })
      },
      clear: () => {
        readings.expire()
        set({ terminal: { kind: 'idle' }, readers: { kind: 'idle' }, work: { kind: 'idle' } })
      },
    }
  })

/** Returns why the reader cannot take a card now; null if it can. */
export const whyNoReader = (terminal: Loadable<TerminalState>): string | null => {
  if (terminal.kind !== 'ready') return readerWords.noReader.unknown
  const { current, activity } = terminal.value
  if (current === null) return readerWords.noReader.none
  if (current.link === 'connecting') return readerWords.noReader.connecting
  if (current.link === 'in-use-elsewhere') return readerWords.noReader.inUseElsewhere
  if (current.link !== 'connected') return readerWords.noReader.notConnected
  return activity === 'idle' ? null : readerWords.noReader.busy
}
