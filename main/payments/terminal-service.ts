import type { TerminalBridge } from '#contract/payments/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { connectFailed, discoverFailed, paymentMessages } from '#domain/payments/payment-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import type { CardTerminal } from '../devices/card-terminal/card-terminal.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { Publish } from '../publish.ts'
import { createReaderAnnouncer } from './reader-announcer.ts'
import { createReaderInUse } from './reader-in-use.ts'
import { createReaderSearch, guardDriver, type TerminalDriver } from './reader-search.ts'
import { createReaderMemory } from './remembered-reader.ts'

/** The reader at this workstation, as payments and the app use it. */
type TerminalHolder = {
  /** Returns the reader in use; null while none is chosen. */
  currentTerminal(): CardTerminal | null
  /** Records that a payment succeeded on the reader. */
  noteSuccess(): void
  /** Searches for the reader that was used last and connects it. Does nothing while a reader is connected. */
  reconnect(): Promise<void>
  /** Publishes the state if the back office's settings have changed it: they decide which drivers may be used. */
  refresh(): void
  close(): Promise<void>
}

type TerminalServiceParts = {
  readonly drivers: readonly TerminalDriver[]
  readonly settings: SettingsJournal
  readonly publish: Publish
  readonly log: Log
  now(): Instant
  /** Runs something later; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
  /**
   * Returns whether a reader may be connected: the back office is reachable and the signed-in user may take payments.
   */
  mayConnect(): boolean
}

/**
 * Creates the service that holds the drivers and the reader in use. Failures have the text of the spec's error
 * catalogue (booking spec §8).
 */
export const createTerminalService = (parts: TerminalServiceParts): TerminalBridge & TerminalHolder => {
  const { drivers, settings, publish, log, now, after, mayConnect } = parts
  const memory = createReaderMemory(settings, log)
  const search = createReaderSearch({ drivers, log, after })
  const news = createReaderAnnouncer({ drivers, memory, publish, chosen: () => inUse.terminal() })
  const inUse = createReaderInUse({ drivers, search, memory, news, log, after, mayConnect })

  const succeed = (): void => {
    news.setProblem(null)
    const remembered = memory.read()
    if (remembered !== null) memory.keep({ ...remembered, lastSuccessAt: now() })
  }

  return {
    read: async () => ok(news.state()),

    discover: async ({ locationID }) => {
      const found = await search.findAll(locationID)
      if (!found.ok) return news.refuse(found.failure, discoverFailed)
      if (found.value.length === 0) {
        news.setProblem(paymentMessages.noReaders)
        news.publish()
        return fail('terminal-not-found', paymentMessages.noReaders)
      }
      return ok(found.value.map(({ reader }) => reader))
    },

    connect: inUse.connect,
    disconnect: inUse.disconnect,

    test: async () => {
      const terminal = inUse.terminal()
      if (terminal === null || !inUse.isConnected()) {
        return fail('terminal-not-connected', 'No reader is connected to this computer.')
      }
      const reply = await guardDriver(log, () => terminal.test())
      if (!reply.ok) return news.refuse(reply.failure, connectFailed)
      succeed()
      return ok(news.publish())
    },

    setSimulatedOutcome: async ({ outcome }) => {
      const terminal = inUse.terminal()
      const isSet = terminal !== null && 'setOutcome' in terminal && (terminal as SettableTerminal).setOutcome(outcome)
      return isSet ? ok(news.publish()) : fail('not-found', "The connected reader can't simulate this outcome.")
    },

    currentTerminal: inUse.terminal,
    noteSuccess: () => {
      succeed()
      news.publish()
    },
    reconnect: inUse.reconnect,
    refresh: () => void news.publish(),
    close: async () => {
      news.close()
      inUse.close()
      await Promise.allSettled(drivers.map(({ terminal }) => terminal?.close()))
    },
  }
}

/** The simulated reader's driver, the only one whose next outcome can be set. */
type SettableTerminal = CardTerminal & { setOutcome(name: string): boolean }
