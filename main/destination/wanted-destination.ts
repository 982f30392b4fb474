import type { Destination } from './create-station.ts'
import { destinationWords } from './destination-words.ts'
import { parseServerAddress } from './server-address.ts'

/**
 * Returns the server that policy or flags name; null leaves it to the stored choice. Policy comes first. Throws when an
 * address is not allowed: a typing error must not open the demo.
 */
export const wantedDestination = (given: {
  readonly backOffice: string | null
  readonly demo: boolean
}): Destination | null => {
  if (given.backOffice === null) return given.demo ? { kind: 'demo', setBy: 'flag' } : null
  const address = parseServerAddress(given.backOffice)
  if (!address.ok) throw new Error(`--back-office: ${destinationWords.address[address.problem]}`)
  return { kind: 'server', url: address.url, setBy: 'flag' }
}
