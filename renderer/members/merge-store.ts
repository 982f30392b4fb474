import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { MergePreview } from '#domain/members/member-merge.ts'
import { differentParts, type MergeChoice, type MergePart } from '#domain/members/merge-members.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'

type MergePair = { readonly keptID: MemberID; readonly mergedID: MemberID }

type MergeState = {
  /** Null until the other member is chosen. */
  readonly pair: MergePair | null
  readonly preview: Loadable<MergePreview>
  /** The values that the administrator chose; all other parts use the default choice. */
  readonly choices: Readonly<Partial<Record<MergePart, MergeChoice>>>
  readonly reason: string
  readonly birthDateReason: string
  readonly isSaving: boolean
  /** Why the last confirmation failed. */
  readonly failure: Failure | null
  readonly choose: (pair: MergePair) => Promise<void>
  /** Keeps the other record. The chosen values stay chosen. */
  readonly swap: () => Promise<void>
  /** Returns to the choice of the other member. */
  readonly startAgain: () => void
  readonly reload: () => Promise<void>
  readonly setChoice: (part: MergePart, choice: MergeChoice) => void
  readonly setReason: (reason: string) => void
  readonly setBirthDateReason: (reason: string) => void
  /** Merges the members. Returns the kept member; null if the merge failed. */
  readonly confirm: () => Promise<Member | null>
}
export type MemberMergeStore = StoreApi<MergeState>

const opposite = { kept: 'merged', merged: 'kept' } as const

/** Creates the store of the merge of two members. */
export const createMemberMergeStore = ({
  bridge,
  newKey,
}: {
  readonly bridge: Pick<Bridge, 'members'>
  readonly newKey: () => string
}): MemberMergeStore => {
  const readings = createReadings()
  const withKey = createRetryKeys(newKey)
  return createStore<MergeState>((set, get) => {
    const show = async (pair: MergePair): Promise<void> => {
      const isLatest = readings.begin()
      if (get().preview.kind !== 'ready') set({ preview: { kind: 'loading' } })
      const reply = await bridge.members.previewMerge(pair)
      if (!isLatest()) return
      set({ preview: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
    }
    return {
      pair: null,
      preview: { kind: 'idle' },
      choices: {},
      reason: '',
      birthDateReason: '',
      isSaving: false,
      failure: null,
      choose: async (pair) => {
        set({ pair, preview: { kind: 'loading' }, choices: {}, failure: null })
        await show(pair)
      },
      swap: async () => {
        const { pair, preview, choices } = get()
        if (pair === null || preview.kind !== 'ready') return
        const { kept, merged, obstacle } = preview.value
        const swapped = Object.entries(choices).map(([part, choice]) => [part, opposite[choice ?? 'kept']])
        const other = { keptID: pair.mergedID, mergedID: pair.keptID }
        set({
          pair: other,
          preview: { kind: 'ready', value: { kept: merged, merged: kept, obstacle } },
          choices: Object.fromEntries(swapped) as MergeState['choices'],
          failure: null,
        })
        await show(other)
      },
      startAgain: () => {
        readings.expire()
        set({ pair: null, preview: { kind: 'idle' }, choices: {}, failure: null })
      },
      reload: async () => {
        const { pair } = get()
        if (pair !== null) await show(pair)
      },
      setChoice: (part, choice) => set({ choices: { ...get().choices, [part]: choice } }),
      setReason: (reason) => set({ reason }),
      setBirthDateReason: (birthDateReason) => set({ birthDateReason }),
      confirm: async () => {
        const { pair, preview, choices, reason, birthDateReason, isSaving } = get()
        if (pair === null || preview.kind !== 'ready' || isSaving) return null
        const { kept, merged } = preview.value
        const isDifferent = new Set(differentParts(kept.member, merged.member))
        const sent = Object.entries(choices).filter(([part]) => isDifferent.has(part as MergePart))
        const input = {
          ...pair,
          version: kept.member.version,
          mergedVersion: merged.member.version,
          choices: Object.fromEntries(sent) as MergeState['choices'],
          reason: reason.trim(),
          birthDateReason: isDifferent.has('dob') ? birthDateReason.trim() : '',
        }
        set({ isSaving: true, failure: null })
        // A changed form is another request, so it needs another key.
        const reply = await withKey(JSON.stringify(input), (idempotencyKey) =>
          bridge.members.merge({ ...input, idempotencyKey }),
        )
        set({ isSaving: false })
        if (reply.ok) return reply.value.member
        set({ failure: reply.failure })
        if (reply.failure.code === 'stale' || reply.failure.code === 'member-merged') await show(pair)
        return null
      },
    }
  })
}
