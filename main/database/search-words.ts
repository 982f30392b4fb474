import { phoneKey } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import { foldText } from '#domain/text/plain-text.ts'
import { type PlainDate, parsePlainDate } from '#domain/time/plain-date.ts'

/** One part of what somebody typed into the search: a row matches it when one of its words begins with one of these. */
export type SearchTerm = { readonly prefixes: readonly string[] }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fewestPhoneDigits = 3
const mostTerms = 8
const longestWord = 60
const pairedLetters = 3

// A word's first letter says what it is, so that 1980 typed for a year does not look among phone numbers of names.
const nameWord = (word: string): string => `n${word.slice(0, longestWord)}`
const birthDateWord = (date: PlainDate): string => `b${date}`
const phoneWord = (digits: string): string => `p${digits}`
const emailWord = (email: string): string => `e${email.trim().toLowerCase()}`
/** Two names of one person, the first by its beginning: two common names are found together where each alone is no help. */
const pairWord = (one: string, other: string): string => `c${one.slice(0, pairedLetters)} ${other}`
const idWord = (id: string): string => `i${id.toLowerCase()}`

/** Everything one member is found by: each part of the names, phone from its start and its last seven and four digits, birth date, e-mail, id. */
export const memberWords = (member: Member): readonly string[] => {
  const names = [member.firstname, member.middlename, member.preferredName, member.lastname].flatMap((name) =>
    foldText(name).split(' '),
  )
  const phone = phoneKey(member.phone_number)
  const given = [...new Set(names.filter((word) => word !== '').map((word) => word.slice(0, longestWord)))]
  const pairs = given.flatMap((one) => given.filter((other) => other !== one).map((other) => pairWord(one, other)))
  const words = [...given.map(nameWord), ...pairs]
  if (phone !== '') words.push(phoneWord(phone), phoneWord(phone.slice(-7)), phoneWord(phone.slice(-4)))
  words.push(birthDateWord(member.dob), emailWord(member.email), idWord(member.patientID))
  return [...new Set(words)]
}

/** What a study is found by: its id. */
export const studyWords = (studyID: string): readonly string[] => [idWord(studyID)]

/**
 * Takes what was typed apart: an e-mail, birth dates in any spelling (`1980-02-03`, `3 Feb 1980`, `February 3, 1980`,
 * `03/02/1980` either way round), phone digits however grouped, ids, and words of names. All terms must match. Empty when
 * there is nothing to look for.
 */
export const parseSearchTerms = (text: string): readonly SearchTerm[] => {
  const terms: SearchTerm[] = []
  let rest = text.normalize('NFC').trim().toLowerCase()
  const take = (pattern: RegExp, read: (groups: readonly string[]) => readonly string[]): void => {
    rest = rest.replace(pattern, (whole: string, ...parts: unknown[]) => {
      const prefixes = read([whole, ...parts.filter((part) => typeof part === 'string')])
      if (prefixes.length === 0) return whole
      terms.push({ prefixes })
      return ' '
    })
  }
  take(/[^\s@]+@[^\s@]*/gu, ([email = '']) => [emailWord(email)])
  take(/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/gu, ([, year, month, day]) => birthDates(year, [[month, day]]))
  take(/\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/gu, ([, one, two, year]) => {
    const dayFirst = [two, one] as const
    const monthFirst = [one, two] as const
    return birthDates(year, [dayFirst, monthFirst])
  })
  take(/\b(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3,9})\.?,?[\s.-]+(\d{4})\b/gu, ([, day, month, year]) =>
    birthDates(year, [[monthNumber(month), day]]),
  )
  take(/\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/gu, ([, month, day, year]) =>
    birthDates(year, [[monthNumber(month), day]]),
  )
  // An id such as m-000123 or 0b1c-… holds dashes, which folding would take away, and may begin like a phone number.
  take(/(?<![\p{L}\p{N}-])(?=[a-z0-9-]*[a-z])(?=[a-z0-9-]*\d)[a-z0-9]+(?:-[a-z0-9]*)+/gu, ([id = '']) => [idWord(id)])
  take(/(?<![\p{L}\p{N}-])\+?\(?\d[\d\s().-]*(?![\p{L}\p{N}])/gu, ([match = '']) => digitPrefixes(match))
  const names = foldText(rest).split(' ')
  const [longest = '', next = ''] = names.filter((word) => /^\p{L}+$/u.test(word)).sort((a, b) => b.length - a.length)
  const isPair = longest.length >= pairedLetters && next !== '' && !longest.startsWith(next)
  if (isPair) terms.push({ prefixes: [pairWord(longest, next)] })
  for (const word of names) {
    if (word === '') continue
    terms.push({ prefixes: /\d/.test(word) ? [nameWord(word), idWord(word)] : [nameWord(word)] })
  }
  return terms.slice(0, mostTerms + (isPair ? 1 : 0))
}

const digitPrefixes = (text: string): readonly string[] => {
  const digits = text.replace(/\D/g, '')
  if (digits.length < fewestPhoneDigits) return []
  const prefixes = [phoneWord(phoneKey(text)), idWord(digits)]
  // The eight digits of a birth date without separators, or the year alone.
  if (digits.length === 4) prefixes.push(`b${digits}-`)
  if (digits.length === 8) {
    prefixes.push(...birthDates(digits.slice(0, 4), [[digits.slice(4, 6), digits.slice(6)]]))
  }
  return [...new Set(prefixes)]
}

const monthNumber = (name: string | undefined): string | undefined => {
  const index = months.indexOf((name ?? '').slice(0, 3))
  return index < 0 ? undefined : String(index + 1)
}

const birthDates = (
  year: string | undefined,
  monthDays: readonly (readonly [string | undefined, string | undefined])[],
): readonly string[] => {
  const dates = monthDays.flatMap(([month, day]) => {
    const date = parsePlainDate(`${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`)
    return date === undefined ? [] : [birthDateWord(date)]
  })
  return [...new Set(dates)]
}
