import type { Background } from './background.ts'
import type { CatchUpSteps } from './orders.ts'
import { runCatchUp } from './run-orders.ts'

/** The wait of {@link CatchUp.later}, in milliseconds. */
const defaultAgainMs = 5000

type CatchUpParts = {
  readonly session: { reconnect(): Promise<void>; token(): string | null; user(): object | null }
  readonly background: Background
  readonly steps: CatchUpSteps
  isOnline(): boolean
  /** Returns whether any card attempt, or any keyed call of the signed-in user, still needs its result. */
  hasOpen(): boolean
  readonly againMs?: number | undefined
}

type CatchUp = {
  /** Catches up in the background. */
  now(): void
  /** Catches up after a while; another call of `later` restarts the wait. */
  later(): void
  /** Cancels the planned catch-up. */
  stop(): void
}

/** Creates the catch-up: work that waits for a session and for the back office, whichever comes later. */
export const createCatchUp = (parts: CatchUpParts): CatchUp => {
  const { session, background, steps, isOnline, hasOpen, againMs = defaultAgainMs } = parts
  let again: ReturnType<typeof setTimeout> | undefined

  const catchUp = async (): Promise<void> => {
    if (!isOnline()) return
    await session.reconnect()
    try {
      if (session.token() !== null) await runCatchUp(steps)
    } finally {
      // The next catch-up is planned even after a failed step: open work of any step is still to be sent.
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
