import { type CrmOpportunity, type CrmPerson, crmOpportunitySchema, crmPersonSchema } from '#domain/crm/crm.ts'
import type { Member } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyTable } from '../../database/tables.ts'
import { demoScans } from './demo-catalogue.ts'
import type { DemoCrm } from './demo-people.ts'
import type { SeededRandom } from './seeded-random.ts'

const day = 86_400

/** An id of the right form that is not in the CRM. @internal Tests ask for it. */
export const unknownOpportunityID = '006NOTINCRM'

type LinkedStudies = DemoCrm & { readonly studies: readonly StudyTable[] }

/**
 * Creates CRM opportunities for about a quarter of the studies, each linked both ways. Some links are inconsistent, so
 * that users can try the repair of a mismatch. `scenes` are the ids of the studies that play today's scenes at the
 * first home location, in the order of their times. The third and the sixth of these studies have the opportunity of
 * the next linked study, and so does about every 400th other study. The second has an opportunity that names no study;
 * the fifth has one that is not in the CRM.
 */
export const linkOpportunities = (
  random: SeededRandom,
  studies: readonly StudyTable[],
  scenes: readonly string[],
  members: readonly Member[],
  crm: DemoCrm,
): LinkedStudies => {
  const persons = new Map<string, CrmPerson>()
  const opportunities: CrmOpportunity[] = []
  const byID = new Map(members.map((member) => [member.patientID as string, member]))
  // These members have an open opportunity to book from. Their existing studies get no opportunity, except the studies
  // that play a scene.
  const taken = new Set(crm.persons.map(({ atriumID }) => atriumID))
  const create = (study: StudyTable, writtenInto: string | null): string => {
    const member = byID.get(study.patient_id)
    if (member === undefined) throw new RangeError('a demo study without a member')
    const personID = `003M${member.patientID.slice(2)}`
    persons.set(personID, crmPersonSchema.parse({ ...member, personID }))
    const opportunityID = `006S${study.study_id.slice(2)}`
    opportunities.push(
      crmOpportunitySchema.parse({
        opportunityID,
        personID,
        Study_ID__c: writtenInto,
        Scan_Type__c: demoScans.find(({ skuID }) => skuID === study.sku_id)?.name ?? null,
        StageName: study.cancelled === 1 ? 'Closed Lost' : 'Closed Won',
        LeadSource: random.pick(['Web', 'Phone', 'Event', 'Member referral']),
        Type: random.pick(['New Business', 'Existing Business']),
        Campaign__c: random.pick(['Spring mailing', 'Physician evenings', null]),
        OwnerId: random.pick(['u-sales', 'u-sales', 'u-frontdesk']),
        CreatedDate: toInstant((study.created_at - random.whole(0, 45) * day - random.whole(600, 40_000)) * 1000),
      }),
    )
    return opportunityID
  }
  const linked = studies.map((study, index): StudyTable => {
    const place = scenes.indexOf(study.study_id)
    if (place === 4) return { ...study, opportunity_id: unknownOpportunityID }
    const mayLink = place >= 0 ? place < 8 : index % 4 === 2 && !taken.has(study.patient_id)
    if (!mayLink) return study
    return { ...study, opportunity_id: create(study, place === 1 ? null : study.study_id) }
  })
  const withOpportunity = linked.filter(({ opportunity_id }) => opportunity_id?.startsWith('006S') === true)
  const wrong = new Map(
    withOpportunity.flatMap((study, index) => {
      const place = scenes.indexOf(study.study_id)
      const other = withOpportunity[index + 1] ?? withOpportunity[0]
      const isMismatch = place === 2 || place === 5 || (place < 0 && index % 100 === 50)
      return isMismatch && other !== undefined ? [[study.study_id, other.opportunity_id] as const] : []
    }),
  )
  return {
    studies: linked.map((study) => ({ ...study, opportunity_id: wrong.get(study.study_id) ?? study.opportunity_id })),
    persons: [...crm.persons, ...persons.values()],
    opportunities: [...crm.opportunities, ...opportunities],
  }
}
