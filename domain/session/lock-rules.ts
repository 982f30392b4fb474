/** Minutes of idleness after which a workstation locks: 5 by default, 1 to 15 by policy (decisions §5 Locks). */
export const defaultIdleLockMinutes = 5
export const clampIdleLockMinutes = (minutes: number): number =>
  Number.isFinite(minutes) ? Math.min(15, Math.max(1, Math.round(minutes))) : defaultIdleLockMinutes

/** Milliseconds of warning before the lock. */
const lockWarningMs = 30_000

type LockDecision =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly remainingMs: number }
  | { readonly kind: 'lock' }

/**
 * Decides whether to warn or lock. If the clock jumped back, idleness counts as zero until the clock has passed the
 * last activity again. Times are epoch milliseconds.
 */
export const decideLock = (input: {
  readonly lastActivityMs: number
  readonly nowMs: number
  readonly idleLockMinutes: number
}): LockDecision => {
  const idleMs = Math.max(0, input.nowMs - input.lastActivityMs)
  const remainingMs = clampIdleLockMinutes(input.idleLockMinutes) * 60_000 - idleMs
  if (remainingMs <= 0) return { kind: 'lock' }
  return remainingMs <= lockWarningMs ? { kind: 'warning', remainingMs } : { kind: 'active' }
}
