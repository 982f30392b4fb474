import type { Member } from '../members/member.ts'
import { foldText } from '../values/plain-text.ts'
import type { IncomingReport, ResultIdentity } from './incoming-report.ts'

export const identityFields = ['patientID', 'name', 'birthDate', 'sex'] as const
export type IdentityField = (typeof identityFields)[number]

type ResultMatch =
  | { readonly kind: 'match' }
  /** No study has the id that the message names. */
  | { readonly kind: 'unmatched' }
  /** The study's member is another person, or the message contradicts the record in these fields. */
  | { readonly kind: 'mismatch'; readonly fields: readonly IdentityField[] }
  /** No field contradicts the record, but the message has neither our patient id nor both name and birth date. */
  | { readonly kind: 'incomplete' }

type NamedMember = Pick<Member, 'patientID' | 'firstname' | 'middlename' | 'lastname' | 'dob' | 'gender'>

/**
 * Decides whether a result belongs to the study that it names (decision 277). It belongs only if the patient id, or
 * both name and birth date, agree and no field contradicts the record. A missing field is not a contradiction. A
 * partial birth date makes the result incomplete.
 */
export const matchResult = (
  { identity }: Pick<IncomingReport, 'identity'>,
  study: { readonly studyID: string } | null,
  member: NamedMember | null,
): ResultMatch => {
  if (study === null || member === null) return { kind: 'unmatched' }
  const fields = differingFields(identity, member)
  if (fields.length > 0) return { kind: 'mismatch', fields }
  const hasName = hasText(identity.given) && hasText(identity.family)
  const isCertain = identity.patientIDs.some(hasText) || (hasName && identity.birthDate !== null)
  // A partial birth date proves nothing, because the missing part may contradict the record.
  return isCertain && !hasText(identity.partialBirthDate) ? { kind: 'match' } : { kind: 'incomplete' }
}

/**
 * Returns whether a person must give a reason to attach a result to a study: the result names another study, or its
 * identity does not match the study's member (decision 281).
 */
export const needsAttachReason = (
  result: Pick<IncomingReport, 'identity' | 'studyRef'>,
  study: { readonly studyID: string },
  member: NamedMember,
): boolean => result.studyRef !== study.studyID || matchResult(result, study, member).kind !== 'match'

/**
 * Returns whether a waiting result is about a study: it names the study, or certainly names the study's member
 * (decision 314).
 */
export const isAboutStudy = (
  result: Pick<IncomingReport, 'identity' | 'studyRef'>,
  study: { readonly studyID: string },
  member: NamedMember,
): boolean => result.studyRef === study.studyID || matchResult(result, study, member).kind === 'match'

/** Returns the fields in which a result contradicts a member's record. */
export const differingFields = (identity: ResultIdentity, member: NamedMember): readonly IdentityField[] => {
  const ids = identity.patientIDs.map(idKey).filter((id) => id !== '')
  const isDifferent: { readonly [Field in IdentityField]: boolean } = {
    patientID: ids.length > 0 && !ids.includes(idKey(member.patientID)),
    name: (hasText(identity.given) || hasText(identity.family)) && !isSameName(identity, member),
    birthDate:
      (identity.birthDate !== null && identity.birthDate !== member.dob) ||
      contradicts(identity.partialBirthDate, member.dob),
    sex: identity.sex !== null && identity.sex !== member.gender,
  }
  return identityFields.filter((field) => isDifferent[field])
}

/** Returns whether a partial birth date, such as `1975`, `1975-02` or `197502`, contradicts a birth date. */
const contradicts = (partial: string, dob: string): boolean => {
  const [, year, month] = /^(\d{4})(?:-?(\d{2}))?$/.exec(partial.trim()) ?? []
  if (year === undefined) return false
  return !dob.startsWith(month === undefined ? `${year}-` : `${year}-${month}-`)
}

const hasText = (text: string): boolean => text.trim() !== ''

const idKey = (id: string): string => id.trim().toLowerCase()

/** Titles and suffixes that other systems add to a name or omit. */
const suffixes: ReadonlySet<string> = new Set(
  'jr sr junior senior ii iii iv md phd dds esq rn mr mrs ms miss dr prof'.split(' '),
)

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' }

/**
 * Returns the spellings of a name, each as its folded words without suffixes. The second spelling writes an umlaut as
 * two letters: Müller is also mueller.
 */
const spellingsOf = (name: string): readonly (readonly string[])[] => {
  const inTwoLetters = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüå]/g, (letter) => umlauts[letter] ?? letter)
  return [name, inTwoLetters].map((spelling) => {
    // M.D. and Ph.D. are one word each.
    const words = foldText(spelling.replace(/\./g, '')).split(' ').filter(hasText)
    const names = words.filter((word) => !suffixes.has(word))
    return names.length === 0 ? words : names
  })
}

/**
 * Returns the comparable forms of a person's name: given and family name without spaces and hyphens, in both orders,
 * and all words of the name sorted.
 */
const keysOf = (given: string, family: string): readonly string[] =>
  spellingsOf(given).flatMap((first) =>
    spellingsOf(family).flatMap((last) => {
      const [one, two] = [first.join(''), last.join('')]
      return [`${one}|${two}`, `${two}|${one}`, [...first, ...last].sort().join(' ')]
    }),
  )

/**
 * Returns whether a result names this member. Case, accents, hyphens, apostrophes, suffixes, the order of the names,
 * and the middle name or its first letter make no difference. A middle name that the record lacks does make a
 * difference.
 */
const isSameName = ({ given, family }: ResultIdentity, member: NamedMember): boolean => {
  const { firstname, middlename, lastname } = member
  const givenNames = [
    firstname,
    ...(middlename === ''
      ? []
      : [`${firstname} ${middlename}`, `${firstname} ${[...foldText(middlename)].slice(0, 1).join('')}`]),
  ]
  const known = new Set(givenNames.flatMap((name) => keysOf(name, lastname)))
  return keysOf(given, family).some((key) => key !== '|' && key !== '' && known.has(key))
}
