import { type CardProcessor, noProcessor } from './card-processor.ts'

/** The keys of a Stripe account; a blank key counts as missing. */
export type StripeKeys = { readonly secretKey: string | undefined; readonly publishableKey: string | undefined }

const textOrNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/**
 * Returns the card processor: Stripe if a secret key is given, else the stand-in, else {@link noProcessor}. Throws if
 * the key is not a secret key, so that a publishable key given by mistake fails at start and not at a payment.
 */
export const chooseProcessor = async (
  keys: StripeKeys | undefined,
  createStandIn: (() => CardProcessor) | null,
): Promise<CardProcessor> => {
  const secretKey = textOrNull(keys?.secretKey)
  if (secretKey === null) return createStandIn?.() ?? noProcessor
  if (!/^(sk|rk)_\w+$/.test(secretKey)) throw new Error("The card processor's key is not a secret key of Stripe.")
  // Loading takes half a second; only installations with a key wait for it.
  const { createStripeProcessor } = await import('./stripe-processor.ts')
  return createStripeProcessor({ secretKey, publishableKey: textOrNull(keys?.publishableKey) })
}
