import Stripe from 'stripe'
import type { ProcessorFailure } from './card-processor.ts'

/** Returns whether another request with the same key or on the same object is in progress. */
const isConflict = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error.statusCode === 409 || error.code === 'lock_timeout'

/**
 * Maps an error of Stripe's library to the result of the request. `unreachable`: no answer, a timeout or a lost
 * connection. `refused`: the card, the key or the request was rejected, so the request did nothing. `unknown`: any
 * other Stripe error, such as a server error, a conflict or a rate limit. Rethrows errors of our own code.
 */
export const toProcessorFailure = (error: unknown): ProcessorFailure => {
  const { errors } = Stripe
  if (!(error instanceof errors.StripeError)) throw error
  const failure = (kind: ProcessorFailure['kind'], code: string): ProcessorFailure => ({
    ok: false,
    kind,
    code: error.code || code,
    message: error.message,
    declineCode: error.decline_code ?? null,
  })
  if (error instanceof errors.StripeConnectionError) return failure('unreachable', 'connection_error')
  if (error instanceof errors.StripeRateLimitError || isConflict(error)) return failure('unknown', 'try_again')
  if (error instanceof errors.StripeCardError) return failure('refused', 'card_declined')
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return failure('refused', 'not_authorized')
  }
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError) {
    return failure('refused', 'invalid_request')
  }
  return failure('unknown', 'processor_error')
}
