import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import type { CrmOpportunity } from '#domain/crm/crm.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import {
  changesOf,
  hasChanges,
  mergeSaleForm,
  openSaleForm,
  parseSaleForm,
  type SaleFields,
  type SaleForm,
  saleFieldsOf,
  takeCrmValues,
  withTypedSince,
} from './inside/opportunity-form.ts'
import { createOpportunityLink } from './opportunity-link.ts'
import type { SalesState, SalesStore } from './sales-state.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  readonly studyID: StudyID
  readonly newKey: () => string
}

/** Creates the store of a study's sale: the CRM's record, its edit, and the search for another record. */
export const createSalesStore = ({ bridge, drafts, studyID, newKey }: Options): SalesStore => {
  const draftID = `sales:${studyID}`
  const readings = createReadings()
  let isRestored = false
  let hasEdited = false

  return createStore<SalesState>((set, get, store) => {
    const opportunity = (): CrmOpportunity | null => {
      const { read } = get()
      return read.kind === 'ready' ? read.value.opportunity : null
    }
    const setForm = (form: SaleForm | null): void => {
      set({ form })
      if (form !== null && hasChanges(form)) drafts.keep(draftID, { expected: form.expected, values: form.values })
      else void drafts.discard(draftID)
    }
    const show = (value: OpportunityView): void => {
      readings.expire()
      set({ read: { kind: 'ready', value }, behind: null })
    }
    /** Restores the edit from before a reload or a crash, merged with the CRM's current values. */
    const restore = async (): Promise<void> => {
      await link.restore()
      if (isRestored || opportunity() === null) return
      isRestored = true
      const form = parseSaleForm(await drafts.read(draftID))
      const now = opportunity()
      if (form === null || now === null || hasEdited || !hasChanges(form)) return
      set({ form: mergeSaleForm(form, saleFieldsOf(now)) })
    }
    const send = async (form: SaleForm): Promise<Reply<OpportunityView>> =>
      bridge.study.changeOpportunity({ studyID, expected: form.expected, changes: changesOf(form) })
    /** Returns the form merged with the CRM's current values, which are newer; null if they cannot be read. */
    const rebase = async (form: SaleForm): Promise<SaleForm | null> => {
      const reply = await bridge.study.readOpportunity({ studyID })
      if (!reply.ok || reply.value.opportunity === null) return null
      show(reply.value)
      return mergeSaleForm(form, saleFieldsOf(reply.value.opportunity))
    }
    /** Shows a saved record. Keeps the form open if the user typed other values after `sentValues` were sent. */
    const saved = (view: OpportunityView, sentValues: SaleFields): true => {
      show(view)
      const typed = get().form?.values ?? sentValues
      const rest = view.opportunity === null ? null : withTypedSince(openSaleForm(view.opportunity), sentValues, typed)
      set({ formFailure: null })
      setForm(rest !== null && hasChanges(rest) ? rest : null)
      return true
    }

    const link = createOpportunityLink({ store, study: bridge.study, drafts, studyID, newKey, show })

    return {
      read: { kind: 'idle' },
      behind: null,
      form: null,
      formFailure: null,
      link: null,
      busy: null,
      isLookingUp: false,
      ...link.acts,
      load: async () => {
        const isLatest = readings.begin()
        if (get().read.kind !== 'ready') set({ read: { kind: 'loading' } })
        const reply = await bridge.study.readOpportunity({ studyID })
        if (!isLatest()) return
        if (reply.ok) {
          show(reply.value)
          await restore()
        } else if (get().read.kind === 'ready') set({ behind: reply.failure })
        else set({ read: { kind: 'failed', failure: reply.failure } })
      },
      edit: () => {
        const now = opportunity()
        if (now === null || get().form !== null) return
        hasEdited = true
        set({ form: openSaleForm(now), formFailure: null })
      },
      type: (change) => {
        const { form } = get()
        if (form !== null) setForm({ ...form, values: { ...form.values, ...change } })
      },
      closeForm: () => {
        setForm(null)
        set({ formFailure: null })
      },
      save: async () => {
        const { form, busy } = get()
        if (form === null || busy !== null || !hasChanges(form)) return false
        set({ busy: 'save', formFailure: null })
        const sentValues = form.values
        /** Shows `next` in the form, but keeps the values that the user typed after the save was sent. */
        const applySaved = (next: SaleForm): void =>
          setForm(withTypedSince(next, sentValues, get().form?.values ?? sentValues))
        // If there were conflicts, the user has seen them and saves again, so the user's values replace the CRM's.
        let sent: SaleForm = { ...form, conflicts: [] }
        let reply = await send(sent)
        if (!reply.ok && reply.failure.code === 'stale') {
          const rebased = await rebase(sent)
          if (rebased !== null && rebased.conflicts.length === 0 && hasChanges(rebased)) {
            sent = rebased
            reply = await send(sent)
          } else if (rebased !== null) {
            set({ busy: null })
            applySaved(rebased)
            return false
          }
        }
        set({ busy: null })
        if (reply.ok) return saved(reply.value, sentValues)
        applySaved(sent)
        set({ formFailure: reply.failure })
        return false
      },
      takeTheirs: () => {
        const { form } = get()
        if (form !== null) setForm(takeCrmValues(form))
      },
    }
  })
}
