import type { CrmOpportunity } from '#domain/crm/crm.ts'
import { type Practitioner, practitionerSchema } from '#domain/people/practitioner.ts'
import type { Instant } from '#domain/values/instant.ts'

const toPractitioner = (
  number: number,
  firstName: string,
  lastName: string,
  profession: string,
  practices: readonly string[],
): Practitioner =>
  practitionerSchema.parse({
    id: `pr-${number}`,
    firstName,
    lastName,
    profession,
    salutation: 'Dr.',
    contact: {
      emailAddress: `${lastName.toLowerCase()}@practice.example`,
      faxNumber: `1604555014${number}`,
      address: `${number} Harbour Street`,
      address2: '',
    },
    locations: practices.map((practiceName, index) => ({
      id: `pl-${number}-${index + 1}`,
      locationName: practiceName,
      practice: { practiceName },
      practitionerContact: { faxNumber: `160455502${number}${index}` },
    })),
    version: 1,
  })

/** Returns fictional practitioners; the second works at two practices, the last at none. */
export const fakePractitioners = (): Practitioner[] => [
  toPractitioner(1, 'Amara', 'Osei', 'Family physician', ['Harbour Family Practice']),
  toPractitioner(2, 'Bruno', 'Lindqvist', 'Naturopath', ['Cedar Clinic', 'Alder Clinic']),
  toPractitioner(3, 'Chiara', 'Moreau', 'Oncologist', ['Northshore Oncology']),
  toPractitioner(4, 'Dev', 'Ramanathan', 'Chiropractor', []),
]

/** Returns an opportunity of the CRM for the given study, or for no study if it is null. */
export const fakeOpportunity = (opportunityID: string, studyID: string | null, now: Instant): CrmOpportunity => ({
  opportunityID,
  personID: 'P1',
  Study_ID__c: studyID,
  Scan_Type__c: 'Whole Body',
  StageName: 'Qualified',
  LeadSource: 'Web',
  Type: 'New',
  Campaign__c: 'Spring 2026',
  OwnerId: 'O1',
  CreatedDate: now,
})
