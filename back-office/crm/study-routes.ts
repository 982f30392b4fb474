import type { Handlers } from '../kernel/handler.ts'
import { changeStudyOpportunity, linkStudyOpportunity, readStudyOpportunity } from './study.ts'
import { readOpportunityCandidate } from './study-candidate.ts'

/** A study's side of the CRM (study spec §2 Sales). */
export const crmStudyHandlers: Handlers<
  'readStudyOpportunity' | 'changeStudyOpportunity' | 'linkStudyOpportunity' | 'readOpportunityCandidate'
> = {
  readStudyOpportunity: ({ params }, context) => readStudyOpportunity(params.studyId, context),
  changeStudyOpportunity: ({ params, body }, context) => changeStudyOpportunity(params.studyId, body, context),
  linkStudyOpportunity: ({ params, body }, context) => linkStudyOpportunity(params.studyId, body, context),
  readOpportunityCandidate: ({ params }, context) =>
    readOpportunityCandidate(params.studyId, params.opportunityID, context),
}
