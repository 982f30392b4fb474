/** Drawn in place of a character that the font does not have. */
export const replacementMark = '\u{fffd}'

const plain = /^[\x20-\x7e]*$/
/** Control and format characters: they draw nothing, and their effect is not supported here. */
const invisible = /[\p{Cc}\p{Cf}]|\p{Variation_Selector}/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into the characters that a reader sees; combined code points stay together. */
export const toCharacters = (text: string): readonly string[] =>
  plain.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * Converts a line to characters that a font can draw: composes them, removes control characters, and replaces each
 * character that the font lacks with a mark. `has` returns whether the font has a code point.
 */
export const toPrintable = (line: string, has: (codePoint: number) => boolean): string => {
  if (plain.test(line)) return line
  const composed = line.toWellFormed().normalize('NFC').replaceAll('\t', ' ')
  return toCharacters(composed)
    .map((character) => {
      const drawn = character.replace(invisible, '')
      return [...drawn].every((one) => has(one.codePointAt(0) ?? 0)) ? drawn : replacementMark
    })
    .join('')
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const leftToRight = /\p{L}/u
const number = /([0-9\u0660-\u0669\u06f0-\u06f9]+(?:[.,:/-][0-9\u0660-\u0669\u06f0-\u06f9]+)*)/u
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

/**
 * Splits a line into pieces in the order in which they are drawn, from left to right. Each piece has one direction. In
 * right-to-left text the pieces are in reverse order, with each number as a piece. The font orders the letters within a
 * piece.
 */
export const toVisualPieces = (line: string): readonly string[] => {
  if (!rightToLeft.test(line)) return [line]
  const pieces: string[] = []
  let rest = line
  while (rest !== '') {
    const start = rest.search(rightToLeft)
    if (start < 0) {
      pieces.push(rest)
      break
    }
    if (start > 0) pieces.push(rest.slice(0, start))
    const end = endOfStretch(rest, start)
    pieces.push(...toPiecesFromTheRight(rest.slice(start, end)))
    rest = rest.slice(end)
  }
  return pieces
}

const opening = '([{<«'
const closing = ')]}>»'

/**
 * Returns the end of the right-to-left stretch at `start`: the index after the last right-to-left letter that comes
 * before the next left-to-right letter. Closing brackets that follow belong to the stretch if their opening brackets
 * are in the stretch.
 */
const endOfStretch = (text: string, start: number): number => {
  let end = start
  let at = start
  for (const character of text.slice(start)) {
    const isRightToLeft = rightToLeft.test(character)
    if (!isRightToLeft && leftToRight.test(character)) break
    at += character.length
    if (isRightToLeft) end = at
  }
  const stretch = [...text.slice(start, end)]
  let open = stretch.reduce((sum, one) => sum + (opening.includes(one) ? 1 : closing.includes(one) ? -1 : 0), 0)
  for (; open > 0 && end < text.length && closing.includes(text.charAt(end)); open -= 1) end += 1
  return end
}

const toPiecesFromTheRight = (stretch: string): readonly string[] =>
  stretch
    .split(number)
    .filter((piece) => piece !== '')
    .map((piece) => (number.test(piece) ? piece : [...piece].map((one) => mirrored[one] ?? one).join('')))
    .reverse()
