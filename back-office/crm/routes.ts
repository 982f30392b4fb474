import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { changeCrmPerson, createLead } from './crm-people.ts'
import {
  changeOpportunityByID,
  changeOpportunityOfMember,
  createOpportunityOfMember,
  readCrmBooking,
  readOpportunity,
} from './opportunities.ts'
import { readOpportunityCandidate } from './study-candidate.ts'
import { changeStudyOpportunity, linkStudyOpportunity, readStudyOpportunity } from './study-opportunity.ts'

/**
 * The handlers of the CRM (booking spec §7, §8) and of a study's sale (study spec §2 Sales). `createOpportunity` is the
 * POST form of `changeOpportunity`: it changes an existing opportunity and creates none.
 */
export const crmHandlers = {
  createOpportunity: ({ params, body }, context) => changeOpportunityByID(params.id, body, context),
  changeOpportunity: ({ params, body }, context) => changeOpportunityByID(params.id, body, context),
  createOpportunityOfMember: ({ params, body }, context) => createOpportunityOfMember(params.id, body, context),
  changeOpportunityOfMember: ({ params, body }, context) => changeOpportunityOfMember(params.id, body, context),
  readCrmBooking: ({ params }, context) => readCrmBooking(params, context),
  readOpportunity: ({ params }, context) => readOpportunity(params.id, context),
  changeCrmPerson: ({ params, body }, context) => changeCrmPerson(params.id, body, context),
  createLead: ({ params, body }, context) => createLead(params.id, body, context),
  readStudyOpportunity: ({ params }, context) => readStudyOpportunity(params.studyId, context),
  changeStudyOpportunity: ({ params, body }, context) => changeStudyOpportunity(params.studyId, body, context),
  linkStudyOpportunity: ({ params, body }, context) => linkStudyOpportunity(params.studyId, body, context),
  readOpportunityCandidate: ({ params }, context) =>
    readOpportunityCandidate(params.studyId, params.opportunityID, context),
} satisfies Partial<Handlers<RouteName>>
