/** A value for each parameter of a text: letters that are in no text. */
const value = 'Ωμ'

/** Returns the texts of a words module as a reader sees them. The values of a text are replaced by `…`. */
const shownTexts = (texts: unknown): readonly string[] => {
  if (typeof texts === 'string') return [texts]
  if (typeof texts === 'function') {
    try {
      return shownTexts((texts as (...values: readonly unknown[]) => unknown)(...Array(5).fill(value)))
    } catch {
      // A text whose values are records is covered by the tests that show it.
      return []
    }
  }
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(shownTexts) : []
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Returns the parts of the texts between their values; shorter parts than three letters say nothing. */
const partsOf = (texts: unknown): readonly string[] =>
  shownTexts(texts)
    .flatMap((text) => oneLine(text).split(value))
    .map((part) => part.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''))
    .filter((part) => /\p{L}{3}/u.test(part))

const hasWords = (text: string, words: string): boolean => {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'u').test(text)
}

/**
 * Returns the English texts that a text in French still has. A text that the French words have too, such as `Date`, is
 * no English text.
 */
export const englishLeft = (shown: string, english: unknown, french: unknown): readonly string[] => {
  const own = shownTexts(french).map(oneLine).join('\n')
  const text = oneLine(shown)
  return [...new Set(partsOf(english))].filter((part) => hasWords(text, part) && !hasWords(own, part))
}

/** Returns the placeholders that were not filled in: a brace, or a value that does not exist. */
export const unfilled = (shown: string): readonly string[] =>
  shown.match(/[{}]|\b(?:undefined|null|NaN)\b|\[object|=>/g) ?? []
