import type { Reader, ReaderDriver } from '#contract/payments/bridge.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import type { CardTerminal, TerminalReply } from '../devices/card-terminal/card-terminal.ts'

/** One kind of reader in this build. */
export type TerminalDriver = {
  readonly driver: ReaderDriver
  /** Null when this shell does not support this kind of reader. */
  readonly terminal: CardTerminal | null
  /** Returns why this workstation cannot use this kind of reader at the moment; null when it can. */
  unavailable(): string | null
}

type FoundReader = { readonly terminal: CardTerminal; readonly reader: Reader }

/** The search for readers. It uses every driver that this workstation can use at that moment. */
export type ReaderSearch = {
  findAll(locationID: LocationID): Promise<TerminalReply<readonly FoundReader[]>>
  /**
   * Searches only with the driver that last found this reader, or with `usualDriver` if none has; with all drivers if
   * neither is known.
   */
  find(locationID: LocationID, readerID: string, usualDriver?: ReaderDriver): Promise<TerminalReply<FoundReader>>
}

/** Time limit of a discovery, in milliseconds. A discovery that takes longer counts as a failure of its driver. */
const discoverLimitMs = 20_000

export const createReaderSearch = (parts: {
  readonly drivers: readonly TerminalDriver[]
  readonly log: Log
  after(ms: number, run: () => void): () => void
}): ReaderSearch => {
  const { drivers, log, after } = parts
  let driverOf: ReadonlyMap<string, ReaderDriver> = new Map()

  const usable = () =>
    drivers.flatMap((one) => (one.terminal !== null && readerUnavailableReason(one) === null ? [one.terminal] : []))

  /**
   * Discovers readers with a time limit: a driver that does not respond must not hide the readers of the other drivers.
   */
  const discoverInTime = (terminal: CardTerminal, locationID: LocationID): Promise<TerminalReply<readonly Reader[]>> =>
    new Promise((resolve) => {
      const cancelTimer = after(discoverLimitMs, () =>
        resolve({ ok: false, failure: { code: 'unavailable', reason: 'The readers did not respond in time.' } }),
      )
      void guardDriver(log, () => terminal.discover(locationID)).then((reply) => {
        cancelTimer()
        resolve(reply)
      })
    })

  const findWith = async (
    locationID: LocationID,
    terminals: readonly CardTerminal[],
  ): Promise<TerminalReply<readonly FoundReader[]>> => {
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

  return {
    findAll: async (locationID) => {
      const found = await findWith(locationID, usable())
      if (found.ok && found.value.length > 0) {
        driverOf = new Map(found.value.map(({ terminal, reader }) => [reader.readerID, terminal.driver]))
      }
      return found
    },
    find: async (locationID, readerID, usualDriver) => {
      const driver = driverOf.get(readerID) ?? usualDriver
      const asked = usable().filter((terminal) => driver === undefined || terminal.driver === driver)
      const found = await findWith(locationID, asked)
      if (!found.ok) return found
      const wanted = found.value.find(({ reader }) => reader.readerID === readerID)
      return wanted === undefined
        ? { ok: false, failure: { code: 'not-found', reason: 'No available readers.' } }
        : { ok: true, value: wanted }
    },
  }
}

/** Converts an error that a driver throws into a failure, so that the error does not end the process. */
export const guardDriver = async <Value>(
  log: Log,
  work: () => Promise<TerminalReply<Value>>,
): Promise<TerminalReply<Value>> => {
  try {
    return await work()
  } catch (thrown) {
    log('error', 'terminal.driver-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    return { ok: false, failure: { code: 'unavailable', reason: paymentMessages.unexpectedError } }
  }
}

export const readerUnavailableReason = (driver: TerminalDriver): string | null =>
  driver.unavailable() ?? driver.terminal?.unavailable ?? null
