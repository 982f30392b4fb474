import type { CrmBridge } from '#contract/crm/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { type CrmPerson, crmPersonSchema } from '#domain/crm/crm.ts'
import { fakeOpportunity } from './fake-directory.ts'
import type { FakeWorld } from './fake-members.ts'

const noMember: CrmPerson = {
  personID: '003DEMO0001',
  firstname: 'Ingrid',
  lastname: 'Vasquez-Holm',
  email: 'ingrid@mail.example',
  phone_number: '604-555-0177',
  dob: '1979-03-12',
  gender: 'female',
  address: '9 Quay Lane',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V0X 0X0',
  country: 'Canada',
  atriumID: null,
}

/** Creates the CRM of the fake bridge: a person who is not a member yet and one who is, each with an opportunity. */
export const createFakeCrm = (world: FakeWorld): CrmBridge => ({
  findOpportunity: async ({ opportunityID }) =>
    createFakeCrm(world).readBooking({ personID: opportunityID.replace(/^006/, '003'), opportunityID }),
  readBooking: async ({ personID, opportunityID }) => {
    if (!world.isOnline()) return fail('offline', 'The back office cannot be reached.')
    const member = world.clinic.members[1] ?? null
    const known = member === null ? null : crmPersonSchema.parse({ ...member, personID: '003DEMO0002' })
    const persons = new Map([noMember, ...(known === null ? [] : [known])].map((one) => [one.personID, one]))
    const person = persons.get(personID)
    if (person === undefined) return fail('not-found', 'The CRM has no such person.')
    const owner = opportunityID.replace(/^006/, '003')
    if (!persons.has(owner)) return fail('not-found', 'The CRM has no such opportunity.')
    if (owner !== personID) return fail('opportunity-mismatch', 'This opportunity belongs to another person.')
    const opportunity = { ...fakeOpportunity(opportunityID, null, world.now()), personID }
    return ok({ person, opportunity, member: person.atriumID === null ? null : member })
  },
})
