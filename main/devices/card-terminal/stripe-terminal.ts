import type { Reader } from '#contract/payments/bridge.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Platform } from '../../platform.ts'
import type {
  CardTerminal,
  CollectOutcome,
  CollectRequest,
  ProcessorLink,
  TerminalReply,
  TerminalStatus,
} from './card-terminal.ts'
import { inquireOf, lost, notStarted, refused } from './reader-replies.ts'
import {
  connectionSchema,
  doneSchema,
  type FoundReader,
  foundReadersSchema,
  toFailure,
} from './stripe-terminal-answers.ts'
import { createStripeTerminalPage, type StripeDeadlines, usualDeadlines } from './stripe-terminal-page.ts'
import { takeCardThenCharge } from './stripe-terminal-steps.ts'

type Running = {
  readonly attemptID: AttemptID
  readonly kind: CollectRequest['kind']
  readonly answer: Promise<CollectOutcome>
  stage: 'waiting' | 'processing'
  /** Whether somebody asked to stop it. */
  isStopped: boolean
  /** Answers the desk at once: the reader is lost, or this workstation lets go of it. */
  readonly lose: () => void
}

const ANSWERS_KEPT = 200
const CANCEL_TRIES = 20
const CANCEL_AGAIN_MS = 50

const busyReason = 'The reader is busy with another payment.'

/**
 * Stripe's readers, through their script in a window of its own: this side decides, the page does one step at a time. Without
 * PRODUCTION the script's own simulated readers are used. An attempt's end is the processor's to say: what is lost on the way
 * is `unknown`, never declined.
 */
export const createStripeTerminal = (parts: {
  /** Null where this shell has no window to open. */
  readonly openWindow: Platform['openProviderWindow']
  readonly link: ProcessorLink
  readonly isProduction: () => boolean
  readonly clock: { after(ms: number, run: () => void): () => void }
  readonly deadlines?: Partial<StripeDeadlines>
}): CardTerminal => {
  const { link, isProduction } = parts
  const deadlines = { ...usualDeadlines, ...parts.deadlines }
  const unavailable = parts.openWindow === null ? 'Stripe readers need the desktop app.' : null
  const listeners = new Set<(status: TerminalStatus) => void>()
  const answers = new Map<AttemptID, CollectOutcome>()
  let reader: Reader | null = null
  let running: Running | null = null
  let isClosed = false
  /** Whether the page lost its reader in the middle of something, and may still think of it. */
  let isPageSpent = false

  const status = (): TerminalStatus => ({
    reader,
    activity: running === null ? 'idle' : running.stage === 'waiting' ? 'waiting-for-card' : 'processing',
  })
  const publish = (): void => {
    const now = status()
    for (const listener of [...listeners]) listener(now)
  }
  const setReader = (to: Reader | null): void => {
    if (reader === to) return
    reader = to
    publish()
  }
  const loseReader = (): void => {
    isPageSpent ||= running !== null
    setReader(null)
    running?.lose()
  }

  const page = createStripeTerminalPage({
    openWindow: parts.openWindow ?? (() => Promise.reject(new Error('This shell opens no windows.'))),
    link,
    after: (ms, run) => parts.clock.after(ms, run),
    openMs: deadlines.openMs,
    onEvent: (name) => {
      if (name === 'disconnected') loseReader()
    },
    onLost: loseReader,
  })

  const toReader = (found: FoundReader, state: Reader['link']): Reader => ({
    readerID: found.id,
    driver: 'stripe',
    label: found.label === '' ? found.id : found.label,
    isSimulated: !isProduction(),
    link: state,
    battery: null,
  })

  /** A fresh discovery, as readers' addresses and states are of the moment. */
  const look = async (locationID: LocationID): Promise<TerminalReply<readonly FoundReader[]>> => {
    if (isClosed) return refused('unavailable', 'The reader is switched off.')
    if (unavailable !== null) return refused('unavailable', unavailable)
    const token = await link.connectionToken(locationID)
    if (!token.ok) return token
    page.setLocation(locationID)
    const input = { location: token.value.location, simulated: !isProduction() }
    const answer = await page.call('discover', input, foundReadersSchema, deadlines.discoverMs)
    if ('error' in answer) return { ok: false, failure: toFailure(answer.error) }
    return { ok: true, value: answer.value.readers.filter((found) => found.isOnline) }
  }

  /** Makes the reader forget what it was asked; where that is not certain its connection goes. */
  const letGo = async (isRefund: boolean): Promise<'let-go' | 'nothing-asked' | 'lost'> => {
    const answer = await page.call('cancel', { isRefund }, doneSchema, deadlines.cancelMs)
    if ('value' in answer) return 'let-go'
    if (/^cancelable_already_|^no_active_/.test(answer.error.code)) return 'nothing-asked'
    page.drop()
    setReader(null)
    return 'lost'
  }

  const pause = (ms: number): Promise<void> => new Promise((done) => void parts.clock.after(ms, done))

  /**
   * Stops a wait for a card. A cancel that overtakes the question it is meant for finds nothing to cancel, and the question
   * would stand at the reader for the next member: it is repeated as long as this side still waits.
   */
  const stopWaiting = async (run: Running): Promise<boolean> => {
    run.isStopped = true
    for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
      if (running !== run || run.stage !== 'waiting') return false
      const answer = await letGo(run.kind === 'refund')
      if (answer === 'let-go') {
        // The script's own answer to the question says the same a moment later.
        const { promise, resolve } = Promise.withResolvers<void>()
        const takeBack = parts.clock.after(deadlines.cancelMs, resolve)
        await Promise.race([run.answer, promise])
        takeBack()
        return true
      }
      if (answer === 'lost') return false
      await pause(CANCEL_AGAIN_MS)
    }
    return false
  }

  const begin = (request: CollectRequest, onProcessing: () => void): Promise<CollectOutcome> => {
    const { promise, resolve } = Promise.withResolvers<CollectOutcome>()
    const finish = (outcome: CollectOutcome): void => {
      if (running !== run) return
      running = null
      if (outcome.outcome !== 'unknown' && outcome.outcome !== 'not-started') {
        answers.set(request.attemptID, outcome)
        const [oldest] = answers.keys()
        if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest)
      }
      publish()
      resolve(outcome)
    }
    const run: Running = {
      attemptID: request.attemptID,
      kind: request.kind,
      answer: promise,
      stage: 'waiting',
      isStopped: false,
      lose: () => finish(lost),
    }
    running = run
    publish()
    /** A card that was taken for a payment that ended meanwhile is not charged: the desk has been told otherwise. */
    const afterCard = (): CollectOutcome | null => {
      if (running !== run) return lost
      if (run.isStopped) return { outcome: 'cancelled' }
      run.stage = 'processing'
      publish()
      onProcessing()
      return null
    }
    const steps = { page, deadlines, afterCard, letGo: () => letGo(request.kind === 'refund') }
    takeCardThenCharge(request, steps).then(finish, () => finish(lost))
    return promise
  }

  const disconnect = async (): Promise<void> => {
    // Nobody's card may answer a question that this desk no longer hears.
    if (running !== null) await stopWaiting(running)
    const wasConnected = reader !== null
    loseReader()
    if (wasConnected) await page.call('disconnect', {}, doneSchema, deadlines.cancelMs)
  }

  return {
    driver: 'stripe',
    unavailable,
    discover: async (locationID) => {
      const found = await look(locationID)
      if (!found.ok) return found
      const stateOf = (id: string): Reader['link'] => (reader?.readerID === id ? reader.link : 'not-connected')
      return { ok: true, value: found.value.map((one) => toReader(one, stateOf(one.id))) }
    },
    connect: async (locationID, readerID) => {
      if (running !== null) return refused('busy', busyReason)
      if (reader?.readerID === readerID && reader.link === 'connected') return { ok: true, value: reader }
      if (isPageSpent) page.drop()
      isPageSpent = false
      const found = await look(locationID)
      if (!found.ok) return found
      const wanted = found.value.find((one) => one.id === readerID)
      if (wanted === undefined) return refused('not-found', 'No available readers.')
      if (reader !== null) await disconnect()
      const connecting = toReader(wanted, 'connecting')
      setReader(connecting)
      const input = { readerID, failIfInUse: true }
      const answer = await page.call('connect', input, doneSchema, deadlines.connectMs)
      // Lost or given up meanwhile.
      if (reader !== connecting) return refused('not-connected', 'The reader was disconnected.')
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
      if (running !== null) return refused('busy', busyReason)
      if (reader?.link !== 'connected') return refused('not-connected', 'No reader is connected.')
      const asked = reader
      const answer = await page.call('connection', {}, connectionSchema, deadlines.cancelMs)
      if ('value' in answer && answer.value.isConnected && reader === asked) return { ok: true, value: asked }
      if (reader === asked) setReader(null)
      return refused('not-connected', 'The reader was disconnected.')
    },
    status,
    collect: async (request, onProcessing) => {
      const known = answers.get(request.attemptID)
      if (known !== undefined) return known
      if (running?.attemptID === request.attemptID) return await running.answer
      if (running !== null) return notStarted('busy', busyReason)
      if (reader?.link !== 'connected') return notStarted('not-connected', 'No reader is connected.')
      return await begin(request, onProcessing)
    },
    cancel: async (attemptID) => {
      return running?.attemptID === attemptID ? await stopWaiting(running) : false
    },
    inquire: async (attemptID) =>
      running?.attemptID === attemptID ? { outcome: 'in-progress' } : inquireOf(answers.get(attemptID)),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      isClosed = true
      if (running !== null) await stopWaiting(running)
      loseReader()
      page.drop()
    },
  }
}
