import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { CrmBooking } from '#contract/crm/bridge.ts'
import { fail } from '#contract/reply.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Loadable } from '../../kit/loadable.ts'

type OpportunitySearchState = {
  readonly text: string
  readonly found: Loadable<CrmBooking>
  readonly type: (text: string) => void
  readonly find: () => Promise<void>
  readonly clear: () => void
}
export type OpportunitySearchStore = StoreApi<OpportunitySearchState>

/** Creates the search for a booking's opportunity by the id of the opportunity in the CRM (booking spec §1). */
export const createOpportunitySearchStore = (crm: Pick<Bridge['crm'], 'findOpportunity'>): OpportunitySearchStore =>
  createStore<OpportunitySearchState>((set, get) => ({
    text: '',
    found: { kind: 'idle' },
    type: (text) => set({ text, found: { kind: 'idle' } }),
    find: async () => {
      const { text, found } = get()
      const opportunityID = text.trim()
      if (opportunityID === '' || found.kind === 'loading') return
      set({ found: { kind: 'loading' } })
      // An invalid id needs no call: the CRM has no such record.
      const reply = crmIDSchema.safeParse(opportunityID).success
        ? await crm.findOpportunity({ opportunityID })
        : fail('not-found', studyMessages.noOpportunity)
      if (get().text !== text) return
      set({ found: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
    },
    clear: () => set({ text: '', found: { kind: 'idle' } }),
  }))
