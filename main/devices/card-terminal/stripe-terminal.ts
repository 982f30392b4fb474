import type { Platform } from '../../platform.ts'
import type { CardTerminal, ProcessorLink } from './card-terminal.ts'
import { inquireOf, notStarted } from './reader-replies.ts'
import { createReaderState } from './reader-state.ts'
import { busyReason, createStripeConnection } from './stripe-connection.ts'
import { createStripePayments, type StripeRun } from './stripe-payments.ts'
import { createStripeTerminalPage, type StripeDeadlines, usualDeadlines } from './stripe-terminal-page.ts'

/**
 * Creates the driver of Stripe's readers, which runs Stripe's script on a page in a separate window. The driver decides
 * each step, and the page executes one step at a time. Outside production the driver uses the script's own simulated
 * readers. Only the processor decides how an attempt ended: a lost answer is `unknown`, never declined.
 */
export const createStripeTerminal = (parts: {
  /** Null when this shell cannot open a window. */
  readonly openWindow: Platform['openProviderWindow']
  readonly link: ProcessorLink
  readonly isProduction: () => boolean
  readonly clock: { after(ms: number, run: () => void): () => void }
  readonly deadlines?: Partial<StripeDeadlines>
}): CardTerminal => {
  const { link, isProduction } = parts
  const deadlines = { ...usualDeadlines, ...parts.deadlines }
  const unavailable = parts.openWindow === null ? 'Stripe readers need the desktop app.' : null
  const state = createReaderState<StripeRun>()
  const { reader, running } = state
  const page = createStripeTerminalPage({
    openWindow: parts.openWindow ?? (() => Promise.reject(new Error('This shell opens no windows.'))),
    link,
    after: (ms, run) => parts.clock.after(ms, run),
    openMs: deadlines.openMs,
    onEvent: (name) => {
      if (name === 'disconnected') connection.lose()
    },
    onLost: () => connection.lose(),
  })

  const payments = createStripePayments({
    page,
    state,
    deadlines,
    clock: parts.clock,
    dropReader: () => connection.drop(),
  })

  const connection = createStripeConnection({
    page,
    state,
    link,
    deadlines,
    isProduction,
    unavailable,
    stopPayment: async () => {
      const run = running()
      if (run !== null) await payments.stopWaiting(run)
    },
  })

  return {
    driver: 'stripe',
    unavailable,
    discover: connection.discover,
    connect: connection.connect,
    disconnect: connection.disconnect,
    test: connection.test,
    status: state.status,
    collect: async (request, onProcessing) => {
      const known = state.answerOf(request.attemptID)
      if (known !== undefined) return known
      const run = running()
      if (run?.attemptID === request.attemptID) return await run.answer
      if (run !== null) return notStarted('busy', busyReason)
      if (reader()?.link !== 'connected') return notStarted('not-connected', 'No reader is connected.')
      return await payments.begin(request, onProcessing)
    },
    cancel: async (attemptID) => {
      const run = running()
      return run?.attemptID === attemptID ? await payments.stopWaiting(run) : false
    },
    inquire: async (attemptID) =>
      running()?.attemptID === attemptID ? { outcome: 'in-progress' } : inquireOf(state.answerOf(attemptID)),
    onChange: state.onChange,
    close: connection.close,
  }
}
