import { formatDate } from '../format/format-date.ts'
import { foldText } from '../values/plain-text.ts'
import type { Member } from './member.ts'
import { nameWords } from './name-keys.ts'
import { joinedReadings } from './rank-by-name.ts'
import { parseSearch } from './search-words.ts'
import { takeBirthDates } from './typed-birth-dates.ts'

/**
 * The term for a name similar to the typed one or to another member's. In both cases staff must compare the birth date
 * to find the right member.
 */
export const similarName = 'Similar name'

/**
 * Returns why a search found a member, if the list does not show it: the name is only similar, or a date has two
 * readings (`02/03/80` is 02 Mar 1980 or 03 Feb 1980). Empty if the match is obvious.
 */
export const describeMatch = (text: string, member: Member): readonly string[] => {
  const reasons: string[] = []
  const { names } = parseSearch(text)
  if (names.length > 0 && !hasNamesAsTyped(names, member)) reasons.push(similarName)
  const { dates } = takeBirthDates(text.normalize('NFC').toLowerCase())
  const read = dates.find((spellings) => spellings.includes(member.dob))
  const sameYear = read?.filter((date) => date.slice(0, 4) === member.dob.slice(0, 4)) ?? []
  if (sameYear.length > 1) reasons.push(`Birth date ${sameYear.map(formatDate).join(' / ')}`)
  return reasons
}

/** Returns the remarks beside a member in a list, each once: that the name is similar, and other reasons. */
export const describeListed = (
  text: string,
  member: Member,
  hasLookalike: boolean,
): { readonly isSimilar: boolean; readonly reasons: readonly string[] } => {
  const reasons = describeMatch(text, member)
  return {
    isSimilar: hasLookalike || reasons.includes(similarName),
    reasons: reasons.filter((reason) => reason !== similarName),
  }
}

/** Returns whether each typed word is the beginning of a word of the member's names, or of the member's id. */
const hasNamesAsTyped = (typed: readonly string[], member: Member): boolean => {
  const words = [...nameWords(member), foldText(member.patientID).replaceAll(' ', '')]
  return joinedReadings(typed).some((reading) => reading.every((one) => words.some((word) => word.startsWith(one))))
}
