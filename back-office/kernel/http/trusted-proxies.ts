import { BlockList, isIP } from 'node:net'

/** The proxies in front of the server, whose X-Forwarded-For names the client. */
export type TrustedProxies = { has(address: string): boolean }

const maxProxies = 20

const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address) as 4 | 6] ?? null

/**
 * Parses the addresses of the proxies, such as `10.0.0.7` or `10.0.0.0/24`, separated by commas. Returns undefined when
 * `text` is missing, null when the list is empty or too long or has an invalid address.
 */
export const toTrustedProxies = (text: string | undefined): TrustedProxies | undefined | null => {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return text === undefined ? undefined : null
  if (entries.length > maxProxies) return null
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/')
    const family = familyOf(address)
    if (family === null || rest.length > 0) return null
    const most = family === 'ipv4' ? 32 : 128
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    // A prefix of 0 would accept the header of any client.
    if (prefix < 1 || prefix > most) return null
    list.addSubnet(address, prefix, family)
  }
  return {
    has: (address) => {
      const family = familyOf(address)
      return family !== null && list.check(address, family)
    },
  }
}

const ownAddresses = toTrustedProxies('127.0.0.0/8,::1')

/** Returns whether an address is a loopback address: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (address: string): boolean => ownAddresses?.has(address) === true
