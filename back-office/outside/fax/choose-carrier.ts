import { type FaxCarrier, noFaxCarrier } from './fax-carrier.ts'
import { createIppCarrier } from './ipp-carrier.ts'

/**
 * Returns what sends faxes: the configured server; without one, the stand-in; without a stand-in, {@link noFaxCarrier}.
 */
export const chooseCarrier = (url: string | undefined, createStandIn: (() => FaxCarrier) | null): FaxCarrier =>
  url === undefined ? (createStandIn?.() ?? noFaxCarrier) : createIppCarrier(url)
