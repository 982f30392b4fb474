import type {
  ErrorResponse,
  ExposedError,
  IPaymentIntent,
  ISdkManagedPaymentIntent,
  Reader,
  Terminal,
} from '@stripe/terminal-js'
import {
  createProviderPage,
  type ProviderError,
  type ProviderPage,
  scriptNotLoaded,
  toProviderError,
} from '#contract/provider-window.ts'
import { terminalWindowWords } from './terminal-window-words.ts'

/** The part of Stripe's script that this page uses. */
export type TerminalScript = {
  create(props: {
    onFetchConnectionToken: () => Promise<string>
    onUnexpectedReaderDisconnect: (event: { error?: unknown }) => void
    onConnectionStatusChange: (event: { status: string }) => void
    onPaymentStatusChange: (event: { status: string }) => void
  }): Terminal
}

const done = { ok: true }
const failed = (error: ProviderError): { error: ProviderError } => ({ error })

/** Returns Stripe's error without its data about card and person. */
const toError = (error: ExposedError): ProviderError => ({
  code: error.code ?? error.type ?? 'unknown_error',
  message: error.message,
  declineCode: error.decline_code ?? null,
  intent: error.payment_intent ? { id: error.payment_intent.id, status: error.payment_intent.status } : null,
})

const hasError = (answer: object): answer is ErrorResponse => 'error' in answer && answer.error !== undefined

type PresentCard = { readonly brand?: string | null; readonly last4?: string | null }
type ChargeDetails = { readonly card_present?: PresentCard | null; readonly interac_present?: PresentCard | null }

/** Returns the card for the receipt, if this version of the API still includes the charge; null otherwise. */
const toCard = (
  intent: IPaymentIntent,
): { brand: string | null; lastFour: string | null; isInterac: boolean } | null => {
  const charges = (intent as { charges?: { data?: readonly { payment_method_details?: ChargeDetails | null }[] } })
    .charges
  const details = charges?.data?.[0]?.payment_method_details
  const card = details?.interac_present ?? details?.card_present
  if (!card) return null
  return { brand: card.brand ?? null, lastFour: card.last4 ?? null, isInterac: Boolean(details?.interac_present) }
}

const field = (input: unknown, name: string): unknown => (input as Readonly<Record<string, unknown>> | null)?.[name]
const text = (input: unknown, name: string): string => {
  const value = field(input, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Creates the functions of the page that hosts Stripe's reader script: one for each step of a payment or refund. Each
 * returns a plain value. The main process decides which step comes next.
 */
export const createTerminalPage = (load: () => Promise<TerminalScript | null>): ProviderPage => {
  let terminal: Terminal | null = null
  let found: readonly Reader[] = []
  let taken: ISdkManagedPaymentIntent | null = null
  let lastToken = 0
  const tokens = new Map<number, (secret: string | null) => void>()

  const fetchToken = (): Promise<string> =>
    new Promise((resolve, reject) => {
      lastToken += 1
      const id = lastToken
      tokens.set(id, (secret) => {
        tokens.delete(id)
        if (secret === null) reject(new Error(terminalWindowWords.tokenError))
        else resolve(secret)
      })
      emit('token-needed', { id })
    })

  const withTerminal = async <Answer>(run: (script: Terminal) => Promise<Answer>) =>
    terminal === null ? failed(toProviderError(scriptNotLoaded, terminalWindowWords.notLoaded)) : await run(terminal)

  const { page, emit } = createProviderPage({
    init: async () => {
      if (terminal !== null) return done
      const script = await load().catch(() => null)
      if (script === null) return failed(toProviderError(scriptNotLoaded, terminalWindowWords.unreached))
      terminal = script.create({
        onFetchConnectionToken: fetchToken,
        onUnexpectedReaderDisconnect: () => emit('disconnected', {}),
        onConnectionStatusChange: ({ status }) => emit('connection', { status }),
        onPaymentStatusChange: ({ status }) => emit('payment', { status }),
      })
      return done
    },
    token: async (input) => {
      const id = field(input, 'id')
      const secret = field(input, 'secret')
      if (typeof id === 'number') tokens.get(id)?.(typeof secret === 'string' ? secret : null)
      return done
    },
    discover: (input) =>
      withTerminal(async (script) => {
        const isSimulated = field(input, 'simulated') === true
        const answer = await script.discoverReaders(
          isSimulated ? { simulated: true } : { location: text(input, 'location') },
        )
        if (hasError(answer)) return failed(toError(answer.error))
        found = answer.discoveredReaders
        return {
          readers: found.map(({ id, label, status }) => ({ id, label: label ?? '', isOnline: status !== 'offline' })),
        }
      }),
    connect: (input) =>
      withTerminal(async (script) => {
        const reader = found.find(({ id }) => id === text(input, 'readerID'))
        if (reader === undefined) return failed(toProviderError('not-found', terminalWindowWords.noReaders))
        const answer = await script.connectReader(reader, { fail_if_in_use: field(input, 'failIfInUse') === true })
        return hasError(answer) ? failed(toError(answer.error)) : done
      }),
    connection: () =>
      withTerminal(async (script) => ({ isConnected: String(script.getConnectionStatus()) === 'connected' })),
    disconnect: () =>
      withTerminal(async (script) => {
        await script.disconnectReader()
        return done
      }),
    collect: (input) =>
      withTerminal(async (script) => {
        taken = null
        const answer = await script.collectPaymentMethod(text(input, 'clientSecret'))
        if (hasError(answer)) return failed(toError(answer.error))
        taken = answer.paymentIntent
        return done
      }),
    process: () =>
      withTerminal(async (script) => {
        if (taken === null) return failed(toProviderError('nothing-collected', terminalWindowWords.noCard))
        const answer = await script.processPayment(taken)
        if (hasError(answer)) return failed(toError(answer.error))
        taken = null
        const { id, status } = answer.paymentIntent
        return { intent: { id, status, card: toCard(answer.paymentIntent) } }
      }),
    collectRefund: (input) =>
      withTerminal(async (script) => {
        const amount = field(input, 'amount')
        if (typeof amount !== 'number') return failed(toProviderError('invalid-amount', terminalWindowWords.noAmount))
        const answer = await script.collectRefundPaymentMethod(text(input, 'chargeID'), amount, text(input, 'currency'))
        return hasError(answer) ? failed(toError(answer.error)) : done
      }),
    processRefund: () =>
      withTerminal(async (script) => {
        const answer = await script.processRefund()
        if (hasError(answer)) return failed(toError(answer.error))
        const { id, status } = answer.refund
        return { refund: { id: id ?? '', status: status ?? 'unknown' } }
      }),
    cancel: (input) =>
      withTerminal(async (script) => {
        const isRefund = field(input, 'isRefund') === true
        const answer = await (isRefund
          ? script.cancelCollectRefundPaymentMethod()
          : script.cancelCollectPaymentMethod())
        return hasError(answer) ? failed(toError(answer.error)) : done
      }),
  })
  return page
}
