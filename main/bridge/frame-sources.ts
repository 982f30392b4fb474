import { schedulerOrigin } from '#domain/consult/scheduling-url.ts'

const loopback = 'http://127.0.0.1'
const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
/** The scheduling service loads its pages' scripts and styles from its subdomains. */
const schedulerHosts = /^https:\/\/(?:[a-z0-9-]+\.)*calendly\.com$/

/** Returns the source of a back office's frames; null for an unencrypted address on another computer. */
const backOfficeSource = (backOfficeUrl: string | null): string | null => {
  if (backOfficeUrl === null) return `${loopback}:*`
  if (!URL.canParse(backOfficeUrl)) return null
  const { protocol, origin, hostname } = new URL(backOfficeUrl)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? origin : null
}

/**
 * Returns the origins that frames of the window may load: the scheduling service, and the back office, which may serve
 * a stand-in for that service. The embedded back office (null) chooses its port after the window's first page is
 * served, so any loopback port is allowed. Another `http` address is never a source: its page could be replaced on the
 * network.
 */
export const frameSources = (backOfficeUrl: string | null): readonly string[] => {
  const own = backOfficeSource(backOfficeUrl)
  return own === null ? [schedulerOrigin] : [schedulerOrigin, own]
}

const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { origin, username, password } = new URL(address)
  return username === '' && password === '' ? origin : null
}

/** Returns whether the content security policy lets a frame of the window show an address. */
export const isFrameAddress = (sources: readonly string[], address: string): boolean => {
  const origin = originOf(address)
  if (origin === null) return false
  return sources.some((source) =>
    source === `${loopback}:*` ? origin === loopback || origin.startsWith(`${loopback}:`) : origin === source,
  )
}

/** Returns whether a page in a frame of the window may load an address. */
export const isFrameResource = (sources: readonly string[], address: string): boolean =>
  isFrameAddress(sources, address) || schedulerHosts.test(originOf(address) ?? '')
