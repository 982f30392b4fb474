import { editDistance } from '../values/edit-distance.ts'
import { foldText } from '../values/plain-text.ts'
import type { Member, MemberDraft, MemberID } from './member.ts'

/** The reasons for which a member may be the same person as the member who is being created. */
export const duplicateReasons = [
  'same-email',
  'same-name-and-birth-date',
  'similar-name-and-birth-date',
  'same-phone-and-similar-name',
] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

type Person = Pick<Member, 'firstname' | 'lastname' | 'email' | 'dob' | 'phone_number'>

/** Returns a phone number's digits without a leading 1, for comparison: `+1 (604) 555-0142` is `6045550142`. */
export const phoneKey = (phone: string): string => {
  const digits = phone.replace(/\s*(x|ext\.?)\s*\d+\s*$/i, '').replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/**
 * Returns the reasons why two records may be one person, strongest first; empty if there are none. The reasons are the
 * same email, the same name and birth date, a similar name and birth date, and the same phone with a similar name. The
 * third reason is a similar name with the same birth date, or the same name with day and month of the birth date
 * swapped. {@link areNamesSimilar} defines a similar name. An empty email matches no other.
 */
export const findDuplicateReasons = (
  draft: Pick<MemberDraft, 'firstname' | 'lastname' | 'email' | 'dob' | 'phone_number'>,
  member: Person,
): DuplicateReason[] => {
  const reasons: DuplicateReason[] = []
  const email = draft.email.trim().toLowerCase()
  if (email !== '' && email === member.email.trim().toLowerCase()) reasons.push('same-email')
  const sameName = nameKey(draft) === nameKey(member)
  const similarName = sameName || areNamesSimilar(draft, member)
  const sameBirthDate = draft.dob === member.dob
  if (sameName && sameBirthDate) reasons.push('same-name-and-birth-date')
  else if (similarName && (sameBirthDate || (sameName && isDayMonthSwapped(draft.dob, member.dob)))) {
    reasons.push('similar-name-and-birth-date')
  }
  const phone = phoneKey(draft.phone_number)
  if (phone.length >= 7 && phone === phoneKey(member.phone_number) && similarName) {
    reasons.push('same-phone-and-similar-name')
  }
  return reasons
}

/**
 * Returns the members who may be a person of whom only the name and the birth date are known. Members with the same
 * name and birth date come first; the others keep their order.
 */
export const findLikelyDuplicates = <Other extends Person>(
  person: Pick<MemberDraft, 'firstname' | 'lastname' | 'dob'>,
  members: readonly Other[],
): readonly Other[] => {
  const draft = { ...person, email: '', phone_number: '' }
  const matches = members
    .map((member) => ({ member, reasons: findDuplicateReasons(draft, member) }))
    .filter(({ reasons }) => reasons.length > 0)
  const isSame = ({ reasons }: (typeof matches)[number]): boolean => reasons.includes('same-name-and-birth-date')
  return [...matches.filter(isSame), ...matches.filter((match) => !isSame(match))].map(({ member }) => member)
}

const nameKey = (person: Pick<Person, 'firstname' | 'lastname'>): string =>
  `${foldText(person.firstname)}|${foldText(person.lastname)}`

/**
 * Returns whether busy staff could confuse two names, even with first and last name swapped. Both parts must be equal
 * or differ by one letter (by two letters if they have 8 letters or more). Parts of up to three letters must be equal.
 * Used to find duplicates, and to flag members with similar names in one list or on one day.
 */
export const areNamesSimilar = (
  a: Pick<Person, 'firstname' | 'lastname'>,
  b: Pick<Person, 'firstname' | 'lastname'>,
): boolean => {
  const [aFirst, aLast] = [foldText(a.firstname), foldText(a.lastname)]
  const [bFirst, bLast] = [foldText(b.firstname), foldText(b.lastname)]
  return (
    (isWordSimilar(aFirst, bFirst) && isWordSimilar(aLast, bLast)) ||
    (isWordSimilar(aFirst, bLast) && isWordSimilar(aLast, bFirst))
  )
}

type Named = Pick<Member, 'patientID' | 'firstname' | 'lastname'>

/**
 * Returns the ids of members whose names are similar to another member's in the list. A
 * member may be in the list several times.
 */
export const findSimilarNames = (members: readonly Named[]): ReadonlySet<MemberID> => {
  const similar = new Set<MemberID>()
  for (const [index, one] of members.entries()) {
    for (const other of members.slice(index + 1)) {
      if (one.patientID === other.patientID || !areNamesSimilar(one, other)) continue
      similar.add(one.patientID)
      similar.add(other.patientID)
    }
  }
  return similar
}

/** Returns the other members of a list with a name similar to the member's, each once. */
export const findLookalikes = <Other extends Named>(member: Named, others: readonly Other[]): readonly Other[] => {
  const found = new Map<string, Other>()
  for (const other of others) {
    if (other.patientID !== member.patientID && areNamesSimilar(member, other)) found.set(other.patientID, other)
  }
  return [...found.values()]
}

const isWordSimilar = (a: string, b: string): boolean => {
  if (a === b) return true
  const longest = Math.max(a.length, b.length)
  if (longest < 4) return false
  return editDistance(a, b) <= (longest >= 8 ? 2 : 1)
}

const isDayMonthSwapped = (a: string, b: string): boolean => {
  const [year, month, day] = a.split('-')
  return month !== day && `${year}-${day}-${month}` === b
}
