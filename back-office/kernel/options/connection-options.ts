import { type CertificateFiles, readCertificate } from '../http/server-certificate.ts'
import { type TrustedProxies, toTrustedProxies } from '../http/trusted-proxies.ts'

/** The flags of the server's connections, for `parseArgs`. */
export const connectionFlags = {
  host: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trusted-proxy': { type: 'string' },
} as const

type ConnectionOptions = {
  readonly host: string
  readonly certificate: CertificateFiles | undefined
  readonly trustedProxies: TrustedProxies | undefined
}

const loopbackHosts: readonly string[] = ['127.0.0.1', '::1', 'localhost']

/**
 * Reads where the server listens and how its connections are encrypted. Throws an error with a one-line message for IT.
 */
export const readConnectionOptions = (
  values: {
    readonly [Name in keyof typeof connectionFlags]?: string | undefined
  },
): ConnectionOptions => {
  const host = values.host ?? '127.0.0.1'
  const [certFile, keyFile] = [values['tls-cert'], values['tls-key']]
  if (host.trim() === '') throw new Error('--host must be an address of this computer, or 0.0.0.0 for all of them.')
  if ((certFile === undefined) !== (keyFile === undefined)) throw new Error('Give --tls-cert and --tls-key together.')
  const trustedProxies = toTrustedProxies(values['trusted-proxy'])
  if (trustedProxies === null) {
    throw new Error('--trusted-proxy must be a comma-separated list of addresses such as 10.0.0.7 or 10.0.0.0/24.')
  }
  if (certFile === undefined && trustedProxies === undefined && !loopbackHosts.includes(host)) {
    throw new Error(
      `--host ${host} would send passwords and health data unencrypted: give --tls-cert and --tls-key, or --trusted-proxy.`,
    )
  }
  if (certFile === undefined || keyFile === undefined) return { host, certificate: undefined, trustedProxies }
  const certificate = { certFile, keyFile }
  try {
    readCertificate(certificate)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`--tls-cert and --tls-key must name readable PEM files that belong together${code}.`)
  }
  return { host, certificate, trustedProxies }
}
