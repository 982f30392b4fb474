import type { Member } from '../members/member.ts'
import type { CrmPerson } from './crm.ts'
import { differencesOf, mustBeConfirmed, type PersonDetail } from './person-differences.ts'

type Person = Pick<CrmPerson, 'firstname' | 'lastname' | 'dob' | 'email' | 'atriumID'>

type OpportunityChoice =
  /** No member is chosen yet: the booking starts from the CRM's person. */
  | { readonly kind: 'no-member' }
  | { readonly kind: 'other-member' }
  /**
   * The person is not a member yet, and their details differ from the member's: staff confirm that both are the same
   * person.
   */
  | { readonly kind: 'confirm'; readonly differences: readonly PersonDetail[] }
  | { readonly kind: 'attach' }

/**
 * Decides whether an opportunity can be attached to the booking of a member (booking spec §1). A person of the CRM who
 * is another member is refused. A person who is not a member yet is linked to this member when the booking is made.
 */
export const decideOpportunityChoice = (person: Person, member: Member | null): OpportunityChoice => {
  if (member === null) return { kind: 'no-member' }
  if (person.atriumID !== null && person.atriumID !== '') {
    return person.atriumID === member.patientID ? { kind: 'attach' } : { kind: 'other-member' }
  }
  const differences = differencesOf(person, member)
  return mustBeConfirmed(person, member) ? { kind: 'confirm', differences } : { kind: 'attach' }
}
