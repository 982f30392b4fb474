import { foldText } from '../values/plain-text.ts'
import { isSomeoneElse, type OpportunityCandidate } from './crm.ts'

export const personDetails = ['name', 'dob', 'email'] as const
export type PersonDetail = (typeof personDetails)[number]

type Person = OpportunityCandidate['person']

/**
 * In what a person of the CRM differs from a member; what the CRM does not know differs in nothing. Names by their letters
 * alone: case, accents and spaces are written in many ways.
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

/** Whether somebody has to say that it is the same person before the two records become one. */
export const mustBeConfirmed = (person: Person, member: Person): boolean =>
  differencesOf(person, member).length > 0 || isSomeoneElse(person, member)
