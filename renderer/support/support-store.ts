import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { SavedFile } from '#contract/settings/bridge.ts'
import type { SupportBundleText } from '#contract/support/bridge.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type SupportState = {
  /** `idle` until the person asks for a bundle, and again after the dialog closes. */
  readonly bundle: Loadable<SupportBundleText>
  readonly saving: Submission
  /** Makes a new bundle. */
  readonly make: () => Promise<void>
  /** Saves the bundle that is shown; returns null if it was not saved. */
  readonly save: () => Promise<SavedFile | null>
  /** Forgets the bundle; a late answer is not shown. */
  readonly close: () => void
}
export type SupportStore = StoreApi<SupportState>

/** Creates the store of the support bundle. `userAgent` names the window's browser. */
export const createSupportStore = (
  bridge: Pick<Bridge, 'support'>,
  userAgent: string = window.navigator.userAgent,
): SupportStore =>
  createStore<SupportState>((set, get) => {
    const readings = createReadings()
    return {
      bundle: { kind: 'idle' },
      saving: { kind: 'idle' },
      make: async () => {
        const isLatest = readings.begin()
        set({ bundle: { kind: 'loading' }, saving: { kind: 'idle' } })
        const reply = await bridge.support.read({ userAgent })
        if (!isLatest()) return
        set({ bundle: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
      },
      save: async () => {
        const { bundle, saving } = get()
        if (bundle.kind !== 'ready' || saving.kind === 'pending') return null
        const isShown = readings.join()
        set({ saving: { kind: 'pending' } })
        const reply = await bridge.support.save({ bundleID: bundle.value.bundleID })
        if (isShown()) set({ saving: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
        return reply.ok ? reply.value : null
      },
      close: () => {
        readings.expire()
        set({ bundle: { kind: 'idle' }, saving: { kind: 'idle' } })
      },
    }
  })
