import type { Bridge } from '#contract/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { SafetyDraftKeeper } from './safety-draft-keeper.ts'
import type { SafetyEditing } from './safety-editing.ts'
import type { StudySafetyReading } from './study-safety-reading.ts'
import { isUnsent, type StudySafetyState, type StudySafetyStore, shownSafety } from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly editing: SafetyEditing
  readonly keeper: SafetyDraftKeeper
  readonly reading: StudySafetyReading
  readonly safety: Pick<Bridge['safety'], 'discardDraft'>
  readonly studyID: StudyID
}

/** Creates the actions that close the form and discard unsaved answers. */
export const createSafetyDiscarding = (
  parts: Parts,
): Pick<StudySafetyState, 'close' | 'discardDraft' | 'resetDiscarding'> => {
  const { store, editing, keeper, reading, safety, studyID } = parts
  const { getState: get, setState: set } = store

  /**
   * Discards the unsaved answers: first the shared draft, then the local one. If the request for the shared draft
   * fails, the local one stays, because the shared answers would come back at the next reading. If no shared draft is
   * known, the local one stays only if the back office refused the request.
   */
  const discardEverywhere = async (onShared: () => void): Promise<boolean> => {
    if (get().discarding.kind === 'pending') return false
    set({ discarding: { kind: 'pending' } })
    const isShared = (shownSafety(store)?.record.draft ?? null) !== null
    // Sent even when no shared draft is known, because a draft may be on its way to the back office.
    const reply = await safety.discardDraft({ studyID })
    if (!reply.ok && (isShared || !isUnsent(reply.failure))) {
      set({ discarding: { kind: 'failed', failure: reply.failure } })
      return false
    }
    onShared()
    await keeper.discard()
    set({ discarding: { kind: 'idle' } })
    if (reply.ok) reading.takeWritten(reply.value)
    return true
  }

  return {
    close: async (unsaved) => {
      const { form } = get()
      if (form === null) return true
      const draft = keeper.toDraft(form.getState().answers)
      const isChanged = editing.isChanged()
      if (isChanged && unsaved === 'discard') return await discardEverywhere(editing.closeForm)
      editing.closeForm()
      if (isChanged) {
        set({ waitingDraft: draft })
        await keeper.keepNow(draft)
      } else await keeper.forgetSaved(draft.answers)
      return true
    },
    discardDraft: async () => {
      if (shownSafety(store) === null) return false
      return await discardEverywhere(editing.backToSaved)
    },
    resetDiscarding: () => set({ discarding: { kind: 'idle' } }),
  }
}
