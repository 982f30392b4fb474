import type { JobsSummary } from '#domain/queue/job.ts'
import type { QueueClock } from './queue-clock.ts'

/** Thousands of jobs may change in a second, and windows read the list again at each event. */
const tellEveryMs = 200
/** A job becomes stuck without any event, so the summary is read again from time to time. */
const lookEveryMs = 30_000

/** Publishes that the queue has changed, throttled to what a window can follow. */
type JobNews = {
  tell(): void
  /** Checks from time to time whether a job became stuck. */
  start(): void
  stop(): void
}

export const createJobNews = (parts: {
  readonly clock: QueueClock
  summary(): JobsSummary
  onChange(summary: JobsSummary): void
  isClosed(): boolean
}): JobNews => {
  const { clock, summary, onChange, isClosed } = parts
  let callOff: (() => void) | null = null
  let callOffLook: () => void = () => undefined
  let toldLast = ''

  const read = (): JobsSummary | null => {
    try {
      return isClosed() ? null : summary()
    } catch {
      // The next write reports a disk that cannot be read.
      return null
    }
  }
  const tellNow = (): void => {
    callOff = null
    const now = read()
    if (now === null) return
    toldLast = JSON.stringify(now)
    onChange(now)
  }
  const look = (): void => {
    const now = read()
    if (now !== null && JSON.stringify(now) !== toldLast) tellNow()
    // Only a job that is under way can become stuck; the next job restarts the check.
    callOffLook = now !== null && now.underWay > 0 ? clock.after(lookEveryMs, look) : notLooking
  }
  const notLooking = (): void => undefined
  callOffLook = notLooking

  return {
    tell: () => {
      if (isClosed()) return
      callOff ??= clock.after(tellEveryMs, tellNow)
      if (callOffLook === notLooking) callOffLook = clock.after(lookEveryMs, look)
    },
    start: look,
    stop: () => {
      callOff?.()
      callOffLook()
    },
  }
}
