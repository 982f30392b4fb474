import { hostname, networkInterfaces } from 'node:os'

/** Host names of this server, in lower case, without a port; IPv6 addresses in brackets. */
export type AllowedHosts = ReadonlySet<string>

const loopback: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']
const everyAddress: readonly string[] = ['0.0.0.0', '::']
const maxPublicHosts = 20

const toHostName = (address: string): string => (address.includes(':') ? `[${address.toLowerCase()}]` : address)

/**
 * Returns the host names that a server listening at `listening` answers to: the configured public ones, and its own
 * addresses. A foreign name that resolves to one of these addresses is refused (DNS rebinding).
 */
export const toAllowedHosts = (listening: string, publicHosts: readonly string[]): AllowedHosts => {
  const own = everyAddress.includes(listening)
    ? [
        ...loopback,
        hostname().toLowerCase(),
        ...Object.values(networkInterfaces()).flatMap((addresses) =>
          (addresses ?? []).map(({ address }) => toHostName(address)),
        ),
      ]
    : [...(loopback.includes(toHostName(listening)) ? loopback : []), toHostName(listening).toLowerCase()]
  return new Set([...own, ...publicHosts])
}

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)\.?(?::\d{1,5})?$/

/** Returns whether a Host header, with or without a port, names this server. */
export const isAllowedHost = (host: string | undefined, allowed: AllowedHosts): boolean => {
  const name = hostPattern.exec((host ?? '').toLowerCase())?.[1]
  return name !== undefined && allowed.has(name)
}

/** Parses the server's public names, separated by commas; null for too many names, or one that is not a host name. */
export const toPublicHosts = (text: string | undefined): readonly string[] | null => {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const isFine = names.length <= maxPublicHosts && names.every((name) => hostPattern.exec(name)?.[1] === name)
  return isFine ? names : null
}
