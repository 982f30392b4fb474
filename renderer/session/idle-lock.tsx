import { useEffect, useRef, useState } from 'react'
import { decideLock } from '#domain/session/lock-rules.ts'
import { loadLater } from '../kit/load-later.tsx'
import { listenForActivity } from './activity.ts'
import type { SessionStore } from './session-store.ts'

const checkEveryMs = 1000

// Loads as soon as a user has signed in. The lock itself does not need this code: without it there is no warning.
const IdleWarning = loadLater(async () => (await import('./idle-warning.tsx')).IdleWarning)

type Props = { session: SessionStore; idleLockMinutes: number }

/**
 * Locks the workstation after `idleLockMinutes` without activity, with a warning 30 seconds before (decisions §5
 * Locks). Mouse or keyboard activity in any Atrium window of the workstation restarts the period.
 */
export function IdleLock({ session, idleLockMinutes }: Props) {
  const [remainingMs, setRemainingMs] = useState<number | null>(null)
  const lastActivityMs = useRef(Date.now())

  useEffect(() => {
    lastActivityMs.current = Date.now()
    const check = (): boolean => {
      const decision = decideLock({ lastActivityMs: lastActivityMs.current, nowMs: Date.now(), idleLockMinutes })
      setRemainingMs(decision.kind === 'warning' ? decision.remainingMs : null)
      if (decision.kind === 'lock') void session.getState().lock()
      return decision.kind === 'lock'
    }
    // The deadline is checked before the activity is recorded: after the computer has slept, the first touch must lock
    // the screen and not postpone the lock.
    const stopListening = listenForActivity(() => {
      if (check()) return
      lastActivityMs.current = Date.now()
      setRemainingMs(null)
    })
    const timer = setInterval(check, checkEveryMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      stopListening()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [session, idleLockMinutes])

  return (
    <IdleWarning
      remainingMs={remainingMs}
      onLock={() => void session.getState().lock()}
      onKeepWorking={() => setRemainingMs(null)}
    />
  )
}
