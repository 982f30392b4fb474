import { editDistance } from '../values/edit-distance.ts'
import { createMemory } from '../values/memory.ts'
import { type Named, nameWords, soundOf } from './name-keys.ts'

/** Two words with less likeness than this do not count as misspellings of each other. */
export const leastWordLikeness = 0.6
export const leastNameLikeness = 0.66
/**
 * The likeness that each typed word of three letters or more needs to the name word it is paired with. If one of these
 * typed words has less likeness, no misspelling search accepts the person, even if all other words match.
 */
const leastLikenessOfEach = 0.5
/** The lower limit that replaces {@link leastLikenessOfEach} when a birth date, phone or email also matches. */
export const leastLikenessOfEachBesideExact = 0.25
/** The least likeness of two joined words to one name; without it `ana muller` would match a `Muller`. */
const leastLikenessOfJoined = 0.75

/**
 * Returns how alike two folded words are, from 0 to 1: 1 is the same word. A likeness below `least` can be returned as
 * 0. The beginning of a word has almost the likeness of the whole word; words that differ by a few letters have less.
 * For words that sound alike, a difference counts half.
 */
export const wordLikeness = (typed: string, word: string, least = 0): number => {
  if (typed === word) return 1
  if (typed.length >= 2 && word.startsWith(typed)) return 0.95
  const longest = Math.max(typed.length, word.length)
  if (longest === 0) return 0
  const [one, other] = [soundAndLetters(typed), soundAndLetters(word)]
  const isAlike = one.sound !== '' && one.sound === other.sound
  const wanted = isAlike ? 2 * least - 1 : least
  // A letter in only one of the words costs an edit; one edit resolves at most two such letters.
  const fewestEdits = Math.ceil(countBits(one.letters ^ other.letters) / 2)
  if (1 - fewestEdits / longest < wanted) return 0
  const likeness = Math.max(0, 1 - editDistance(typed, word, Math.floor((1 - wanted) * longest + 1e-9)) / longest)
  return Math.min(0.94, isAlike ? (1 + likeness) / 2 : likeness)
}

/** Returns the parts of a word that are cheap to compare first: its sound, and its letters, one bit each. */
const soundAndLetters = createMemory((word: string): { readonly sound: string; readonly letters: number } => {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31)
  return { sound: soundOf(word), letters }
})

const countBits = (bits: number): number => {
  let count = 0
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * Returns the readings of typed words: first the words unchanged, then one reading for each pair of neighbours, joined
 * to one word (`mac donald`).
 */
export const joinedReadings = (typed: readonly string[]): readonly (readonly string[])[] => [
  typed,
  ...typed
    .slice(1)
    .map((word, index) => [...typed.slice(0, index), `${typed[index]}${word}`, ...typed.slice(index + 2)]),
]

/**
 * Returns how alike the typed words and a person's names are, 0 to 1; see {@link rankByName}.
 * @internal Tests check its cases directly.
 */
export const nameLikeness = (typed: readonly string[], person: Named): number =>
  likenessOf(joinedReadings(typed), person, wordLikeness, leastLikenessOfEach)

type Likeness = (typed: string, word: string) => number

const likenessOf = (
  readings: readonly (readonly string[])[],
  person: Named,
  likeness: Likeness,
  leastOfEach: number,
): number => {
  const words = nameWords(person)
  return Math.max(
    0,
    ...readings.map((reading, index) => readingLikeness(reading, index - 1, words, likeness, leastOfEach)),
  )
}

const readingLikeness = (
  typed: readonly string[],
  joinedAt: number,
  words: readonly string[],
  likenessOfWords: Likeness,
  leastOfEach: number,
): number => {
  const pairs = typed
    .flatMap((one, at) => words.map((word, index) => ({ at, index, likeness: likenessOfWords(one, word) })))
    .sort((a, b) => b.likeness - a.likeness)
  const [usedTyped, usedWords] = [new Set<number>(), new Set<number>()]
  let [sum, letters] = [0, 0]
  for (const { at, index, likeness } of pairs) {
    if (usedTyped.has(at) || usedWords.has(index)) continue
    usedTyped.add(at)
    usedWords.add(index)
    const least = at === joinedAt ? leastLikenessOfJoined : leastOfEach
    // Returns a low likeness instead of 0, so that exact matches by birth date, phone or id still rank by name. No
    // misspelling search accepts this likeness.
    if (likeness < least && (typed[at]?.length ?? 0) > 2) return Math.min(likeness, leastLikenessOfEachBesideExact)
    sum += likeness * (typed[at]?.length ?? 0)
  }
  for (const word of typed) letters += word.length
  return letters === 0 ? 0 : sum / letters
}

/**
 * Ranks members by how alike their names are to the typed words, in any order of words, best first. Members with equal
 * likeness are sorted by last and first name. A word of a name is paired with at most one typed word. If a typed word
 * of three letters or more has less than `leastOfEach` likeness to its name word, no misspelling search accepts the
 * person.
 */
export const rankByName = <Person extends Named>(
  typed: readonly string[],
  people: readonly Person[],
  leastOfEach = leastLikenessOfEach,
): readonly { readonly person: Person; readonly likeness: number }[] => {
  const readings = joinedReadings(typed)
  // Many people share a name, so each pair of words is compared once.
  const known = new Map<string, number>()
  const compareWords: Likeness = (one, word) => {
    const pair = `${one} ${word}`
    const likeness = known.get(pair) ?? wordLikeness(one, word)
    known.set(pair, likeness)
    return likeness
  }
  return people
    .map((person) => ({ person, likeness: likenessOf(readings, person, compareWords, leastOfEach) }))
    .sort(
      (a, b) =>
        b.likeness - a.likeness ||
        compare(a.person.lastname, b.person.lastname) ||
        compare(a.person.firstname, b.person.firstname),
    )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
