import { type CardProcessor, noProcessor } from './card-processor.ts'

/** The keys of a Stripe account, from the environment or the vault; blank ones are none. */
export type StripeKeys = { readonly secretKey: string | undefined; readonly publishableKey: string | undefined }

const given = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/**
 * The card processor: Stripe where there is a key, else the stand-in, else none. Rejects where the key is none of Stripe's
 * secret keys, so that a publishable key in its place is found at start and not at a payment.
 */
export const chooseProcessor = async (
  keys: StripeKeys | undefined,
  createStandIn: (() => CardProcessor) | null,
): Promise<CardProcessor> => {
  const secretKey = given(keys?.secretKey)
  if (secretKey === null) return createStandIn?.() ?? noProcessor
  if (!/^(sk|rk)_\w+$/.test(secretKey)) throw new Error("The card processor's key is not a secret key of Stripe.")
  // Half a second of loading that only those with a key have to wait for.
  const { createStripeProcessor } = await import('./stripe-processor.ts')
  return createStripeProcessor({ secretKey, publishableKey: given(keys?.publishableKey) })
}
