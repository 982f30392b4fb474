import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest'
import { type AttemptID, attemptIDSchema } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type {
  CardTerminal,
  CollectOutcome,
  CollectRequest,
  TerminalStatus,
} from '#main/devices/card-terminal/card-terminal.ts'

/**
 * What the next card does. `never-present`: no card is presented until the payment is cancelled. `lose-reader`: a card
 * is presented and the reader is lost before it answers; the money may or may not have moved.
 */
type NextCard = 'approve' | 'decline' | 'never-present' | 'lose-reader'

/** One driver with a reader that a test controls. */
type CardTerminalUnderTest = {
  readonly terminal: CardTerminal
  readonly locationID: LocationID
  /** Call it before each {@link CardTerminal.collect} that must not approve. */
  nextCard(does: NextCard): void
  /** A payment as the back office would have registered it, with its secret if the driver needs one. */
  request(attemptID: AttemptID): Promise<CollectRequest>
  /** The number of charges for an attempt, as reported by the pad or the processor, whichever has the final result. */
  charges(attemptID: AttemptID): Promise<number>
  stop(): Promise<void>
}

const quiet = (): void => undefined

const anAttempt = (name: string): AttemptID => attemptIDSchema.parse(`suite-${name}`)

/** Resolves once the terminal reports `activity`. */
const waitFor = (terminal: CardTerminal, activity: TerminalStatus['activity']): Promise<void> =>
  new Promise((resolve) => {
    if (terminal.status().activity === activity) return resolve()
    const stop = terminal.onChange((status) => {
      if (status.activity !== activity) return
      stop()
      resolve()
    })
  })

/** The contract of every driver of a card reader. `missing` is the reason why this computer cannot test the driver. */
export const describeCardTerminal = (
  name: string,
  start: () => Promise<CardTerminalUnderTest>,
  missing?: string,
): void => {
  describe(`card terminal ${name}`, () => {
    let under: CardTerminalUnderTest
    let terminal: CardTerminal

    beforeEach(async (context: TestContext) => {
      if (missing !== undefined) context.skip(missing)
      under = await start()
      terminal = under.terminal
    })
    afterEach(async () => {
      if (missing === undefined) await under.stop()
    })

    const firstReader = async (): Promise<string> => {
      const found = await terminal.discover(under.locationID)
      if (!found.ok) throw new Error(found.failure.reason)
      const [reader] = found.value
      if (reader === undefined) throw new Error('no reader was found')
      return reader.readerID
    }
    const connect = async (): Promise<void> => {
      const reply = await terminal.connect(under.locationID, await firstReader())
      if (!reply.ok) throw new Error(reply.failure.reason)
    }
    const pay = async (attemptID: AttemptID, onProcessing = quiet): Promise<CollectOutcome> =>
      terminal.collect(await under.request(attemptID), onProcessing)

    it('finds readers of its own kind, each once', async () => {
      const found = await terminal.discover(under.locationID)
      if (!found.ok) throw new Error(found.failure.reason)
      const ids = found.value.map((reader) => reader.readerID)
      expect(ids.length).toBeGreaterThan(0)
      expect(new Set(ids).size).toBe(ids.length)
      for (const reader of found.value) expect(reader).toMatchObject({ driver: terminal.driver, link: 'not-connected' })
      expect(terminal.status()).toEqual({ reader: null, activity: 'idle' })
    })

    it('refuses an unknown reader as not found', async () => {
      expect(await terminal.connect(under.locationID, 'no-such-reader')).toMatchObject({
        ok: false,
        failure: { code: 'not-found' },
      })
      expect(terminal.status().reader).toBeNull()
    })

    it('starts nothing without a connected reader', async () => {
      const attemptID = anAttempt('unconnected')
      expect(await pay(attemptID)).toMatchObject({ outcome: 'not-started', failure: { code: 'not-connected' } })
      expect(await terminal.test()).toMatchObject({ ok: false, failure: { code: 'not-connected' } })
      expect(await terminal.cancel(attemptID)).toBe(false)
      expect(await under.charges(attemptID)).toBe(0)
    })

    it('connects to the chosen reader, and reports changes until the listener is removed', async () => {
      const received: TerminalStatus[] = []
      const stopListening = terminal.onChange((status) => received.push(status))
      const readerID = await firstReader()
      expect(await terminal.connect(under.locationID, readerID)).toMatchObject({
        ok: true,
        value: { readerID, driver: terminal.driver, link: 'connected' },
      })
      expect(terminal.status()).toMatchObject({ reader: { readerID, link: 'connected' }, activity: 'idle' })
      expect(received.at(-1)).toEqual(terminal.status())
      expect(await terminal.test()).toMatchObject({ ok: true, value: { readerID, link: 'connected' } })
      stopListening()
      const before = received.length
      await terminal.disconnect()
      expect(received.length).toBe(before)
      expect(terminal.status()).toEqual({ reader: null, activity: 'idle' })
    })

    it('moves the money once when the card is approved, and reports the approval', async () => {
      await connect()
      const attemptID = anAttempt('approved')
      let processing = 0
      const outcome = await pay(attemptID, () => {
        processing += 1
      })
      if (outcome.outcome !== 'approved') throw new Error(JSON.stringify(outcome))
      expect(outcome.referenceID).not.toBe('')
      expect(outcome.card.cardLastFour ?? '4242').toMatch(/^\d{4}$/)
      expect(processing).toBe(1)
      expect(terminal.status().activity).toBe('idle')
      expect(await under.charges(attemptID)).toBe(1)
    })

    it('returns the same answer and moves no money again when the same attempt is repeated', async () => {
      await connect()
      const attemptID = anAttempt('twice')
      const request = await under.request(attemptID)
      const first = await terminal.collect(request, quiet)
      expect(first.outcome).toBe('approved')
      expect(await terminal.collect(request, quiet)).toEqual(first)
      expect(await under.charges(attemptID)).toBe(1)
    })

    it('is busy for a second payment while the first is in progress', async () => {
      await connect()
      under.nextCard('never-present')
      const first = anAttempt('first')
      const running = pay(first)
      await waitFor(terminal, 'waiting-for-card')
      const second = anAttempt('second')
      expect(await pay(second)).toMatchObject({ outcome: 'not-started', failure: { code: 'busy' } })
      expect(await under.charges(second)).toBe(0)
      expect(await terminal.cancel(first)).toBe(true)
      expect(await running).toEqual({ outcome: 'cancelled' })
      expect(await under.charges(first)).toBe(0)
    })

    it('reports the code and the reason of a decline, and accepts the next card', async () => {
      await connect()
      under.nextCard('decline')
      const declined = anAttempt('declined')
      const outcome = await pay(declined)
      expect(outcome).toMatchObject({ outcome: 'declined' })
      if (outcome.outcome === 'declined') {
        expect(outcome.code).not.toBe('')
        expect(outcome.reason).not.toBe('')
      }
      expect(await under.charges(declined)).toBe(0)
      expect(await pay(anAttempt('after-decline'))).toMatchObject({ outcome: 'approved' })
    })

    it('accepts the next card after a cancelled payment', async () => {
      await connect()
      under.nextCard('never-present')
      const cancelled = anAttempt('cancelled')
      const running = pay(cancelled)
      await waitFor(terminal, 'waiting-for-card')
      expect(await terminal.cancel(cancelled)).toBe(true)
      expect(await running).toEqual({ outcome: 'cancelled' })
      expect(await terminal.cancel(cancelled)).toBe(false)
      const next = anAttempt('after-cancel')
      expect(await pay(next)).toMatchObject({ outcome: 'approved' })
      expect(await under.charges(cancelled)).toBe(0)
      expect(await under.charges(next)).toBe(1)
    })

    it('reports an unknown outcome when the reader is lost during a payment', async () => {
      await connect()
      under.nextCard('lose-reader')
      const attemptID = anAttempt('lost')
      expect(await pay(attemptID)).toMatchObject({ outcome: 'unknown' })
      expect(terminal.status().activity).toBe('idle')
      const inquiry = await terminal.inquire(attemptID)
      const hasMoved = (await under.charges(attemptID)) > 0
      if (hasMoved) expect(['approved', 'cannot-say', 'in-progress']).toContain(inquiry.outcome)
      else expect(inquiry.outcome).not.toBe('approved')
    })

    it('returns the outcome of an earlier payment, or `cannot-say`', async () => {
      await connect()
      const attemptID = anAttempt('remembered')
      const outcome = await pay(attemptID)
      const inquiry = await terminal.inquire(attemptID)
      if (inquiry.outcome !== 'cannot-say') expect(inquiry).toEqual(outcome)
      expect(['not-found', 'cannot-say']).toContain((await terminal.inquire(anAttempt('never-asked'))).outcome)
    })

    it('ends a payment in progress as unknown or cancelled when the driver is closed', async () => {
      await connect()
      under.nextCard('never-present')
      const running = pay(anAttempt('closed'))
      await waitFor(terminal, 'waiting-for-card')
      await terminal.close()
      expect(['unknown', 'cancelled']).toContain((await running).outcome)
      expect(terminal.status()).toEqual({ reader: null, activity: 'idle' })
    })
  })
}
