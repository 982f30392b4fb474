import { misspellingKeys } from './name-keys.ts'
import { joinedReadings, leastWordLikeness, wordLikeness } from './rank-by-name.ts'
import { nameWord, pairWord } from './search-words.ts'

/** The maximum number of exact matches that are ranked. If more people match, the user must type more. */
export const maxRanked = 100
/** The maximum number of members compared with a misspelled name. */
export const maxSimilarRanked = 100
/** With fewer exact matches than this, the search also looks for misspellings. */
export const enoughExact = 5
/** The least likeness that a name needs if the birth date, phone number or email address matches. */
export const leastLikenessBesideExact = 0.45

/** The maximum number of typed words that are looked up by key; a longer text is not a name. */
const maxTyped = 6
const maxLikeWords = 40
const maxPairs = 80
const maxSingles = 12
/**
 * For a text of several words: the least likeness to one of them at which a name word is looked up alone. The ranking
 * compares the other typed words later.
 */
const leastLoneLikeness = 0.8
const leastLoneLetters = 3

/** The words of `memberWords` under which to look up members for misspelled names, the likeliest first. */
type MisspellingPlan = {
  /** Two names together. */
  readonly pairs: readonly string[]
  /**
   * Single names. They find members for a text of one word, and members with one name nearly as typed and the other
   * name very different.
   */
  readonly singles: readonly string[]
}

const typedWords = (names: readonly string[]): readonly string[] => [
  ...new Set(joinedReadings(names.slice(0, maxTyped)).flat()),
]

/** Returns the keys of all typed names, each word alone and joined with its neighbour. */
export const misspellingLookup = (names: readonly string[]): readonly string[] => [
  ...new Set(typedWords(names).flatMap(misspellingKeys)),
]

type Like = { readonly word: string; readonly likeness: number }

/** A word of real names and one of its keys. */
export type KeyedWord = { readonly key: string; readonly word: string }

/** Chooses the words to look up among the words of real names that share a key with the typed words. */
export const planMisspelling = (names: readonly string[], found: readonly KeyedWord[]): MisspellingPlan => {
  const byKey = new Map<string, string[]>()
  for (const { key, word } of found) {
    const words = byKey.get(key)
    if (words === undefined) byKey.set(key, [word])
    else words.push(word)
  }
  const likeWords = new Map<string, readonly Like[]>(
    typedWords(names).map((typed) => [
      typed,
      [...new Set(misspellingKeys(typed).flatMap((key) => byKey.get(key) ?? []))]
        .map((word) => ({ word, likeness: wordLikeness(typed, word, leastWordLikeness) }))
        .filter(({ likeness }) => likeness >= leastWordLikeness)
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, maxLikeWords),
    ]),
  )
  const pairs = new Map<string, number>()
  const singles = new Map<string, number>()
  const keep = (list: Map<string, number>, word: string, weight: number): void => {
    if (weight > (list.get(word) ?? 0)) list.set(word, weight)
  }
  for (const reading of joinedReadings(names.slice(0, maxTyped))) {
    for (const [index, one] of reading.entries()) {
      for (const other of reading.slice(index + 1)) {
        // A pair consists of the longer word in full, because it is more specific, and the beginning of the other word.
        const [long, short] = one.length > other.length ? [one, other] : [other, one]
        for (const a of likeWords.get(long) ?? []) {
          for (const b of likeWords.get(short) ?? []) {
            keep(pairs, pairWord(b.word, a.word), a.likeness * long.length + b.likeness * short.length)
          }
        }
      }
      const least = reading.length === 1 ? leastWordLikeness : leastLoneLikeness
      if (reading.length > 1 && one.length < leastLoneLetters) continue
      for (const { word, likeness } of likeWords.get(one) ?? []) {
        if (likeness >= least) keep(singles, nameWord(word), likeness * (reading.length === 1 ? 1 : one.length))
      }
    }
  }
  return { pairs: heaviest(pairs, maxPairs), singles: heaviest(singles, maxSingles) }
}

const heaviest = (list: ReadonlyMap<string, number>, most: number): readonly string[] =>
  [...list]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([word]) => word)
