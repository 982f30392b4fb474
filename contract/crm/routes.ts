import { z } from 'zod'
import {
  crmIDSchema,
  crmOpportunityChangesSchema,
  crmOpportunitySchema,
  crmPersonChangesSchema,
  crmPersonSchema,
  opportunityCandidateSchema,
} from '#domain/crm/crm.ts'
import { memberSchema } from '#domain/members/member.ts'
import { bare, memberPath, noFields, type Route, staffAnywhere, staffAtStudy, studyPath } from '../route.ts'
import { opportunityChangeFields, opportunityLinkFields } from './fields.ts'

const opportunityPath = z.object({ id: crmIDSchema })

const opportunityRoute = (method: 'POST' | 'PATCH', keyedBy: 'opportunity' | 'member') =>
  ({
    method,
    path:
      keyedBy === 'opportunity' ? '/api/v1/salesforce/opportunity/:id' : '/api/v1/salesforce/opportunity/atriumID/:id',
    access: staffAnywhere,
    idempotent: false,
    audit: 'crm.opportunity-changed',
    params: keyedBy === 'opportunity' ? opportunityPath : memberPath,
    query: noFields,
    body: crmOpportunityChangesSchema,
    answer: crmOpportunitySchema,
    isPublicInterface: true,
  }) as const

/** A study's CRM data: the opportunity, the names for its ids, and the URL of its CRM page. */
const studyOpportunity = z.object({
  /** Null if the study names no opportunity, or an opportunity that the CRM does not know. */
  opportunity: crmOpportunitySchema.nullable(),
  /** The id that the study names, even if the CRM does not know it. */
  opportunityID: z.string().nullable(),
  salesperson: z.string().nullable(),
  referringMember: z.string().nullable(),
  /** The opportunity's page in the CRM; null without an opportunity, or if no CRM address is configured. */
  crmUrl: z.string().nullable(),
})

/** The calls about the CRM (booking spec §7) and about a study's CRM data (study spec §2 Sales). */
export const crmRoutes = {
  createOpportunity: opportunityRoute('POST', 'opportunity'),
  changeOpportunity: opportunityRoute('PATCH', 'opportunity'),
  createOpportunityOfMember: opportunityRoute('POST', 'member'),
  changeOpportunityOfMember: opportunityRoute('PATCH', 'member'),
  readCrmBooking: {
    ...bare,
    method: 'GET',
    path: '/api/v1/salesforce/booking/person/:personId/opportunity/:opportunityId',
    access: staffAnywhere,
    audit: 'crm.viewed',
    params: z.object({ personId: crmIDSchema, opportunityId: crmIDSchema }),
    answer: z.object({ person: crmPersonSchema, opportunity: crmOpportunitySchema, member: memberSchema.nullable() }),
  },
  readOpportunity: {
    ...bare,
    method: 'GET',
    path: '/api/v1/salesforce/opportunity/:id',
    access: staffAnywhere,
    audit: 'crm.viewed',
    params: opportunityPath,
    answer: crmOpportunitySchema,
  },
  changeCrmPerson: {
    ...bare,
    isPublicInterface: true,
    method: 'PATCH',
    path: '/api/v1/salesforce/person/:id',
    access: staffAnywhere,
    audit: 'crm.person-changed',
    params: z.object({ id: crmIDSchema }),
    body: crmPersonChangesSchema,
    answer: crmPersonSchema,
  },
  createLead: {
    ...bare,
    isPublicInterface: true,
    method: 'POST',
    path: '/api/v1/salesforce/lead/atriumID/:id',
    access: staffAnywhere,
    audit: 'crm.lead-created',
    params: memberPath,
    body: crmPersonChangesSchema,
    answer: crmPersonSchema,
  },
  /** The study's opportunity with the names behind its ids. 503 `crm-unavailable`. */
  readStudyOpportunity: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/opportunity',
    access: staffAtStudy,
    audit: 'crm.viewed',
    params: studyPath,
    answer: studyOpportunity,
  },
  /**
   * Changes type and lead source. 409 `stale` if the CRM's values differ from `expected`; 409 `opportunity-mismatch` if
   * the CRM's record does not name this study; 404 if no opportunity is linked.
   */
  changeStudyOpportunity: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/studies/:studyId/opportunity',
    access: staffAtStudy,
    audit: 'crm.opportunity-changed',
    params: studyPath,
    body: z.strictObject(opportunityChangeFields),
    answer: studyOpportunity,
  },
  /**
   * Links a study and an opportunity in both records. 404 `not-found` for an unknown opportunity. 409
   * `opportunity-mismatch` if the opportunity belongs to another member, or to another study that still has an
   * appointment or a hold. Also 409, unless `isConfirmed`, if the opportunity's person is not a member yet and has
   * neither the member's email nor birth date (`isOtherPerson`).
   */
  linkStudyOpportunity: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/opportunity/link',
    access: staffAtStudy,
    idempotent: true,
    audit: 'crm.opportunity-changed',
    params: studyPath,
    body: z.strictObject(opportunityLinkFields),
    answer: studyOpportunity,
  },
  /**
   * An opportunity that may be linked to a study, with its person, for comparison before linking. 404 for an unknown
   * opportunity; 503 `crm-unavailable`.
   */
  readOpportunityCandidate: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/opportunity/candidate/:opportunityID',
    access: staffAtStudy,
    audit: 'crm.viewed',
    params: studyPath.extend({ opportunityID: crmIDSchema }),
    answer: opportunityCandidateSchema,
  },
} as const satisfies Record<string, Route>
