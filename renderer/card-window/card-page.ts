import type { Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import {
  createProviderPage,
  type ProviderError,
  type ProviderPage,
  scriptNotLoaded,
  toProviderError,
} from '#contract/provider-window.ts'
import { type Currency, currencies, type Money, toMoney } from '#domain/values/money.ts'
import { cardWindowWords } from './card-window-words.ts'

/** The request of the main process: one payment intent and its amount. */
type CardRequest = {
  readonly clientSecret: string
  readonly publishableKey: string
  readonly amount: Money
  readonly currency: Currency
}

/** The result of pressing Pay: `stay` if a field must be corrected, otherwise the result for main. */
type PayResult =
  | { readonly stay: string }
  | { readonly done: { readonly ok: true } | { readonly error: ProviderError } }

/** The parts of the form. The form shows the provider's own boxes and cannot read what is typed in them. */
export type CardFormParts = {
  readonly stripe: Stripe
  readonly request: CardRequest
  pay(card: StripeCardNumberElement, country: string): Promise<PayResult>
  finish(result: { readonly ok: true } | { readonly error: ProviderError }): void
}

const parseRequest = (input: unknown): CardRequest | null => {
  const { clientSecret, publishableKey, amount, currency } = (input ?? {}) as Readonly<Record<string, unknown>>
  const known = currencies.find((one) => one === currency)
  if (typeof clientSecret !== 'string' || typeof publishableKey !== 'string' || known === undefined) return null
  if (!Number.isSafeInteger(amount)) return null
  return { clientSecret, publishableKey, amount: toMoney(amount as number), currency: known }
}

const toError = (error: StripeError): ProviderError => ({
  code: error.code ?? error.type,
  message: error.message ?? cardWindowWords.notTaken,
  declineCode: error.decline_code ?? null,
  intent: error.payment_intent ? { id: error.payment_intent.id, status: error.payment_intent.status } : null,
})

/**
 * Charges the card in the provider's boxes. A typing error leaves the form open; every other result ends the payment.
 */
const pay = async (
  stripe: Stripe,
  request: CardRequest,
  card: StripeCardNumberElement,
  country: string,
): Promise<PayResult> => {
  const answer = await stripe
    .confirmCardPayment(request.clientSecret, {
      payment_method: { card, billing_details: { address: { country } } },
    })
    .catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : cardWindowWords.serviceFailed))
  if (typeof answer === 'string') return { done: { error: toProviderError('script-failed', answer) } }
  if (answer.error) {
    const { type, message } = answer.error
    return type === 'validation_error'
      ? { stay: message ?? cardWindowWords.checkCard }
      : { done: { error: toError(answer.error) } }
  }
  const { id, status } = answer.paymentIntent
  if (status === 'succeeded' || status === 'requires_capture') return { done: { ok: true } }
  const error = toProviderError('not-finished', cardWindowWords.notFinished)
  return { done: { error: { ...error, intent: { id, status } } } }
}

/** Creates the card page's interface for main. `confirm` shows the form and resolves when the payment has ended. */
export const createCardPage = (
  show: (form: CardFormParts) => void,
  load: (publishableKey: string) => Promise<Stripe | null> = loadStripe,
): ProviderPage =>
  createProviderPage({
    init: async () => ({ ok: true }),
    confirm: async (input) => {
      const request = parseRequest(input)
      if (request === null) return { error: toProviderError('invalid-request', cardWindowWords.invalidRequest) }
      const stripe = await load(request.publishableKey).catch(() => null)
      if (stripe === null) {
        return { error: toProviderError(scriptNotLoaded, cardWindowWords.unreached) }
      }
      return await new Promise((finish) => {
        show({ stripe, request, pay: (card, country) => pay(stripe, request, card, country), finish })
      })
    },
  }).page
