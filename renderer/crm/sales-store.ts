import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import type { CrmOpportunity, OpportunityCandidate } from '#domain/crm/crm.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createOnceKeys } from '../kit/once-keys.ts'
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
  takeTheirs,
  withTypedSince,
} from './inside/opportunity-form.ts'

/** Looking for the opportunity that belongs to the study: what was typed, and what the CRM has under it. */
export type LinkForm = {
  readonly text: string
  readonly found: OpportunityCandidate | null
  readonly failure: Failure | null
}

export type SalesState = {
  readonly read: Loadable<OpportunityView>
  /** Why the last reading failed while an earlier one is shown. */
  readonly behind: Failure | null
  readonly form: SaleForm | null
  readonly formFailure: Failure | null
  readonly link: LinkForm | null
  readonly busy: 'save' | 'link' | null
  /** A look-up writes nothing, so that it and a save need not wait for each other. */
  readonly isLookingUp: boolean
  readonly load: () => Promise<void>
  readonly edit: () => void
  readonly type: (change: Partial<SaleFields>) => void
  /** Throws away what was typed. */
  readonly closeForm: () => void
  /** True once it is saved; the form stays open where something was typed meanwhile. */
  readonly save: () => Promise<boolean>
  /** Of what both changed: the CRM's own values stay. */
  readonly takeTheirs: () => void
  /** With an id that one is to be looked at, whatever was typed. */
  readonly openLink: (opportunityID?: string) => void
  readonly closeLink: () => void
  readonly typeLink: (text: string) => void
  readonly lookUp: () => Promise<void>
  /** Ties the study to an opportunity, `isConfirmed` with its person looked at; true once it is done. A refusal is shown where the opportunity is chosen. */
  readonly linkTo: (opportunityID: string, isConfirmed?: boolean) => Promise<boolean>
}
export type SalesStore = StoreApi<SalesState>

type Options = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  readonly studyID: StudyID
  readonly newKey: () => string
}

const noLink: LinkForm = { text: '', found: null, failure: null }

/** The store of a study's side of the CRM: the record, what is typed over it, and another one that is looked for. */
export const createSalesStore = ({ bridge, drafts, studyID, newKey }: Options): SalesStore => {
  const draftID = `sales:${studyID}`
  const linkDraftID = `opportunity-id:${studyID}`
  const once = createOnceKeys(newKey)
  const readings = createReadings()
  let isRestored = false
  let isLinkRestored = false
  let hasEdited = false

  return createStore<SalesState>((set, get) => {
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
    /** What was typed before a reload or a crash, over what the CRM has now. */
    const restore = async (): Promise<void> => {
      if (!isLinkRestored) {
        isLinkRestored = true
        const text = await drafts.read(linkDraftID)
        if (typeof text === 'string' && get().link === null) set({ link: { ...noLink, text } })
      }
      if (isRestored || opportunity() === null) return
      isRestored = true
      const form = parseSaleForm(await drafts.read(draftID))
      const now = opportunity()
      if (form === null || now === null || hasEdited || !hasChanges(form)) return
      set({ form: mergeSaleForm(form, saleFieldsOf(now)) })
    }
    const setLink = (link: LinkForm | null): void => {
      set({ link })
      if (link !== null && link.text.trim() !== '') drafts.keep(linkDraftID, link.text)
      else void drafts.discard(linkDraftID)
    }
    const send = async (form: SaleForm): Promise<Reply<OpportunityView>> =>
      bridge.study.changeOpportunity({ studyID, expected: form.expected, changes: changesOf(form) })
    /** The form over what the CRM has by now, after it was refused for that. */
    const rebase = async (form: SaleForm): Promise<SaleForm | null> => {
      const reply = await bridge.study.readOpportunity({ studyID })
      if (!reply.ok || reply.value.opportunity === null) return null
      show(reply.value)
      return mergeSaleForm(form, saleFieldsOf(reply.value.opportunity))
    }
    /** What stands in the fields by now goes on where something was typed while `left` was on its way. */
    const saved = (view: OpportunityView, left: SaleFields): true => {
      show(view)
      const typed = get().form?.values ?? left
      const rest = view.opportunity === null ? null : withTypedSince(openSaleForm(view.opportunity), left, typed)
      set({ formFailure: null })
      setForm(rest !== null && hasChanges(rest) ? rest : null)
      return true
    }

    return {
      read: { kind: 'idle' },
      behind: null,
      form: null,
      formFailure: null,
      link: null,
      busy: null,
      isLookingUp: false,
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
        const left = form.values
        /** The fields may hold more by now than what was sent. */
        const goOn = (next: SaleForm): void => setForm(withTypedSince(next, left, get().form?.values ?? left))
        // Pressed again after both were shown: mine are to stand over theirs.
        let sent: SaleForm = { ...form, conflicts: [] }
        let reply = await send(sent)
        if (!reply.ok && reply.failure.code === 'stale') {
          const rebased = await rebase(sent)
          if (rebased !== null && rebased.conflicts.length === 0 && hasChanges(rebased)) {
            sent = rebased
            reply = await send(sent)
          } else if (rebased !== null) {
            set({ busy: null })
            goOn(rebased)
            return false
          }
        }
        set({ busy: null })
        if (reply.ok) return saved(reply.value, left)
        goOn(sent)
        set({ formFailure: reply.failure })
        return false
      },
      takeTheirs: () => {
        const { form } = get()
        if (form !== null) setForm(takeTheirs(form))
      },
      openLink: (text) => set({ link: text === undefined ? (get().link ?? noLink) : { ...noLink, text } }),
      closeLink: () => setLink(null),
      typeLink: (text) => setLink({ text, found: null, failure: null }),
      lookUp: async () => {
        const { link, isLookingUp } = get()
        if (link === null || isLookingUp) return
        const opportunityID = link.text.trim()
        set({ isLookingUp: true, link: { ...link, failure: null } })
        // What is no id at all is not asked for: the CRM could only say that it has no such record.
        const reply = crmIDSchema.safeParse(opportunityID).success
          ? await bridge.study.lookUpOpportunity({ studyID, opportunityID })
          : fail('not-found', studyMessages.noOpportunity)
        const still = get().link
        set({ isLookingUp: false })
        if (still === null || still.text !== link.text) return
        set({
          link: reply.ok
            ? { ...still, found: reply.value, failure: null }
            : { ...still, found: null, failure: reply.failure },
        })
      },
      linkTo: async (opportunityID, isConfirmed = false) => {
        if (get().busy !== null) return false
        set({ busy: 'link' })
        const reply = await once(`link ${opportunityID} ${isConfirmed}`, (idempotencyKey) =>
          bridge.study.linkOpportunity({ studyID, opportunityID, isConfirmed, idempotencyKey }),
        )
        set({ busy: null })
        if (reply.ok) {
          show(reply.value)
          setLink(null)
          return true
        }
        set({ link: { ...(get().link ?? { ...noLink, text: opportunityID }), failure: reply.failure } })
        return false
      },
    }
  })
}
