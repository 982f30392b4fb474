import Stripe from 'stripe'
import type { CardProcessor, ProcessorReply } from './card-processor.ts'
import { refusedBy } from './card-processor.ts'
import { toProcessorFailure } from './stripe-failure.ts'
import { findCurrency, isOurs, toIntent, toRefund, toTakenPayment } from './stripe-records.ts'

type StripeOptions = {
  /** `sk_...` or a restricted key; never logged, and sent only to Stripe. */
  readonly secretKey: string
  /** `pk_...`, for the window's card fields; null when no key is configured. */
  readonly publishableKey: string | null
  /** Address of Stripe's API; the public address when absent. */
  readonly address?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }
  readonly timeoutMs?: number
}

/** The metadata key under which a Stripe Terminal location names its clinic. */
const locationMetadata = 'atriumLocation'
const timeoutMs = 20_000
/** The maximum number of payments, and of refunds, in one list; Stripe's library allows no more. */
const maxTaken = 10_000

/**
 * Creates a processor that uses Stripe's official library, at the library's API version. The library does not retry,
 * except once over a new connection when the old one was closed (no option prevents that). The caller decides what a
 * lost answer means. A request that makes an intent or a refund has the attempt's id as its idempotency key, so that a
 * repetition makes no second one.
 */
export const createStripeProcessor = (options: StripeOptions): CardProcessor => {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 0,
    timeout: options.timeoutMs ?? timeoutMs,
    telemetry: false,
    ...options.address,
  })
  const expand = ['latest_charge']

  const asking = async <Value>(ask: () => Promise<Value>): Promise<ProcessorReply<Value>> => {
    try {
      return { ok: true, value: await ask() }
    } catch (error) {
      return toProcessorFailure(error)
    }
  }

  return {
    kind: 'stripe',
    publishableKey: () => options.publishableKey,

    connectionToken: async (locationID, terminalLocation) => {
      const found = await asking(async () => {
        if (terminalLocation !== undefined && terminalLocation !== '') return terminalLocation
        for await (const location of stripe.terminal.locations.list({ limit: 100 })) {
          if (location.metadata[locationMetadata] === locationID) return location.id
        }
        return null
      })
      if (!found.ok) return found
      const location = found.value
      if (location === null) {
        return refusedBy('location_missing', `No Stripe terminal location has ${locationMetadata}: ${locationID}.`)
      }
      return asking(async () => ({
        location,
        secret: (await stripe.terminal.connectionTokens.create({ location })).secret,
      }))
    },

    createIntent: ({ attemptID, amount, currency, kind, metadata }) =>
      asking(async () => {
        const readers: Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType[] =
          currency === 'CAD' ? ['card_present', 'interac_present'] : ['card_present']
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            allowed_payment_method_types: kind === 'card' ? ['card'] : readers,
            capture_method: 'automatic',
            metadata: { ...metadata, attemptID },
            expand,
          },
          { idempotencyKey: attemptID },
        )
        return toIntent(intent)
      }),

    readIntent: (intentID) => asking(async () => toIntent(await stripe.paymentIntents.retrieve(intentID, { expand }))),

    cancelIntent: (intentID) =>
      asking(async () =>
        toIntent(await stripe.paymentIntents.cancel(intentID, { cancellation_reason: 'abandoned', expand })),
      ),

    refund: ({ intentID, amount, attemptID }) =>
      asking(async () =>
        toRefund(
          await stripe.refunds.create(
            { payment_intent: intentID, amount, reason: 'requested_by_customer', metadata: { attemptID } },
            { idempotencyKey: attemptID },
          ),
        ),
      ),

    findRefunds: (intentID) =>
      asking(async () => {
        const refunds = await stripe.refunds
          .list({ payment_intent: intentID, limit: 100 })
          .autoPagingToArray({ limit: 1000 })
        return refunds.map(toRefund).sort((a, b) => b.createdAt - a.createdAt)
      }),

    findTaken: (since) =>
      asking(async () => {
        const created = { gte: since }
        const intents = await stripe.paymentIntents
          .list({ created, limit: 100, expand: ['data.latest_charge'] })
          .autoPagingToArray({ limit: maxTaken })
        const refunds = await stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: maxTaken })
        return {
          payments: intents.filter((intent) => intent.status === 'succeeded' && isOurs(intent)).map(toTakenPayment),
          refunds: refunds
            .map((refund) => ({ ...toRefund(refund), currency: findCurrency(refund.currency) }))
            .filter(({ status }) => status !== 'failed'),
        }
      }),

    // The reader itself names the charge to Stripe, so there is nothing to prepare.
    prepareReaderRefund: async ({ attemptID }) => ({
      ok: true,
      value: { id: `refund-${attemptID}`, clientSecret: '' },
    }),
    canCancelReaderRefund: false,
    cancelReaderRefund: async () => ({ ok: true, value: null }),
    confirmSimulated: null,
  }
}
