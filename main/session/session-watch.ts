/** Asks the back office every few seconds whether the session is still open. */
type SessionWatch = { start(): void; stop(): void }

type SessionWatchParts = {
  /** The session's token; null without one. */
  token(): string | null
  isOnline(): boolean
  /** Reads the session's user, and ends a session that the back office has ended. */
  recheck(token: string): Promise<void>
  /**
   * Milliseconds between two checks; 3000 by default, because the screen must stop showing an ended session within 5 s.
   */
  readonly everyMs?: number | undefined
}

/**
 * Creates the watch over the session. A deactivation, a password reset or a new password of the account ends the
 * session on this workstation too. The watch also runs while the screen is locked or no location is chosen.
 */
export const createSessionWatch = ({ token, isOnline, recheck, everyMs = 3000 }: SessionWatchParts): SessionWatch => {
  let timer: ReturnType<typeof setInterval> | undefined
  const look = (): void => {
    const current = token()
    if (current !== null && isOnline()) void recheck(current)
  }
  return {
    start: () => {
      timer = setInterval(look, everyMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
