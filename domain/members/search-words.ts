import { foldText } from '../values/plain-text.ts'
import { phoneKey } from './duplicates.ts'
import type { Member } from './member.ts'
import { nameWords } from './name-keys.ts'
import { takeBirthDates } from './typed-birth-dates.ts'
import { studyIDOnPaper } from './typed-paper-number.ts'

/** One part of a search. A member matches the part if one of the member's words begins with one of the prefixes. */
export type SearchTerm = { readonly prefixes: readonly string[] }

/** A parsed search text. All terms must match; the misspelling search uses the names. */
export type SearchQuery = {
  readonly terms: readonly SearchTerm[]
  /** Terms that are not names: birth date, phone digits, email, id. */
  readonly exactTerms: readonly SearchTerm[]
  /** The folded words that may be names, as typed. */
  readonly names: readonly string[]
}

const fewestPhoneDigits = 3
const maxTerms = 8
const maxWordChars = 60
const pairedLetters = 3
const maxPairedWords = 6

// The first letter of an indexed word is its kind, so that a term for one kind never matches a word of another.
export const nameWord = (word: string): string => `n${word.slice(0, maxWordChars)}`
const birthDateWord = (date: string): string => `b${date}`
const phoneWord = (digits: string): string => `p${digits}`
export const emailWord = (email: string): string => `e${email.trim().toLowerCase()}`
const idWord = (id: string): string => `i${id.toLowerCase()}`
/**
 * Returns the index word for two names of one person: the beginning of `one`, and all of `other`. A search for two
 * common names needs this word, because each name alone matches too many people.
 */
export const pairWord = (one: string, other: string): string => `c${one.slice(0, pairedLetters)} ${other}`

/** Returns the upper bound of all texts that begin with `prefix`, for a half-open range over an index. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`

/**
 * Returns all words under which a member is found. These are the words of the names and pairs of them, the birth date,
 * the email and the id. The phone number is found without its extension and leading 1, and by its last seven or four
 * digits.
 */
export const memberWords = (
  member: Pick<
    Member,
    'patientID' | 'firstname' | 'middlename' | 'lastname' | 'preferredName' | 'dob' | 'email' | 'phone_number'
  >,
): readonly string[] => {
  const names = nameWords(member)
  const paired = names.filter((word) => word.length > 1).slice(0, maxPairedWords)
  const pairs = paired.flatMap((one) => paired.filter((other) => other !== one).map((other) => pairWord(one, other)))
  const phone = phoneKey(member.phone_number)
  const words = [...names.map(nameWord), ...pairs]
  if (phone !== '') words.push(phoneWord(phone), phoneWord(phone.slice(-7)), phoneWord(phone.slice(-4)))
  words.push(birthDateWord(member.dob), emailWord(member.email), idWord(member.patientID))
  return [...new Set(words.map((word) => word.toWellFormed()))]
}

/** Returns the words under which a study is found: its id. */
export const studyWords = (studyID: string): readonly string[] => [idWord(studyID)]

/**
 * Parses a typed text: an email, birth dates in any spelling, phone digits in any grouping, ids, and words of names.
 * The number of an invoice or receipt counts as the id of its study. The result is empty if there is nothing to search
 * for.
 */
export const parseSearch = (text: string): SearchQuery => {
  const studyID = studyIDOnPaper(text)
  if (studyID !== null) {
    const terms = [{ prefixes: [idWord(studyID)] }]
    return { terms, exactTerms: terms, names: [] }
  }
  const terms: SearchTerm[] = []
  const normal = text.normalize('NFC').trim().toLowerCase()
  let rest = ''
  const take = (pattern: RegExp, read: (groups: readonly string[]) => readonly string[]): void => {
    rest = rest.replace(pattern, (whole: string, ...parts: unknown[]) => {
      const prefixes = read([whole, ...parts.filter((part) => typeof part === 'string')])
      if (prefixes.length === 0) return whole
      terms.push({ prefixes })
      return ' '
    })
  }
  rest = normal
  take(/[^\s@]+@[^\s@]*/gu, ([email = '']) => [emailWord(email)])
  const { rest: undated, dates } = takeBirthDates(rest)
  rest = undated
  terms.push(...dates.map((spellings) => ({ prefixes: spellings.map(birthDateWord) })))
  // An id such as m-000123 or 0b1c-… contains dashes, which folding would remove, and may begin like a phone number.
  take(/(?<![\p{L}\p{N}-])(?=[a-z0-9-]*[a-z])(?=[a-z0-9-]*\d)[a-z0-9]+(?:-[a-z0-9]*)+/gu, ([id = '']) => [idWord(id)])
  take(/(?<![\p{L}\p{N}-])\+?\(?\d[\d\s().-]*(?![\p{L}\p{N}])/gu, ([match = '']) => digitPrefixes(match))
  const exactTerms = terms.slice(0, maxTerms)
  const words = foldText(rest).split(' ').filter(Boolean).slice(0, maxTerms)
  const names = words.filter((word) => /^\p{L}+$/u.test(word)).map((word) => word.slice(0, maxWordChars))
  const [longest = '', next = ''] = [...names].sort((a, b) => b.length - a.length)
  const isPair = longest.length >= pairedLetters && next.length > 1 && !longest.startsWith(next)
  if (isPair) terms.push({ prefixes: [pairWord(longest, next)] })
  for (const word of words) {
    terms.push({ prefixes: /\d/.test(word) ? [nameWord(word), idWord(word)] : [nameWord(word)] })
  }
  return { terms: terms.slice(0, maxTerms + (isPair ? 1 : 0)), exactTerms, names }
}

const digitPrefixes = (text: string): readonly string[] => {
  const digits = text.replace(/\D/g, '')
  if (digits.length < fewestPhoneDigits) return []
  const prefixes = [phoneWord(phoneKey(text)), idWord(digits)]
  // Four digits may be the year of a birth date.
  if (digits.length === 4) prefixes.push(`b${digits}-`)
  return [...new Set(prefixes)]
}
