import { foldText } from '../values/plain-text.ts'
import { isOtherPerson, type OpportunityCandidate } from './crm.ts'

export const personDetails = ['name', 'dob', 'email'] as const
export type PersonDetail = (typeof personDetails)[number]

type Person = OpportunityCandidate['person']

/**
 * Returns the details in which a person of the CRM differs from a member. A detail that the CRM does not have is no
 * difference. Names are compared without case, accents and extra spaces, because these vary.
 */
export const differencesOf = (person: Person, member: Person): readonly PersonDetail[] => {
  const nameOf = ({ firstname, lastname }: Person): string =>
    foldText(`${firstname} ${lastname}`).replace(/\s+/g, ' ').trim()
  const emailOf = ({ email }: Person): string => email.trim().toLowerCase()
  const isDifferent: { readonly [Detail in PersonDetail]: boolean } = {
    name: nameOf(person) !== '' && nameOf(person) !== nameOf(member),
    dob: person.dob !== null && person.dob !== member.dob,
    email: emailOf(person) !== '' && emailOf(person) !== emailOf(member),
  }
  return personDetails.filter((detail) => isDifferent[detail])
}

/** Returns whether staff must confirm that both records are the same person before they are linked. */
export const mustBeConfirmed = (person: Person, member: Person): boolean =>
  differencesOf(person, member).length > 0 || isOtherPerson(person, member)
