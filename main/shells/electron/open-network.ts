import { net, session } from 'electron'
import { trustCertificates } from '#runtime/trusted-certificates.ts'
import { askForProxySignIn } from './ask-for-proxy-sign-in.ts'
import { createProxiedFetch } from './proxied-fetch.ts'
import { createProxySignIn } from './proxy-sign-in.ts'
import { denyEverything } from './session-hardening.ts'

/**
 * Opens a separate network session for main, and returns its `fetch`. With a file of certificate authorities, every
 * request uses Node's network stack without a proxy, because Electron's network stack trusts only the operating
 * system's authorities.
 */
export const openNetwork = async (caFile: string | undefined): Promise<typeof globalThis.fetch> => {
  trustCertificates(caFile)
  if (caFile !== undefined) return globalThis.fetch
  const own = session.fromPartition('network', { cache: false })
  denyEverything(own)
  await own.setProxy({ mode: 'system' })
  return createProxiedFetch({
    net,
    session: own,
    signIn: createProxySignIn(() => Date.now(), askForProxySignIn),
    direct: globalThis.fetch,
  })
}
