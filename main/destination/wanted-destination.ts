import type { Policy } from '#domain/settings/policy.ts'
import type { Destination } from './create-launcher.ts'
import { destinationWords } from './destination-words.ts'
import { parseServerAddress } from './server-address.ts'

const toServer = (address: string, setBy: 'policy' | 'flag'): Destination => {
  const parsed = parseServerAddress(address)
  if (parsed.ok) return { kind: 'server', url: parsed.url, setBy }
  throw new Error(`${destinationWords.source[setBy]}: ${destinationWords.address[parsed.problem]}`)
}

/**
 * Returns the destination that policy or flags name. If they name none, returns null, and the stored choice decides.
 * Policy comes first. Throws when an address is not allowed, because a typing error must not open the demo.
 */
export const wantedDestination = (
  flags: { readonly backOffice: string | null; readonly demo: boolean },
  policy: Policy,
): Destination | null => {
  if (policy.serverAddress !== undefined) return toServer(policy.serverAddress, 'policy')
  if (flags.backOffice !== null) return toServer(flags.backOffice, 'flag')
  return flags.demo ? { kind: 'demo', setBy: 'flag' } : null
}
