import { resolve } from 'node:path'

/** The flags of the metrics, the log file and the traces, for `parseArgs`. */
export const watchingFlags = {
  'metrics-port': { type: 'string' },
  'metrics-host': { type: 'string' },
  'log-folder': { type: 'string' },
  'otlp-endpoint': { type: 'string' },
} as const

type WatchingOptions = {
  /** Where Prometheus reads the metrics; undefined without `--metrics-port`. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The folder of the log file; if absent, the log goes only to the error output. */
  readonly logFolder: string | undefined
  /** The base address of the receiver of traces, without a trailing slash; undefined without traces. */
  readonly otlpEndpoint: string | undefined
}

const localNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Parses the address of the receiver of traces. TLS is required except to this computer. The address must not contain
 * credentials, which belong in OTEL_EXPORTER_OTLP_HEADERS.
 */
const toEndpoint = (text: string | undefined): string | undefined => {
  if (text === undefined || text.trim() === '') return undefined
  const url = URL.parse(text)
  const isEncrypted = url?.protocol === 'https:' || (url?.protocol === 'http:' && localNames.has(url.hostname))
  if (url === null || !isEncrypted || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new Error('--otlp-endpoint must be a URL such as https://otel.example:4318, or http:// for this computer.')
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Reads the flags of the metrics, the log file and the traces. Throws an error with a one-line message for IT. */
export const readWatchingOptions = (
  values: { readonly [Name in keyof typeof watchingFlags]?: string | undefined },
  env: Readonly<Record<string, string | undefined>> = {},
): WatchingOptions => {
  const { 'metrics-port': port, 'metrics-host': host, 'log-folder': folder } = values
  if (port === undefined && host !== undefined) throw new Error('--metrics-host requires --metrics-port.')
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    throw new Error('--metrics-port must be a port number.')
  }
  if (host?.trim() === '') {
    throw new Error('--metrics-host must be an address of this computer, or 0.0.0.0 for all of them.')
  }
  if (folder?.trim() === '') throw new Error('--log-folder must name a folder.')
  return {
    metrics: port === undefined ? undefined : { host: host ?? '127.0.0.1', port: Number(port) },
    logFolder: folder === undefined ? undefined : resolve(folder),
    otlpEndpoint: toEndpoint(values['otlp-endpoint'] ?? env.OTEL_EXPORTER_OTLP_ENDPOINT),
  }
}
