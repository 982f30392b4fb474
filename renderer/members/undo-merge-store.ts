import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { MemberMerge, MergeUndoPreview } from '#domain/members/member-merge.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'

type MergeUndoState = {
  readonly preview: Loadable<MergeUndoPreview>
  readonly reason: string
  readonly isSaving: boolean
  /** Why the last confirmation failed. */
  readonly failure: Failure | null
  readonly load: () => Promise<void>
  readonly setReason: (reason: string) => void
  /** Undoes the merge. Returns the merge; null if the undo failed. */
  readonly confirm: () => Promise<MemberMerge | null>
}
export type MergeUndoStore = StoreApi<MergeUndoState>

type Parts = {
  readonly bridge: Pick<Bridge, 'members'>
  readonly newKey: () => string
  readonly merge: Pick<MemberMerge, 'mergeID' | 'kept'>
}

/** Creates the store that undoes a merge. It immediately reads what the undo restores. */
export const createMergeUndoStore = ({ bridge, newKey, merge }: Parts): MergeUndoStore => {
  const readings = createReadings()
  const withKey = createRetryKeys(newKey)
  const named = { keptID: merge.kept.memberID, mergeID: merge.mergeID }
  const store = createStore<MergeUndoState>((set, get) => ({
    preview: { kind: 'loading' },
    reason: '',
    isSaving: false,
    failure: null,
    load: async () => {
      const isLatest = readings.begin()
      const reply = await bridge.members.previewMergeUndo(named)
      if (!isLatest()) return
      set({ preview: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
    },
    setReason: (reason) => set({ reason }),
    confirm: async () => {
      const { reason, isSaving } = get()
      if (isSaving) return null
      set({ isSaving: true, failure: null })
      const input = { ...named, reason: reason.trim() }
      const reply = await withKey(input.reason, (idempotencyKey) =>
        bridge.members.undoMerge({ ...input, idempotencyKey }),
      )
      set({ isSaving: false })
      if (reply.ok) return reply.value.merge
      set({ failure: reply.failure })
      if (reply.failure.code === 'merge-not-undone') await get().load()
      return null
    },
  }))
  void store.getState().load()
  return store
}
