import type Stripe from 'stripe'
import { type Currency, currencies, toMoney } from '#domain/values/money.ts'
import {
  type Intent,
  intentStatuses,
  type ProcessorCard,
  type ProcessorError,
  type ProcessorRefund,
  type TakenPayment,
} from './card-processor.ts'

const isFourDigits = (text: string | null | undefined): text is string => /^\d{4}$/.test(text ?? '')

/** Returns the currency of a Stripe record; null for one that no location uses. */
export const findCurrency = (currency: string): Currency | null =>
  currencies.find((candidate) => candidate.toLowerCase() === currency) ?? null

const toCurrency = (currency: string): Currency => {
  const found = findCurrency(currency)
  // Atrium's own intents use only these currencies. An intent in another currency must not be recorded as a study's
  // payment.
  if (found === null) throw new RangeError('an intent in a currency no location bills in')
  return found
}

const toCard = (charge: Stripe.Charge | null): ProcessorCard | null => {
  const details = charge?.payment_method_details
  const card = details?.interac_present ?? details?.card_present ?? details?.card
  if (charge?.status === 'failed' || card === null || card === undefined) return null
  return {
    brand: card.brand ?? 'card',
    last4: isFourDigits(card.last4) ? card.last4 : null,
    isInterac: details?.type === 'interac_present',
  }
}

const toLastError = (error: Stripe.PaymentIntent['last_payment_error']): ProcessorError | null =>
  error === null || error === undefined
    ? null
    : {
        code: error.code ?? 'card_declined',
        declineCode: error.decline_code ?? null,
        message: error.message ?? 'The card was declined.',
      }

/**
 * Converts Stripe's intent, whose latest charge must be expanded. Throws a RangeError for a currency that no location
 * uses.
 */
export const toIntent = (intent: Stripe.PaymentIntent): Intent => {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    // A status that a later API adds does not mean that the intent has ended.
    status: intentStatuses.find((status) => status === intent.status) ?? 'processing',
    amount: toMoney(intent.status === 'succeeded' ? intent.amount_received : intent.amount),
    currency: toCurrency(intent.currency),
    card: toCard(charge ?? null),
    chargeID: typeof intent.latest_charge === 'string' ? intent.latest_charge : (charge?.id ?? null),
    lastError: toLastError(intent.last_payment_error),
    attemptID: intent.metadata.attemptID ?? null,
  }
}

/** Returns whether Atrium made an intent: other programs may use the same account, and name no attempt. */
export const isOurs = ({ metadata, currency }: Stripe.PaymentIntent): boolean =>
  metadata.attemptID !== undefined && findCurrency(currency) !== null

export const toTakenPayment = (intent: Stripe.PaymentIntent): TakenPayment => ({
  intent: toIntent(intent),
  createdAt: intent.created,
  studyID: intent.metadata.studyID ?? null,
  locationID: intent.metadata.locationID ?? null,
})

export const toRefund = (refund: Stripe.Refund): ProcessorRefund => {
  const isFailed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    intentID: typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? null),
    status: isFailed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    amount: toMoney(refund.amount),
    createdAt: refund.created,
    attemptID: refund.metadata?.attemptID ?? null,
    failure: isFailed
      ? {
          code: refund.failure_reason ?? 'refund_failed',
          declineCode: null,
          message: "The processor couldn't refund the money.",
        }
      : null,
  }
}
