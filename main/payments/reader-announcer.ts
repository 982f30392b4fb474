import type { TerminalState } from '#contract/payments/bridge.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { CardTerminal, TerminalFailure } from '../devices/card-terminal/card-terminal.ts'
import type { Publish } from '../publish.ts'
import { readerUnavailableReason, type TerminalDriver } from './reader-search.ts'
import type { RememberedReaderStore } from './remembered-reader.ts'

/** The reader's state as windows show it, and its last problem. */
export type ReaderAnnouncer = {
  state(): TerminalState
  /** Publishes the state if it has changed, and returns it. */
  publish(): TerminalState
  /** Returns the current problem, in the text of the spec's error catalogue; null when there is none. */
  problem(): string | null
  setProblem(words: string | null): void
  /** Returns a failure with the text of the spec's error catalogue, and stores that text as the problem. */
  refuse(failure: TerminalFailure, inWords: (reason: string) => string): Reply<never>
  /** Publishes nothing more. */
  close(): void
}

const codes = {
  'not-found': 'terminal-not-found',
  'not-connected': 'terminal-not-connected',
  busy: 'terminal-busy',
  unavailable: 'terminal-unavailable',
} as const

export const createReaderAnnouncer = (parts: {
  readonly drivers: readonly TerminalDriver[]
  readonly memory: RememberedReaderStore
  readonly publish: Publish
  /** Returns the reader in use; null while none is chosen. */
  chosen(): CardTerminal | null
}): ReaderAnnouncer => {
  const { drivers, memory, publish, chosen } = parts
  let problem: string | null = null
  let published = ''
  let isClosed = false

  const state = (): TerminalState => {
    const live = chosen()?.status()
    const remembered = memory.read()
    return {
      current: live?.reader ?? (remembered === null ? null : { ...remembered.reader, link: 'not-connected' }),
      activity: live?.activity ?? 'idle',
      lastSuccessAt: remembered?.lastSuccessAt ?? null,
      problem,
      drivers: drivers.map((one) => ({ driver: one.driver, unavailable: readerUnavailableReason(one) })),
    }
  }
  const publishIfChanged = (): TerminalState => {
    const current = state()
    const text = JSON.stringify(current)
    if (text !== published && !isClosed) publish('terminal.changed', current)
    published = text
    return current
  }

  return {
    state,
    publish: publishIfChanged,
    problem: () => problem,
    setProblem: (words) => {
      problem = words
    },
    refuse: (failure, inWords) => {
      const isToken = failure.reason.includes(paymentMessages.tokenError)
      const words = isToken ? paymentMessages.tokenError : inWords(failure.reason)
      problem = words
      publishIfChanged()
      return fail(codes[failure.code], words)
    },
    close: () => {
      isClosed = true
    },
  }
}
