import type { Bridge } from '#contract/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createRetryKey } from '../kit/retry-key.ts'
import type { StudySafetyReading } from './study-safety-reading.ts'
import { type StudySafetyState, type StudySafetyStore, shownSafety } from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly reading: StudySafetyReading
  readonly safety: Pick<Bridge['safety'], 'signOff' | 'withdrawSignOff'>
  readonly studyID: StudyID
  readonly newKey: () => string
}

/**
 * Creates the actions that sign off a study's answers and withdraw the sign-off. A call with an unknown result is
 * repeated under the same idempotency key.
 */
export const createSafetySigning = (
  parts: Parts,
): Pick<StudySafetyState, 'signOff' | 'withdrawSignOff' | 'resetSigning'> => {
  const { store, reading, safety, studyID, newKey } = parts
  const { getState: get, setState: set } = store
  const key = createRetryKey(newKey)

  const sign = async (call: (idempotencyKey: string) => ReturnType<Bridge['safety']['signOff']>): Promise<boolean> => {
    if (get().signing.kind === 'pending') return false
    set({ signing: { kind: 'pending' } })
    const reply = await call(key.current())
    key.note(reply)
    if (!reply.ok) {
      set({ signing: { kind: 'failed', failure: reply.failure } })
      if (reply.failure.code === 'stale' || reply.failure.code === 'nothing-to-sign-off') await reading.reread()
      return false
    }
    set({ signing: { kind: 'idle' } })
    reading.takeWritten(reply.value)
    return true
  }

  return {
    signOff: (reason) =>
      sign((idempotencyKey) => {
        const view = shownSafety(store)
        const version = view?.record.version ?? 0
        // A sign-off covers the appointment that the user saw.
        const utcStart = view?.study.booking?.utcStart ?? null
        return safety.signOff({ studyID, version, utcStart, reason, idempotencyKey })
      }),
    withdrawSignOff: (reason) => sign((idempotencyKey) => safety.withdrawSignOff({ studyID, reason, idempotencyKey })),
    resetSigning: () => set({ signing: { kind: 'idle' } }),
  }
}
