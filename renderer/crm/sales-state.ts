import type { StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import type { OpportunityCandidate } from '#domain/crm/crm.ts'
import type { Loadable } from '../kit/loadable.ts'
import type { SaleFields, SaleForm } from './inside/opportunity-form.ts'

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
