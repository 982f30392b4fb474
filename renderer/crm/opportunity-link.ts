import type { Bridge } from '#contract/bridge.ts'
import { fail } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'
import type { Drafts } from '../session/drafts.ts'
import type { LinkForm, SalesState, SalesStore } from './sales-state.ts'

type Parts = {
  readonly store: SalesStore
  readonly study: Pick<Bridge['study'], 'lookUpOpportunity' | 'linkOpportunity'>
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  readonly studyID: StudyID
  readonly newKey: () => string
  /** Shows the opportunity that the study is linked to now. */
  readonly show: (value: OpportunityView) => void
}

type OpportunityLink = {
  readonly acts: Pick<SalesState, 'openLink' | 'closeLink' | 'typeLink' | 'lookUp' | 'linkTo'>
  /** Restores text typed before a reload or a crash. Only the first call has an effect. */
  readonly restore: () => Promise<void>
}

const noLink: LinkForm = { text: '', found: null, failure: null }

/** Creates the actions that find an opportunity and link a study to it. */
export const createOpportunityLink = ({ store, study, drafts, studyID, newKey, show }: Parts): OpportunityLink => {
  const { getState: get, setState: set } = store
  const linkDraftID = `opportunity-id:${studyID}`
  const withRetryKey = createRetryKeys(newKey)
  let isRestored = false

  const setLink = (link: LinkForm | null): void => {
    set({ link })
    if (link !== null && link.text.trim() !== '') drafts.keep(linkDraftID, link.text)
    else void drafts.discard(linkDraftID)
  }

  return {
    acts: {
      openLink: (text) => set({ link: text === undefined ? (get().link ?? noLink) : { ...noLink, text } }),
      closeLink: () => setLink(null),
      typeLink: (text) => setLink({ text, found: null, failure: null }),
      lookUp: async () => {
        const { link, isLookingUp } = get()
        if (link === null || isLookingUp) return
        const opportunityID = link.text.trim()
        set({ isLookingUp: true, link: { ...link, failure: null } })
        // An invalid ID needs no call: the CRM has no such record.
        const reply = crmIDSchema.safeParse(opportunityID).success
          ? await study.lookUpOpportunity({ studyID, opportunityID })
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
        const reply = await withRetryKey(`link ${opportunityID} ${isConfirmed}`, (idempotencyKey) =>
          study.linkOpportunity({ studyID, opportunityID, isConfirmed, idempotencyKey }),
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
    },
    restore: async () => {
      if (isRestored) return
      isRestored = true
      const text = await drafts.read(linkDraftID)
      if (typeof text === 'string' && get().link === null) set({ link: { ...noLink, text } })
    },
  }
}
