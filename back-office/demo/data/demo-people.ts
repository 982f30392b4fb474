import { type CrmOpportunity, type CrmPerson, crmOpportunitySchema, crmPersonSchema } from '#domain/crm/crm.ts'
import type { Member } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type DemoHome, firstHome } from './demo-homes.ts'
import { demoFirstNames } from './demo-practitioners.ts'
import type { SeededRandom } from './seeded-random.ts'

type DemoAccount = {
  readonly userID: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly roles: readonly Role[]
  readonly allowedLocations: readonly LocationID[] | null
  readonly homeLocation: LocationID
}

/** The password of every demo account; only demo data use it (decisions §1). */
export const demoPassword = 'atrium-demo'

const account = (
  name: string,
  firstname: string,
  lastname: string,
  roles: readonly Role[],
  home: DemoHome = firstHome,
  allowedLocations: readonly string[] | null = null,
): DemoAccount => ({
  userID: `u-${name}`,
  email: `${name}@demo.atrium`,
  firstname,
  lastname,
  roles,
  allowedLocations: allowedLocations as readonly LocationID[] | null,
  homeLocation: home as string as LocationID,
})

/** The ten accounts of decisions §1, and one of the role `finance` (decisions section 6). */
export const demoAccounts: readonly DemoAccount[] = [
  account('frontdesk', 'Robin', 'Frost', ['frontdesk']),
  account('admin', 'Alex', 'Finch', ['admin', 'frontdesk']),
  account('sales', 'Sam', 'Holt', ['sales']),
  account('hi', 'Jo', 'Marsh', ['hi']),
  account('reportqc', 'Max', 'Reed', ['report_qc'], 'us-ny-1'),
  account('np', 'Kit', 'Lowell', ['np']),
  account('radiologist', 'Dana', 'Brook', ['radiologist'], 'us-ny-1'),
  account('qa', 'Lee', 'Stone', ['qa'], 'us-ny-1'),
  account('dev', 'Ray', 'Field', ['dev'], 'us-ny-1'),
  account('finance', 'Casey', 'Ward', ['finance']),
  account('onelocation', 'Nico', 'Vale', ['frontdesk'], firstHome, [firstHome]),
]

export type DemoCrm = { readonly persons: readonly CrmPerson[]; readonly opportunities: readonly CrmOpportunity[] }

/**
 * Creates sixty CRM people with an open opportunity each. Two have fixed ids: `003DEMO0001` / `006DEMO0001` is Marta
 * Lindqvist, who is not a member yet; `003DEMO0002` / `006DEMO0002` is the second demo member.
 */
export const createDemoCrm = (random: SeededRandom, members: readonly Member[], now: number): DemoCrm => {
  const persons: CrmPerson[] = []
  const opportunities: CrmOpportunity[] = []
  for (let index = 1; index <= 60; index += 1) {
    const number = String(index).padStart(4, '0')
    const member = index % 2 === 0 ? members[index / 2] : undefined
    persons.push(
      crmPersonSchema.parse(
        member === undefined
          ? toNewPerson(number, index)
          : { ...member, personID: `003DEMO${number}`, atriumID: member.atriumID },
      ),
    )
    opportunities.push(
      crmOpportunitySchema.parse({
        opportunityID: `006DEMO${number}`,
        personID: `003DEMO${number}`,
        Study_ID__c: null,
        Scan_Type__c: random.pick(['Whole Body MRI', 'Whole Body MRI Plus', 'Torso MRI']),
        StageName: random.pick(['Prospecting', 'Qualified', 'Ready to book']),
        LeadSource: random.pick(['Web', 'Phone', 'Event', 'Member referral']),
        Type: random.pick(['New Business', 'Existing Business']),
        Campaign__c: null,
        OwnerId: 'u-sales',
        CreatedDate: toInstant((now - random.whole(1, 60) * 86_400) * 1000),
      }),
    )
  }
  return { persons, opportunities }
}

const toNewPerson = (number: string, index: number): Omit<CrmPerson, 'atriumID'> & { atriumID: null } => ({
  personID: `003DEMO${number}`,
  firstname: index === 1 ? 'Marta' : (demoFirstNames[index % demoFirstNames.length] ?? 'Avery'),
  lastname: index === 1 ? 'Lindqvist' : `Prospect-${number}`,
  email: `prospect.${index}@mail.example`,
  phone_number: `+1 604 555 01${String(index).padStart(2, '0')}`,
  dob: index === 1 ? '1975-06-14' : null,
  gender: index === 1 ? 'female' : null,
  address: index === 1 ? '14 Orchard Road' : '',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V6B 1A1',
  country: 'Canada',
  atriumID: null,
})
