import type { JobsSummary } from '#domain/queue/job.ts'
import type { QueueClock } from './queue-clock.ts'

/** Thousands of jobs may move in a second; windows read the list again at each telling. */
const tellEveryMs = 200
/** What gets stuck does so without anything happening. */
const lookEveryMs = 30_000

/** Tells that the queue has changed, not more often than a window can follow. */
type JobNews = {
  tell(): void
  /** Looks from time to time whether something got stuck. */
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
      // A disk that cannot be read is told of by whoever writes to it.
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
    // Nothing under way cannot get stuck; the next job begins the looking again.
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
