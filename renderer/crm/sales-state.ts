import type { StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import type { OpportunityCandidate } from '#domain/crm/crm.ts'
import type { Loadable } from '../kit/loadable.ts'
import type { SaleFields, SaleForm } from './inside/opportunity-form.ts'

/** The search for the study's opportunity: the typed ID, and the record found. */
export type LinkForm = {
  readonly text: string
  readonly found: OpportunityCandidate | null
  readonly failure: Failure | null
}

export type SalesState = {
  readonly read: Loadable<OpportunityView>
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  readonly form: SaleForm | null
  readonly formFailure: Failure | null
  readonly link: LinkForm | null
  readonly busy: 'save' | 'link' | null
  /** Separate from `busy`: a search writes nothing, so a search and a save can run at the same time. */
  readonly isLookingUp: boolean
  readonly load: () => Promise<void>
  readonly edit: () => void
  readonly type: (change: Partial<SaleFields>) => void
  readonly closeForm: () => void
  /** Saves the form and returns true on success. The form stays open if the user typed during the save. */
  readonly save: () => Promise<boolean>
  /** Resolves each conflict: the CRM's value replaces the user's. */
  readonly takeTheirs: () => void
  /** Opens the search. `opportunityID`, if given, replaces the typed text. */
  readonly openLink: (opportunityID?: string) => void
  readonly closeLink: () => void
  readonly typeLink: (text: string) => void
  readonly lookUp: () => Promise<void>
  /**
   * Links the study to an opportunity. `isConfirmed` means that the user confirmed that the opportunity's person is the
   * study's member. Returns true on success. A refusal is shown where the user chooses the opportunity.
   */
  readonly linkTo: (opportunityID: string, isConfirmed?: boolean) => Promise<boolean>
}
export type SalesStore = StoreApi<SalesState>
