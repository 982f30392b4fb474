import { type Environment, isProduction } from '#domain/environment/environment.ts'
import { type FaxCarrier, noFaxCarrier } from './fax-carrier.ts'
import { createIppCarrier } from './ipp-carrier.ts'
import { createSimulatedCarrier } from './simulated-carrier.ts'

/** Who sends faxes: the configured server; without one a stand-in outside production, and nobody in it. */
export const chooseCarrier = (
  environment: Environment,
  url: string | undefined,
  parts: { readonly dataFolder: string; readonly now: () => number },
): FaxCarrier => {
  if (url !== undefined) return createIppCarrier(url)
  return isProduction(environment) ? noFaxCarrier : createSimulatedCarrier(parts)
}
