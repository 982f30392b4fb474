import { type AlertID, findAlerts } from '#domain/watching/alert-rules.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import type { Log } from '#runtime/log.ts'

const everyMs = 20_000

/**
 * Compares the signs with the rules every 20 seconds and logs when an alert begins and ends, for a server without
 * Prometheus. An urgent alert is logged as an error.
 */
export const startAlarms = ({
  readSigns,
  log,
  lookEveryMs = everyMs,
}: {
  readonly readSigns: () => Promise<ServerSigns>
  readonly log: Log
  readonly lookEveryMs?: number | undefined
}): { stop(): Promise<void> } => {
  let raised: ReadonlySet<AlertID> = new Set()
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const alerts = findAlerts(await readSigns())
    for (const { id, isUrgent } of alerts) {
      if (!raised.has(id)) log(isUrgent ? 'error' : 'warning', 'alert.raised', { name: id })
    }
    const now = new Set(alerts.map(({ id }) => id))
    for (const id of raised) if (!now.has(id)) log('info', 'alert.ended', { name: id })
    raised = now
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => log('warning', 'alert.look-failed'))
  }, lookEveryMs).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
