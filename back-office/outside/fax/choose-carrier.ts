import { type FaxCarrier, noFaxCarrier } from './fax-carrier.ts'
import { createIppCarrier } from './ipp-carrier.ts'

/** Returns the fax carrier: the configured server, else the stand-in, else {@link noFaxCarrier}. */
export const chooseCarrier = (url: string | undefined, createStandIn: (() => FaxCarrier) | null): FaxCarrier =>
  url === undefined ? (createStandIn?.() ?? noFaxCarrier) : createIppCarrier(url)
