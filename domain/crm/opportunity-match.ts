import type { Study } from '../study/study.ts'
import type { CrmOpportunity } from './crm.ts'

type OpportunityMatch =
  | { readonly kind: 'matches' }
  /** The opportunity names another study, so the page offers the mismatch dialog (study spec §5, §8). */
  | { readonly kind: 'mismatch'; readonly otherStudyID: string }
  /** The study names no opportunity, or the opportunity names no study. */
  | { readonly kind: 'unlinked'; readonly lacking: 'opportunity' | 'study' }
  /** The study names an opportunity that the CRM does not know. */
  | { readonly kind: 'unknown' }

/**
 * Compares a study with its opportunity (study spec §5: the opportunity's study id must equal the study's).
 * `opportunity` is the CRM's record for the id that the study names; null if the CRM has none.
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
