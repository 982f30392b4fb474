import { formatDate } from '../values/format-time.ts'
import { foldText } from '../values/plain-text.ts'
import type { Member } from './member.ts'
import { nameWords } from './name-keys.ts'
import { joinedReadings } from './rank-by-name.ts'
import { parseSearch } from './search-words.ts'
import { takeBirthDates } from './typed-birth-dates.ts'

/** One term for a name like the typed one and a name like another member's: in both cases the birth date decides. */
export const similarName = 'Similar name'

/**
 * Why a search found a member, where the list does not show it by itself: the name is only similar, or a date can be read in
 * two ways (`02/03/80` is 02 Mar 1980 or 03 Feb 1980). Empty when the match is plain to see.
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

/** Returns what a line of a list says beside a member, each thing once: that the name is a similar one, and other reasons. */
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

/** True when each typed word is the beginning of a word of the member's names, or is an e-mail address's or id's part. */
const hasNamesAsTyped = (typed: readonly string[], member: Member): boolean => {
  const words = [...nameWords(member), foldText(member.patientID).replaceAll(' ', '')]
  return joinedReadings(typed).some((reading) => reading.every((one) => words.some((word) => word.startsWith(one))))
}
