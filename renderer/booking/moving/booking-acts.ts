import type { Bridge } from '#contract/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createRetryKey } from '../../kit/retry-key.ts'
import type { Drafts } from '../../session/drafts.ts'
import type { HoldStore } from '../calendar/hold-store.ts'
import type { StudyBookingState, StudyBookingStore } from './study-booking-state.ts'
import type { StudyReading } from './study-reading.ts'

type Parts = {
  readonly store: StudyBookingStore
  readonly hold: HoldStore
  readonly reading: StudyReading
  readonly calls: Pick<Bridge['booking'], 'cancel' | 'convertTemporaryHold' | 'setSedative' | 'setProactive'>
  readonly drafts: Drafts
  readonly draftID: string
  readonly studyID: StudyID
  readonly newKey: () => string
}

type BookingActs = Pick<StudyBookingState, 'cancel' | 'convert' | 'dismissConversion' | 'setSedative' | 'setProactive'>

/** Creates the actions on a booking other than moving it. */
export const createBookingActs = (parts: Parts): BookingActs => {
  const { store, hold, reading, calls, drafts, draftID, studyID, newKey } = parts
  const { getState: get, setState: set } = store
  const cancelKey = createRetryKey(newKey)
  const convertKey = createRetryKey(newKey)
  return {
    cancel: async (cancellationReason, cancellationDetail) => {
      if (get().cancelling.kind === 'pending') return false
      set({ cancelling: { kind: 'pending' } })
      const input = { studyID, cancellationReason, cancellationDetail, idempotencyKey: cancelKey.current() }
      const reply = await calls.cancel(input)
      cancelKey.note(reply)
      if (!reply.ok) {
        set({ cancelling: { kind: 'failed', failure: reply.failure } })
        if (reply.failure.code === 'already-cancelled') await reading.reread()
        return false
      }
      set({ cancelling: { kind: 'idle' } })
      await hold.getState().clear()
      reading.takeStudy(reply.value)
      await drafts.discard(draftID)
      return true
    },
    convert: async (settleReason) => {
      if (get().converting.kind === 'pending') return
      set({ converting: { kind: 'pending' } })
      const idempotencyKey = convertKey.current()
      const reply = await calls.convertTemporaryHold({ studyID, settleReason, idempotencyKey })
      convertKey.note(reply)
      if (!reply.ok) {
        set({ converting: { kind: 'failed', failure: reply.failure } })
        return
      }
      set({ converting: { kind: 'idle' } })
      reading.takeStudy(reply.value)
    },
    dismissConversion: () => {
      if (get().converting.kind === 'failed') set({ converting: { kind: 'idle' } })
    },
    setSedative: async (sedativeTaken) => {
      const study = reading.current()
      if (study === null || get().settingSedative.kind === 'pending') return
      set({ settingSedative: { kind: 'pending' } })
      const reply = await calls.setSedative({ studyID, version: study.version, sedativeTaken })
      set({ settingSedative: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
      if (reply.ok) reading.takeStudy(reply.value)
      else if (reply.failure.code === 'stale') await reading.reread()
    },
    setProactive: async (proactiveBooking) => {
      const study = reading.current()
      if (study === null || get().settingProactive.kind === 'pending') return
      set({ settingProactive: { kind: 'pending' } })
      const reply = await calls.setProactive({ studyID, version: study.version, proactiveBooking })
      set({ settingProactive: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
      if (reply.ok) reading.takeStudy(reply.value)
      else if (reply.failure.code === 'stale') await reading.reread()
    },
  }
}
