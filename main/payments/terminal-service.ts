import type { Reader, ReaderDriver, TerminalBridge, TerminalState } from '#contract/payments/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { connectFailed, discoverFailed, paymentMessages } from '#domain/payments/payment-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import type { CardTerminal, TerminalFailure, TerminalReply } from '../devices/card-terminal/card-terminal.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { Publish } from '../publish.ts'
import { parseRemembered, type RememberedReader } from './remembered-reader.ts'

/** One kind of reader this build knows, and why it cannot be used here and now; null where it can. */
export type TerminalDriver = {
  readonly driver: ReaderDriver
  /** Null where this shell cannot drive such a reader at all. */
  readonly terminal: CardTerminal | null
  unavailable(): string | null
}

/** The reader at this desk, as payments and the app see it. */
type TerminalHolder = {
  /** The reader in use; null while none is chosen. */
  currentTerminal(): CardTerminal | null
  /** A payment has gone through on it. */
  noteSuccess(): void
  /** Takes the reader that was in use before, from a fresh discovery, where it is not connected. */
  reconnect(): Promise<void>
  /** What may be used has changed, as the back office said: tells the windows. */
  refresh(): void
  close(): Promise<void>
}

type TerminalServiceParts = {
  readonly drivers: readonly TerminalDriver[]
  readonly settings: SettingsJournal
  readonly publish: Publish
  readonly log: Log
  now(): Instant
  /** Runs something later; the answer takes it back. */
  after(ms: number, run: () => void): () => void
  /** Whether a reader may be asked for at all: the back office in reach and somebody signed in who takes money. */
  mayConnect(): boolean
}

const settingName = 'card-reader'
/** A reader that was lost is looked for again after so long; the last one counts for all further tries. */
const reconnectAfterMs = [2000, 5000, 15_000, 30_000] as const

/** A discovery that takes longer says so. */
const discoverLimitMs = 20_000
const lostProblem = connectFailed('The reader was disconnected.')

const codes = {
  'not-found': 'terminal-not-found',
  'not-connected': 'terminal-not-connected',
  busy: 'terminal-busy',
  unavailable: 'terminal-unavailable',
} as const

/** Holds the drivers, one reader in use among them, and says in the catalogue's words what went wrong (booking spec §8). */
export const createTerminalService = (parts: TerminalServiceParts): TerminalBridge & TerminalHolder => {
  const { drivers, settings, publish, log, now, after, mayConnect } = parts
  let remembered: RememberedReader | null = parseRemembered(settings.read(settingName))
  let chosen: CardTerminal | null = null
  let problem: string | null = null
  let published = ''
  let isConnecting = false
  let isClosed = false
  let tries = 0
  let takeBackRetry: (() => void) | null = null
  let wasLinked = false
  /** Which driver found a reader, at the last look. */
  let driverOf: ReadonlyMap<string, ReaderDriver> = new Map()

  const state = (): TerminalState => {
    const live = chosen?.status()
    return {
      current: live?.reader ?? (remembered === null ? null : { ...remembered.reader, link: 'not-connected' }),
      activity: live?.activity ?? 'idle',
      lastSuccessAt: remembered?.lastSuccessAt ?? null,
      problem,
      drivers: drivers.map((one) => ({ driver: one.driver, unavailable: whyNot(one) })),
    }
  }
  const tell = (): TerminalState => {
    const current = state()
    const text = JSON.stringify(current)
    if (text !== published && !isClosed) publish('terminal.changed', current)
    published = text
    return current
  }

  const remember = (next: RememberedReader | null): void => {
    remembered = next
    try {
      if (next === null) settings.forget(settingName)
      else settings.write(settingName, JSON.stringify(next))
    } catch (thrown) {
      // It costs one choice at the next start, and must not cost the payment that is going on.
      log('error', 'terminal.reader-not-kept', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    }
  }
  const succeed = (): void => {
    problem = null
    if (remembered !== null) remember({ ...remembered, lastSuccessAt: now() })
  }

  const usable = () => drivers.flatMap((one) => (one.terminal !== null && whyNot(one) === null ? [one.terminal] : []))

  /** A failure in the catalogue's words, kept as what went wrong last. */
  const refuse = (failure: TerminalFailure, inWords: (reason: string) => string): Reply<never> => {
    const isToken = failure.reason.includes(paymentMessages.tokenError)
    problem = isToken ? paymentMessages.tokenError : inWords(failure.reason)
    tell()
    return fail(codes[failure.code], problem)
  }

  /** Drivers answer with values; one that breaks all the same must not take the desk down with it. */
  const guard = async <Value>(work: () => Promise<TerminalReply<Value>>): Promise<TerminalReply<Value>> => {
    try {
      return await work()
    } catch (thrown) {
      log('error', 'terminal.driver-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      return { ok: false, failure: { code: 'unavailable', reason: paymentMessages.unexpectedError } }
    }
  }

  type Found = { readonly terminal: CardTerminal; readonly reader: Reader }

  /** A driver that hangs must not keep the readers of the others from the desk. */
  const discoverInTime = (terminal: CardTerminal, locationID: LocationID): Promise<TerminalReply<readonly Reader[]>> =>
    new Promise((resolve) => {
      const takeBack = after(discoverLimitMs, () =>
        resolve({ ok: false, failure: { code: 'unavailable', reason: 'The readers did not answer in time.' } }),
      )
      void guard(() => terminal.discover(locationID)).then((reply) => {
        takeBack()
        resolve(reply)
      })
    })

  const findReaders = async (
    locationID: LocationID,
    terminals: readonly CardTerminal[],
  ): Promise<TerminalReply<readonly Found[]>> => {
    const replies = await Promise.all(
      terminals.map(async (terminal) => ({ terminal, reply: await discoverInTime(terminal, locationID) })),
    )
    const found = replies.flatMap(({ terminal, reply }) =>
      reply.ok ? reply.value.map((reader) => ({ terminal, reader })) : [],
    )
    if (found.length > 0) return { ok: true, value: found }
    const failed = replies.flatMap(({ reply }) => (reply.ok || reply.failure.code === 'not-found' ? [] : [reply]))[0]
    return failed ?? { ok: true, value: [] }
  }

  const discover: TerminalBridge['discover'] = async ({ locationID }) => {
    const found = await findReaders(locationID, usable())
    if (!found.ok) return refuse(found.failure, discoverFailed)
    if (found.value.length === 0) {
      problem = paymentMessages.noReaders
      tell()
      return fail('terminal-not-found', problem)
    }
    driverOf = new Map(found.value.map(({ terminal, reader }) => [reader.readerID, terminal.driver]))
    return ok(found.value.map(({ reader }) => reader))
  }

  /** Takes a reader; what goes wrong is told by the caller. Only its own driver is asked, where that is known. */
  const take = async (locationID: LocationID, readerID: string): Promise<TerminalReply<Reader>> => {
    const driver =
      driverOf.get(readerID) ?? (remembered?.reader.readerID === readerID ? remembered.reader.driver : undefined)
    const asked = usable().filter((terminal) => driver === undefined || terminal.driver === driver)
    const found = await findReaders(locationID, asked)
    if (!found.ok) return found
    const wanted = found.value.find(({ reader }) => reader.readerID === readerID)
    if (wanted === undefined) return { ok: false, failure: { code: 'not-found', reason: 'No available readers.' } }
    // One reader at a desk: two of them waiting for a card is how a member pays twice.
    if (chosen !== null && chosen !== wanted.terminal) await chosen.disconnect()
    chosen = wanted.terminal
    tell()
    const reply = await guard(() => wanted.terminal.connect(locationID, readerID))
    if (!reply.ok) return reply
    const { link: _link, ...reader } = reply.value
    const isSame = remembered?.reader.readerID === readerID
    remember({ locationID, reader, lastSuccessAt: isSame ? (remembered?.lastSuccessAt ?? null) : null })
    problem = null
    tries = 0
    return reply
  }

  const busyFailure: TerminalFailure = { code: 'busy', reason: 'The reader is busy with another payment.' }

  const connect: TerminalBridge['connect'] = async ({ locationID, readerID }) => {
    if (isConnecting) return refuse({ code: 'busy', reason: 'A reader is being connected already.' }, connectFailed)
    if (chosen !== null && chosen.status().activity !== 'idle') return refuse(busyFailure, connectFailed)
    isConnecting = true
    takeBackRetry?.()
    try {
      const reply = await take(locationID, readerID)
      return reply.ok ? ok(tell()) : refuse(reply.failure, connectFailed)
    } finally {
      isConnecting = false
    }
  }

  const isConnected = (): boolean => chosen !== null && chosen.status().reader !== null

  const reconnect = async (): Promise<void> => {
    takeBackRetry?.()
    takeBackRetry = null
    const wanted = remembered
    if (wanted === null || isClosed || isConnecting || isConnected() || !mayConnect()) return
    isConnecting = true
    try {
      const reply = await take(wanted.locationID, wanted.reader.readerID)
      if (reply.ok) log('info', 'terminal.reconnected', { driver: wanted.reader.driver })
      else refuse(reply.failure, connectFailed)
    } catch (thrown) {
      log('error', 'terminal.driver-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    } finally {
      isConnecting = false
    }
    tell()
    if (!isConnected()) planReconnect()
  }

  const planReconnect = (): void => {
    if (isClosed || remembered === null || takeBackRetry !== null) return
    const waitMs = reconnectAfterMs[Math.min(tries, reconnectAfterMs.length - 1)] ?? 30_000
    tries += 1
    takeBackRetry = after(waitMs, () => {
      takeBackRetry = null
      void reconnect()
    })
  }

  const stops = drivers.flatMap(({ terminal }) =>
    terminal === null
      ? []
      : [
          terminal.onChange((status) => {
            if (terminal !== chosen) return
            const isLinked = status.reader?.link === 'connected'
            if (!isConnecting && !isClosed && remembered !== null) {
              // Nobody gave it away: it was lost. What was being paid on it is found out by whoever holds the money.
              if (wasLinked && !isLinked) problem = lostProblem
              if (isLinked && problem === lostProblem) problem = null
              // A driver that still names its reader looks for it by itself.
              if (status.reader === null) planReconnect()
            }
            wasLinked = isLinked
            tell()
          }),
        ],
  )

  return {
    read: async () => ok(state()),
    discover,
    connect,

    disconnect: async () => {
      if (chosen !== null && chosen.status().activity !== 'idle') return refuse(busyFailure, connectFailed)
      const given = chosen
      takeBackRetry?.()
      takeBackRetry = null
      remember(null)
      problem = null
      chosen = null
      await given?.disconnect()
      return ok(tell())
    },

    test: async () => {
      if (chosen === null || !isConnected()) {
        return fail('terminal-not-connected', 'No reader is connected at this desk.')
      }
      const terminal = chosen
      const reply = await guard(() => terminal.test())
      if (!reply.ok) return refuse(reply.failure, connectFailed)
      succeed()
      return ok(tell())
    },

    setSimulatedOutcome: async ({ outcome }) => {
      const isSet = chosen !== null && 'setOutcome' in chosen && (chosen as SettableTerminal).setOutcome(outcome)
      return isSet ? ok(tell()) : fail('not-found', 'The reader in use is not a simulated one with this outcome.')
    },

    currentTerminal: () => chosen,
    noteSuccess: () => {
      succeed()
      tell()
    },
    reconnect,
    refresh: () => void tell(),
    close: async () => {
      isClosed = true
      takeBackRetry?.()
      for (const stop of stops) stop()
      await Promise.allSettled(drivers.map(({ terminal }) => terminal?.close()))
    },
  }
}

/** The one driver that takes orders about the next card. */
type SettableTerminal = CardTerminal & { setOutcome(name: string): boolean }

const whyNot = (driver: TerminalDriver): string | null => driver.unavailable() ?? driver.terminal?.unavailable ?? null
