import type { Reader } from '#contract/payments/bridge.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { CardTerminal, ProcessorLink, TerminalReply } from './card-terminal.ts'
import { refused } from './reader-replies.ts'
import type { ReaderState } from './reader-state.ts'
import type { StripeRun } from './stripe-payments.ts'
import {
  connectionSchema,
  doneSchema,
  type FoundReader,
  foundReadersSchema,
  toFailure,
} from './stripe-terminal-answers.ts'
import type { StripeDeadlines, StripeTerminalPage } from './stripe-terminal-page.ts'

export const busyReason = 'The reader is busy with another payment.'

/** The Stripe reader of this workstation: discovery, connection and loss. */
type StripeConnection = Pick<CardTerminal, 'discover' | 'connect' | 'disconnect' | 'test' | 'close'> & {
  /** Handles the loss of the reader: a payment on it ends with an unknown outcome. */
  lose(): void
  /** Drops the reader and the page. Called when a request may still be open on the reader. */
  drop(): void
}

export const createStripeConnection = (parts: {
  readonly page: StripeTerminalPage
  readonly state: ReaderState<StripeRun>
  readonly link: ProcessorLink
  readonly deadlines: StripeDeadlines
  readonly isProduction: () => boolean
  /** Why this shell cannot use a Stripe reader; null when it can. */
  readonly unavailable: string | null
  /** Stops a payment that still waits for its card. */
  stopPayment(): Promise<void>
}): StripeConnection => {
  const { page, state, link, deadlines, isProduction, unavailable, stopPayment } = parts
  const { reader, running } = state
  let isClosed = false
  /** Whether the page lost its reader during a payment and may still have a request open. */
  let isPageSpent = false

  const setReader = (to: Reader | null): void => {
    if (reader() !== to) state.setReader(to)
  }
  const lose = (): void => {
    isPageSpent ||= running() !== null
    setReader(null)
    running()?.lose()
  }

  const toReader = (found: FoundReader, linkState: Reader['link']): Reader => ({
    readerID: found.id,
    driver: 'stripe',
    label: found.label === '' ? found.id : found.label,
    isSimulated: !isProduction(),
    link: linkState,
    battery: null,
  })

  /** Discovers readers on every call, because their addresses and states change. */
  const look = async (locationID: LocationID): Promise<TerminalReply<readonly FoundReader[]>> => {
    if (isClosed) return refused('unavailable', 'The reader is turned off.')
    if (unavailable !== null) return refused('unavailable', unavailable)
    const token = await link.connectionToken(locationID)
    if (!token.ok) return token
    page.setLocation(locationID)
    const input = { location: token.value.location, simulated: !isProduction() }
    const answer = await page.call('discover', input, foundReadersSchema, deadlines.discoverMs)
    if ('error' in answer) return { ok: false, failure: toFailure(answer.error) }
    return { ok: true, value: answer.value.readers.filter((found) => found.isOnline) }
  }

  const disconnect = async (): Promise<void> => {
    // The reader must not take a card for a request whose result this workstation no longer receives.
    await stopPayment()
    const wasConnected = reader() !== null
    lose()
    if (wasConnected) await page.call('disconnect', {}, doneSchema, deadlines.cancelMs)
  }

  return {
    lose,
    drop: () => {
      page.drop()
      setReader(null)
    },
    discover: async (locationID) => {
      const found = await look(locationID)
      if (!found.ok) return found
      const current = reader()
      const stateOf = (id: string): Reader['link'] => (current?.readerID === id ? current.link : 'not-connected')
      return { ok: true, value: found.value.map((one) => toReader(one, stateOf(one.id))) }
    },
    connect: async (locationID, readerID) => {
      if (running() !== null) return refused('busy', busyReason)
      const current = reader()
      if (current?.readerID === readerID && current.link === 'connected') return { ok: true, value: current }
      if (isPageSpent) page.drop()
      isPageSpent = false
      const found = await look(locationID)
      if (!found.ok) return found
      const wanted = found.value.find((one) => one.id === readerID)
      if (wanted === undefined) return refused('not-found', 'No available readers.')
      if (reader() !== null) await disconnect()
      const connecting = toReader(wanted, 'connecting')
      setReader(connecting)
      const input = { readerID, failIfInUse: true }
      const answer = await page.call('connect', input, doneSchema, deadlines.connectMs)
      // The reader was lost or dropped meanwhile.
      if (reader() !== connecting) return refused('not-connected', 'The reader was disconnected.')
      if ('error' in answer) {
        setReader(null)
        return { ok: false, failure: toFailure(answer.error) }
      }
      const connected = toReader(wanted, 'connected')
      setReader(connected)
      return { ok: true, value: connected }
    },
    disconnect,
    test: async () => {
      if (running() !== null) return refused('busy', busyReason)
      const asked = reader()
      if (asked?.link !== 'connected') return refused('not-connected', 'No reader is connected.')
      const answer = await page.call('connection', {}, connectionSchema, deadlines.cancelMs)
      if ('value' in answer && answer.value.isConnected && reader() === asked) return { ok: true, value: asked }
      if (reader() === asked) setReader(null)
      return refused('not-connected', 'The reader was disconnected.')
    },
    close: async () => {
      isClosed = true
      await stopPayment()
      lose()
      page.drop()
    },
  }
}
