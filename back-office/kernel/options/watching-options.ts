import { resolve } from 'node:path'

/** The flags of the metrics and the log file, for `parseArgs`. */
export const watchingFlags = {
  'metrics-port': { type: 'string' },
  'metrics-host': { type: 'string' },
  'log-folder': { type: 'string' },
} as const

type WatchingOptions = {
  /** Where Prometheus reads the metrics; undefined without `--metrics-port`. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The folder of the log file; without one, the log goes to the error output only. */
  readonly logFolder: string | undefined
}

/** Reads the flags of the metrics and the log file. Throws one line for IT. */
export const readWatchingOptions = (
  values: { readonly [Name in keyof typeof watchingFlags]?: string | undefined },
): WatchingOptions => {
  const { 'metrics-port': port, 'metrics-host': host, 'log-folder': folder } = values
  if (port === undefined && host !== undefined) throw new Error('Give --metrics-port with --metrics-host.')
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
  }
}
