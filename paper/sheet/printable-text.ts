/** Stands on paper for a character that the font does not have. */
export const replacementMark = '\u{fffd}'

const plain = /^[\x20-\x7e]*$/
/** Control and format characters: they draw nothing, and without what they steer they would only be in the way. */
const invisible = /[\p{Cc}\p{Cf}]|\p{Variation_Selector}/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text as the reader sees it, character by character: what makes up one character stays together. */
export const toCharacters = (text: string): readonly string[] =>
  plain.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * A line of any text as a font can draw it: composed, no control characters, and a mark for each character that the font
 * lacks. `has` says whether it has a code point.
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
 * A line's pieces from left to right as they are to be drawn, each in one direction: stretches of right-to-left writing
 * change places with the numbers inside them. Within a piece the font orders the letters.
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
 * Where a right-to-left stretch ends: after its last such letter before the next letter of the other direction, and after a
 * bracket that was opened inside it.
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
