import type { JobsSummary } from '#domain/queue/job.ts'
import type { QueueClock } from './queue-clock.ts'

/** Thousands of jobs may change in a second, and windows read the list again at each event. */
const publishEveryMs = 200
/** A job becomes stuck without any event, so the summary is read again from time to time. */
const checkEveryMs = 30_000

/** Publishes that the queue has changed, throttled to a rate that windows can follow. */
type QueueNotifier = {
  publish(): void
  /** Checks from time to time whether a job became stuck. */
  start(): void
  stop(): void
}

export const createQueueNotifier = (parts: {
  readonly clock: QueueClock
  summary(): JobsSummary
  onChange(summary: JobsSummary): void
  isClosed(): boolean
}): QueueNotifier => {
  const { clock, summary, onChange, isClosed } = parts
  let cancelPublish: (() => void) | null = null
  let cancelCheck: () => void = () => undefined
  let lastPublished = ''

  const read = (): JobsSummary | null => {
    try {
      return isClosed() ? null : summary()
    } catch {
      // This failure is not reported: if the disk fails, the next write reports it.
      return null
    }
  }
  const publishNow = (): void => {
    cancelPublish = null
    const now = read()
    if (now === null) return
    lastPublished = JSON.stringify(now)
    onChange(now)
  }
  const look = (): void => {
    const now = read()
    if (now !== null && JSON.stringify(now) !== lastPublished) publishNow()
    // Only a job that is under way can become stuck. While no job is under way there is no check; the next `publish`
    // starts the checks again.
    cancelCheck = now !== null && now.underWay > 0 ? clock.after(checkEveryMs, look) : notChecking
  }
  const notChecking = (): void => undefined
  cancelCheck = notChecking

  return {
    publish: () => {
      if (isClosed()) return
      cancelPublish ??= clock.after(publishEveryMs, publishNow)
      if (cancelCheck === notChecking) cancelCheck = clock.after(checkEveryMs, look)
    },
    start: look,
    stop: () => {
      cancelPublish?.()
      cancelCheck()
    },
  }
}
