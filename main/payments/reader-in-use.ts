import type { Reader, TerminalBridge } from '#contract/payments/bridge.ts'
import { ok } from '#contract/reply.ts'
import { connectFailed } from '#domain/payments/payment-messages.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import type {
  CardTerminal,
  TerminalFailure,
  TerminalReply,
  TerminalStatus,
} from '../devices/card-terminal/card-terminal.ts'
import type { ReaderAnnouncer } from './reader-announcer.ts'
import { guardDriver, type ReaderSearch, type TerminalDriver } from './reader-search.ts'
import type { RememberedReaderStore } from './remembered-reader.ts'

/**
 * The one reader of this workstation: staff connect and disconnect it, and a lost reader is reconnected automatically.
 */
type ReaderInUse = {
  /** Returns the reader's driver; null while none is chosen. */
  terminal(): CardTerminal | null
  isConnected(): boolean
  readonly connect: TerminalBridge['connect']
  readonly disconnect: TerminalBridge['disconnect']
  /** Searches for the reader that was used last and connects it. Does nothing while a reader is connected. */
  reconnect(): Promise<void>
  /** Stops watching the drivers and searching for a lost reader. */
  close(): void
}

/** Wait times in milliseconds before a lost reader is searched for again; the last value repeats. */
const reconnectAfterMs = [2000, 5000, 15_000, 30_000] as const
const lostProblem = connectFailed('The reader was disconnected.')
const busyFailure: TerminalFailure = { code: 'busy', reason: 'The reader is busy with another payment.' }

/** Creates a timer for `run`. The wait grows until a success resets it. Only one run is planned at a time. */
const createReconnectTimer = (after: (ms: number, run: () => void) => () => void, run: () => void) => {
  let tries = 0
  let cancelTimer: (() => void) | null = null
  return {
    plan: (): void => {
      if (cancelTimer !== null) return
      const waitMs = reconnectAfterMs[Math.min(tries, reconnectAfterMs.length - 1)] ?? 30_000
      tries += 1
      cancelTimer = after(waitMs, () => {
        cancelTimer = null
        run()
      })
    },
    stop: (): void => {
      cancelTimer?.()
      cancelTimer = null
    },
    succeeded: (): void => {
      tries = 0
    },
  }
}

export const createReaderInUse = (parts: {
  readonly drivers: readonly TerminalDriver[]
  readonly search: ReaderSearch
  readonly memory: RememberedReaderStore
  readonly news: ReaderAnnouncer
  readonly log: Log
  after(ms: number, run: () => void): () => void
  /** Returns whether a reader may be connected now. */
  mayConnect(): boolean
}): ReaderInUse => {
  const { drivers, search, memory, news, log, after, mayConnect } = parts
  let chosen: CardTerminal | null = null
  let isConnecting = false
  let isClosed = false
  let wasLinked = false
  const retry = createReconnectTimer(after, () => void reconnect())

  const isBusy = (): boolean => chosen !== null && chosen.status().activity !== 'idle'
  const isConnected = (): boolean => chosen !== null && chosen.status().reader !== null

  /** Connects a reader; the caller reports a failure. */
  const take = async (locationID: LocationID, readerID: string): Promise<TerminalReply<Reader>> => {
    const usual = memory.read()?.reader
    const found = await search.find(locationID, readerID, usual?.readerID === readerID ? usual.driver : undefined)
    if (!found.ok) return found
    const { terminal } = found.value
    // A workstation uses only one reader: if two readers waited for a card, a member could pay twice.
    if (chosen !== null && chosen !== terminal) await chosen.disconnect()
    chosen = terminal
    news.publish()
    const reply = await guardDriver(log, () => terminal.connect(locationID, readerID))
    if (!reply.ok) return reply
    const { link: _link, ...reader } = reply.value
    const before = memory.read()
    const isSame = before?.reader.readerID === readerID
    memory.keep({ locationID, reader, lastSuccessAt: isSame ? (before?.lastSuccessAt ?? null) : null })
    news.setProblem(null)
    retry.succeeded()
    return reply
  }

  const reconnect = async (): Promise<void> => {
    retry.stop()
    const wanted = memory.read()
    if (wanted === null || isClosed || isConnecting || isConnected() || !mayConnect()) return
    isConnecting = true
    try {
      const reply = await take(wanted.locationID, wanted.reader.readerID)
      if (reply.ok) log('info', 'terminal.reconnected', { driver: wanted.reader.driver })
      else news.refuse(reply.failure, connectFailed)
    } catch (thrown) {
      log('error', 'terminal.driver-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    } finally {
      isConnecting = false
    }
    news.publish()
    if (!isConnected()) planReconnect()
  }

  const planReconnect = (): void => {
    if (!isClosed && memory.read() !== null) retry.plan()
  }

  const noteStatus = (terminal: CardTerminal, status: TerminalStatus): void => {
    if (terminal !== chosen) return
    const isLinked = status.reader?.link === 'connected'
    if (!isConnecting && !isClosed && memory.read() !== null) {
      // A reader that is still remembered was lost, not disconnected by staff. If the reader was taking a payment, the
      // card attempt finds out the result.
      if (wasLinked && !isLinked) news.setProblem(lostProblem)
      if (isLinked && news.problem() === lostProblem) news.setProblem(null)
      // While a driver's status still names the lost reader, the driver itself searches for it.
      if (status.reader === null) planReconnect()
    }
    wasLinked = isLinked
    news.publish()
  }
  const stops = drivers.flatMap(({ terminal }) =>
    terminal === null ? [] : [terminal.onChange((status) => noteStatus(terminal, status))],
  )

  return {
    terminal: () => chosen,
    isConnected,
    connect: async ({ locationID, readerID }) => {
      const connecting: TerminalFailure = { code: 'busy', reason: 'A reader is already connecting.' }
      if (isConnecting) return news.refuse(connecting, connectFailed)
      if (isBusy()) return news.refuse(busyFailure, connectFailed)
      isConnecting = true
      retry.stop()
      try {
        const reply = await take(locationID, readerID)
        return reply.ok ? ok(news.publish()) : news.refuse(reply.failure, connectFailed)
      } finally {
        isConnecting = false
      }
    },
    disconnect: async () => {
      if (isBusy()) return news.refuse(busyFailure, connectFailed)
      const released = chosen
      retry.stop()
      memory.keep(null)
      news.setProblem(null)
      chosen = null
      await released?.disconnect()
      return ok(news.publish())
    },
    reconnect,
    close: () => {
      isClosed = true
      retry.stop()
      for (const stop of stops) stop()
    },
  }
}
