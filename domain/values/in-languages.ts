import { type Language, pseudoLanguage, type TextLanguage } from './language.ts'

const accented: ReadonlyMap<string, string> = new Map(
  [...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzžAÀBɃCÇDĐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽ']
    .map((letter, place, all) => [letter, all[place + 1] ?? ''] as const)
    .filter((_pair, place) => place % 2 === 0),
)

/** The expected growth of a text in translation, as a share of the length of the English text. */
const growth = 0.35

/** Matches a placeholder that the server fills in, such as `{clinic}`, which must not change. */
const kept = /(\{[^{}\n]*\})/

/** Returns filler that makes a line longer, in short words, so that the line wraps like text. */
const toFiller = (letters: number): string =>
  '~'.repeat(Math.ceil(letters * growth)).replaceAll(/~{8}(?=~)/g, '~~~~~~~~ ')

/**
 * Returns a text in the pseudo-language: other letters, and longer by about a third. A part that is already in the
 * pseudo-language, such as a value in the text, does not grow again.
 */
export const toPseudoText = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const parts = line.split(kept)
      const plain = parts.flatMap((part) => (kept.test(part) ? [] : [...part].filter((one) => accented.has(one))))
      const letters = parts.map((part) =>
        kept.test(part) ? part : [...part].map((one) => accented.get(one) ?? one).join(''),
      )
      return `${letters.join('')}${toFiller(plain.length)}`
    })
    .join('\n')

/** Texts by name, and functions that put values into a text. */
type Texts = unknown

const toPseudo = (texts: Texts): Texts => {
  if (typeof texts === 'string') return toPseudoText(texts)
  if (typeof texts === 'function') return (...values: unknown[]) => toPseudo(texts(...values))
  if (Array.isArray(texts)) return texts.map(toPseudo)
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toPseudo(text)]))
}

/**
 * Returns a function that chooses the texts of a language. The compiler reports a text that is missing in a language,
 * an extra text, and a text that takes other values than in English. Texts of the pseudo-language are made from the
 * English texts.
 */
export const inLanguages = <T>(texts: Readonly<Record<Language, T>>): ((language: TextLanguage) => T) => {
  let pseudo: T | undefined
  return (language) => {
    if (language !== pseudoLanguage) return texts[language]
    pseudo ??= toPseudo(texts.en) as T
    return pseudo
  }
}
