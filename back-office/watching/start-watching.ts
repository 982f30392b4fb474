import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import type { Log } from '#runtime/log.ts'
import type { AnsweredCall } from '../kernel/http/observe-calls.ts'
import type { ServerWatch } from '../kernel/server-watch.ts'
import { startAlarms } from './alarms.ts'
import type { CallMeter } from './call-meter.ts'
import { createClockWatch } from './clock-watch.ts'
import { createMetrics } from './metrics.ts'
import { type MetricsSettings, startMetricsServer } from './metrics-server.ts'
import { createReadSigns, type SignSources } from './read-signs.ts'

/** Within this time, several readers share one reading of the database. */
const keptMs = 4_000

/** Calls that come every few seconds from each workstation. They are logged only if they fail. */
const frequentCalls: ReadonlySet<string> = new Set(['readChanges', 'health'])

/** Returns when a certificate expires, epoch milliseconds; null if its file cannot be read. */
const readEndOf = (certFile: string): number | null => {
  try {
    return new X509Certificate(readFileSync(certFile)).validToDate.getTime()
  } catch {
    return null
  }
}

type Watching = {
  readonly watch: ServerWatch
  /** Counts and logs an answered call. */
  observe(call: AnsweredCall): void
  /** Starts the alarms, and the port of the metrics if one is configured. Rejects if the port is taken. */
  start(): Promise<{ readonly metricsPort: number | null; stop(): Promise<void> }>
}

/** Prepares the monitoring of a server: its signs, its metrics, its alarms and the log of its calls. */
export const prepareWatching = ({
  log: logAlert,
  logCall: log = () => {},
  certFile,
  metrics: settings,
  alarmsEveryMs,
  monotonicMs = () => performance.now(),
  ...sources
}: Omit<SignSources, 'certificateEnds' | 'readJumpSeconds' | 'meter'> & {
  readonly meter: CallMeter
  readonly log: Log
  /** Writes the line of an answered call; calls are not logged without it. */
  readonly logCall: Log | undefined
  readonly certFile: string | undefined
  readonly metrics: MetricsSettings | undefined
  readonly alarmsEveryMs?: number | undefined
  /** Milliseconds of a clock that never jumps; tests set their own. */
  readonly monotonicMs?: (() => number) | undefined
}): Watching => {
  const { meter } = sources
  const clock = createClockWatch(sources.now, monotonicMs)
  const read = createReadSigns({
    ...sources,
    readJumpSeconds: clock.readJumpSeconds,
    certificateEnds: () => (certFile === undefined ? null : readEndOf(certFile)),
  })
  let last: { readonly at: number; readonly signs: Promise<ServerSigns> } | null = null
  const readSigns = (): Promise<ServerSigns> => {
    const at = monotonicMs()
    if (last === null || at - last.at >= keptMs) last = { at, signs: read() }
    return last.signs
  }
  const metrics = createMetrics(readSigns)
  return {
    watch: { countFeed: meter.countFeed, readSigns },
    observe: ({ name, status, ms, requestID, staffID }) => {
      meter.countCall(name, status, ms)
      metrics.countCall(name, status, ms)
      if (status < 400 && frequentCalls.has(name)) return
      log('info', 'call.answered', { call: name, status, ms: Math.round(ms), requestID, staffID })
    },
    start: async () => {
      const server = settings === undefined ? null : await startMetricsServer(settings, metrics)
      const alarms = startAlarms({ readSigns, log: logAlert, lookEveryMs: alarmsEveryMs })
      return {
        metricsPort: server?.port ?? null,
        stop: async () => {
          await alarms.stop()
          await server?.close()
        },
      }
    },
  }
}
