import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { CrmBooking } from '#contract/crm/bridge.ts'
import type { Failure } from '#contract/reply.ts'

type CrmState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: CrmBooking }
  /** `isAccepted`: the user continues without the CRM. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly isAccepted: boolean; readonly isRetrying: boolean }

type CrmBookingStoreState = {
  readonly state: CrmState
  readonly load: () => Promise<void>
  readonly continueManually: () => void
}
export type CrmBookingStore = StoreApi<CrmBookingStoreState>

/** Creates the store of the CRM's data about the person to book (booking spec §7 CRM, §8 CRM load failure). */
export const createCrmBookingStore = (
  bridge: Pick<Bridge, 'crm'>,
  input: { readonly personID: string; readonly opportunityID: string },
): CrmBookingStore =>
  createStore<CrmBookingStoreState>((set, get) => ({
    state: { kind: 'idle' },
    load: async () => {
      const { state } = get()
      // A retry keeps the page and the text typed on it.
      set({ state: state.kind === 'failed' ? { ...state, isRetrying: true } : { kind: 'loading' } })
      const reply = await bridge.crm.readBooking({ ...input })
      set({
        state: reply.ok
          ? { kind: 'ready', value: reply.value }
          : { kind: 'failed', failure: reply.failure, isAccepted: false, isRetrying: false },
      })
    },
    continueManually: () => {
      const { state } = get()
      if (state.kind === 'failed') set({ state: { ...state, isAccepted: true } })
    },
  }))
