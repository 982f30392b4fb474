import type { Study } from '../study/study.ts'
import type { CrmOpportunity } from './crm.ts'

type OpportunityMatch =
  | { readonly kind: 'matches' }
  /** The opportunity names another study: the mismatch dialog (study spec §5, §8). */
  | { readonly kind: 'mismatch'; readonly otherStudyID: string }
  /** The study names no opportunity, or the opportunity no study. */
  | { readonly kind: 'unlinked'; readonly lacking: 'opportunity' | 'study' }
  /** The study names an opportunity that the CRM does not know. */
  | { readonly kind: 'unknown' }

/**
 * Whether study and opportunity belong together (study spec §5: the opportunity's study id must equal the study's). Give the
 * opportunity that the CRM answered for the one the study names, null where it knows none such.
 */
export const matchOpportunity = (
  study: Pick<Study, 'studyID' | 'opportunityID'>,
  opportunity: Pick<CrmOpportunity, 'Study_ID__c'> | null,
): OpportunityMatch => {
  if (study.opportunityID === null || study.opportunityID === '') return { kind: 'unlinked', lacking: 'opportunity' }
  if (opportunity === null) return { kind: 'unknown' }
  const named = opportunity.Study_ID__c?.trim() ?? ''
  if (named === '') return { kind: 'unlinked', lacking: 'study' }
  return named === study.studyID ? { kind: 'matches' } : { kind: 'mismatch', otherStudyID: named }
}
