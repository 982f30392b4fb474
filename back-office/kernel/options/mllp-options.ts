import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type TrustedProxies, toTrustedProxies } from '../http/trusted-proxies.ts'

/** The flags of the listener for results over MLLP, for `parseArgs`. */
export const mllpFlags = {
  'mllp-port': { type: 'string' },
  'mllp-host': { type: 'string' },
  'mllp-allow': { type: 'string' },
  'mllp-tls-cert': { type: 'string' },
  'mllp-tls-key': { type: 'string' },
  'mllp-client-ca': { type: 'string' },
} as const

export type MllpSettings = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly tls: { readonly cert: Buffer; readonly key: Buffer; readonly ca: Buffer | undefined } | null
  /** The addresses that may send; null admits every sender with a certificate of the client authority. */
  readonly allowed: TrustedProxies | null
}

/**
 * Reads where results are received; undefined without `--mllp-port`. Throws an error with a one-line message for IT,
 * also if senders would be identified neither by address nor by certificate.
 */
export const readMllpOptions = (
  values: {
    readonly [Name in keyof typeof mllpFlags]?: string | undefined
  },
): MllpSettings | undefined => {
  const { 'mllp-port': port, 'mllp-host': host = '127.0.0.1' } = values
  if (port === undefined) {
    const names = Object.keys(mllpFlags) as (keyof typeof mllpFlags)[]
    if (names.every((name) => values[name] === undefined)) return undefined
    throw new Error('Give --mllp-port with the other flags of MLLP.')
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('--mllp-port must be a port number.')
  if (host.trim() === '')
    throw new Error('--mllp-host must be an address of this computer, or 0.0.0.0 for all of them.')
  const allowed = toTrustedProxies(values['mllp-allow'])
  if (allowed === null) {
    throw new Error('--mllp-allow must be a comma-separated list of addresses such as 10.0.0.7 or 10.0.0.0/24.')
  }
  const tls = readTls(values)
  if (allowed === undefined && tls?.ca === undefined) {
    throw new Error(
      '--mllp-port would take results from any computer: give --mllp-allow, or --mllp-client-ca with TLS.',
    )
  }
  return { host, port: Number(port), tls, allowed: allowed ?? null }
}

const readTls = (values: Parameters<typeof readMllpOptions>[0]): MllpSettings['tls'] => {
  const [certFile, keyFile, caFile] = [values['mllp-tls-cert'], values['mllp-tls-key'], values['mllp-client-ca']]
  if (certFile === undefined && keyFile === undefined && caFile === undefined) return null
  if (certFile === undefined || keyFile === undefined) {
    throw new Error('Give --mllp-tls-cert and --mllp-tls-key together, also for --mllp-client-ca.')
  }
  try {
    const tls = {
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      ca: caFile === undefined ? undefined : readFileSync(caFile),
    }
    createSecureContext(tls)
    return tls
  } catch {
    throw new Error(
      '--mllp-tls-cert, --mllp-tls-key and --mllp-client-ca must name readable PEM files that belong together.',
    )
  }
}
