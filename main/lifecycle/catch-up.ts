import type { Background } from './background.ts'
import type { CatchUpSteps } from './orders.ts'
import { runCatchUp } from './run-orders.ts'

/** What could not be completed although the back office answers is tried again after this many milliseconds. */
const defaultAgainMs = 5000

type CatchUpParts = {
  readonly session: { reconnect(): Promise<void>; token(): string | null; user(): object | null }
  readonly background: Background
  readonly steps: CatchUpSteps
  isOnline(): boolean
  /** Whether anything of the signed-in person's still waits for its outcome. */
  hasOpen(): boolean
  readonly againMs?: number | undefined
}

type CatchUp = {
  /** Catches up in the background. */
  now(): void
  /** Catches up after a while; another call moves that time. */
  later(): void
  /** Drops the time that was set. */
  stop(): void
}

/** What waits for a session and for the back office, whichever comes later. */
export const createCatchUp = (parts: CatchUpParts): CatchUp => {
  const { session, background, steps, isOnline, hasOpen, againMs = defaultAgainMs } = parts
  let again: ReturnType<typeof setTimeout> | undefined

  const catchUp = async (): Promise<void> => {
    if (!isOnline()) return
    await session.reconnect()
    try {
      if (session.token() !== null) await runCatchUp(steps)
    } finally {
      // Also after a step that failed: what it left, and what the others left, is still to be sent.
      if (session.user() !== null && (session.token() === null || hasOpen())) later()
    }
  }
  const now = (): void => background.run(catchUp)
  const later = (): void => {
    clearTimeout(again)
    again = setTimeout(now, againMs).unref()
  }
  return { now, later, stop: () => clearTimeout(again) }
}
