import { type Environment, isProduction } from '#domain/environment/environment.ts'
import { type CardProcessor, noProcessor } from './card-processor.ts'
import { createSimulatedProcessor, type SimulatedOptions } from './simulated-processor.ts'

/** The keys of a Stripe account, from the environment or the vault; blank ones are none. */
export type StripeKeys = { readonly secretKey: string | undefined; readonly publishableKey: string | undefined }

const given = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/**
 * Who moves the cards' money here: Stripe where there is a key, else the simulated processor, but in production nobody. Rejects
 * where the key is none of Stripe's secret keys, so that a publishable key in its place is said at start and not at a payment.
 */
export const chooseProcessor = async (
  environment: Environment,
  keys: StripeKeys | undefined,
  simulated: SimulatedOptions,
): Promise<CardProcessor> => {
  const secretKey = given(keys?.secretKey)
  if (secretKey === null) return isProduction(environment) ? noProcessor : createSimulatedProcessor(simulated)
  if (!/^(sk|rk)_\w+$/.test(secretKey)) throw new Error("The card processor's key is not a secret key of Stripe.")
  // Half a second of loading that only those with a key have to wait for.
  const { createStripeProcessor } = await import('./stripe-processor.ts')
  return createStripeProcessor({ secretKey, publishableKey: given(keys?.publishableKey) })
}
