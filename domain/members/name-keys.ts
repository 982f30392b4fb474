import { createMemory } from '../values/memory.ts'
import { foldText } from '../values/plain-text.ts'
import type { Member } from './member.ts'

export type Named = Pick<Member, 'firstname' | 'middlename' | 'preferredName' | 'lastname'>

/**
 * The keys of a word are made from this number of letters at its beginning. Names that differ only after these letters
 * share keys; the ranking separates these names later.
 */
const keyedLetters = 8
const maxWordChars = 40
/** Longer names than this are indexed by their first words only. */
const maxWords = 12

/**
 * Returns the sound classes of a word's consonants. Unlike in Soundex, `w` has a class, the first letter is replaced by
 * its class too, and the length has no limit. `katarzyna` and `catarina` both begin `kdr`; `mueller` and `muller` are
 * `nlr`.
 */
export const soundOf = (word: string): string => {
  let sound = ''
  let before = ''
  for (const letter of word) {
    const kind = soundClasses[letter] ?? ''
    if (kind !== '' && kind !== before) sound += kind
    // An h does not separate two consonants of one class, but a vowel does.
    if (letter !== 'h') before = kind
  }
  return sound
}

const soundClasses: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['bfpvw', 'b'],
    ['cgjkqsxz', 'k'],
    ['dt', 'd'],
    ['l', 'l'],
    ['mn', 'n'],
    ['r', 'r'],
  ].flatMap(([letters = '', kind = '']) => [...letters].map((letter) => [letter, kind])),
)

/** Cuts between code points, because databases refuse half of a surrogate pair. */
const cut = (text: string, letters: number): string => [...text].slice(0, letters).join('')

const withoutOneLetter = (text: string): string[] =>
  [...text].map((_, index, letters) => letters.filter((_letter, at) => at !== index).join(''))

/**
 * Returns the keys under which a misspelled word of a name is looked up. They are its beginning, whole and with each
 * letter left out in turn, and its sound, whole and with each class left out in turn. Two words that share a key have
 * similar beginnings or similar sounds.
 */
export const misspellingKeys = (word: string): readonly string[] => {
  const start = cut(word, keyedLetters)
  const keys = [start, ...(start.length >= 3 ? withoutOneLetter(start) : [])]
  const sound = soundOf(word).slice(0, keyedLetters)
  if (sound.length >= 2) keys.push(`~${sound}`)
  if (sound.length >= 4) keys.push(...withoutOneLetter(sound).map((rest) => `~${rest}`))
  return [...new Set(keys)]
}

const wordsOfName = createMemory((name: string): readonly string[] => {
  const parts = foldText(name).split(' ').filter(Boolean)
  return (parts.length > 1 ? [...parts, parts.join('')] : parts).map((word) => cut(word, maxWordChars))
})

/**
 * Returns the folded words of a member's names, each once; a name of several words is also one joined word: `Van-Dijk`
 * is van, dijk, vandijk.
 */
export const nameWords = (member: Named): readonly string[] => {
  const words = [member.firstname, member.middlename, member.preferredName, member.lastname].flatMap((name) => {
    return name === '' ? [] : wordsOfName(name)
  })
  return [...new Set(words)].slice(0, maxWords)
}
