import type { Color, PDFFont, PDFImage, PDFPage } from 'pdf-lib'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { PageFormat } from './page-format.ts'
import { paperSheetWordsIn } from './paper-sheet-words-in.ts'
import { createPaperTags, type PaperTags } from './paper-tags.ts'
import { replacementMark, toCharacters, toPrintable, toVisualPieces } from './printable-text.ts'

type Face = 'regular' | 'bold'
/** Font and size of a text; `size` in points. */
export type TextStyle = { readonly face: Face; readonly size: number }

export type Typesetter = {
  /** The language of the paper's own texts. */
  readonly language: TextLanguage
  /** The page that the texts are set for. */
  readonly format: PageFormat
  /** The logo in place of the sender's brand; null for none. */
  readonly logo: PDFImage | null
  /** The structure of the paper, to which each block adds what it draws. */
  readonly tags: PaperTags
  /** Returns a line's width in points. */
  width(line: string, style: TextStyle): number
  /**
   * Breaks a text into lines of at most `maxWidth` points: at line breaks, between words, and inside a word that is
   * wider than a line. Beyond `maxLines` the rest is cut, and the last line notes that the text continues on the
   * screen.
   */
  wrap(text: string, style: TextStyle, maxWidth: number, maxLines?: number): readonly string[]
  /** Draws a line from `wrap`, its baseline at `y` points from the page's bottom. */
  draw(page: PDFPage, line: string, style: TextStyle, at: { x: number; y: number; color: Color }): void
  /** Returns whether any drawn text had a character that the font lacks. */
  hasReplaced(): boolean
}

/**
 * Matches the spaces at which a line may break, but not non-breaking spaces, such as those between a number and its
 * unit.
 */
const breaks = /[^\S\u00a0\u202f]+/u
/** Maximum number of characters that are typeset; more would be slow and useless on paper. */
const maxTextChars = 8000

/**
 * Creates a typesetter for text of any script, with a regular and a bold face; a mark replaces characters that a face
 * lacks.
 */
export const createTypesetter = (
  fonts: Readonly<Record<Face, PDFFont>>,
  format: PageFormat,
  language: TextLanguage = standardLanguage,
  logo: PDFImage | null = null,
): Typesetter => {
  const cutMark = paperSheetWordsIn(language).cut
  const characterSets = {
    regular: new Set(fonts.regular.getCharacterSet()),
    bold: new Set(fonts.bold.getCharacterSet()),
  }
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() }
  let replaced = false

  /** Returns the width at a font size of one point. Cached, because layouts measure the same words again and again. */
  const unitWidth = (text: string, face: Face): number => {
    const known = widths[face].get(text)
    if (known !== undefined) return known
    const width = toVisualPieces(text).reduce((sum, piece) => sum + fonts[face].widthOfTextAtSize(piece, 1), 0)
    widths[face].set(text, width)
    return width
  }
  const widthOf = (text: string, { face, size }: TextStyle): number => unitWidth(text, face) * size

  const breakWord = (word: string, style: TextStyle, maxWidth: number): readonly string[] => {
    const parts: string[] = []
    let part = ''
    let partWidth = 0
    for (const character of toCharacters(word)) {
      const width = widthOf(character, style)
      if (part !== '' && partWidth + width > maxWidth) {
        parts.push(part)
        part = ''
        partWidth = 0
      }
      part += character
      partWidth += width
    }
    return [...parts, part]
  }

  const breakLine = (line: string, style: TextStyle, maxWidth: number): readonly string[] => {
    const lines: string[] = []
    const space = widthOf(' ', style)
    let current = ''
    let currentWidth = 0
    for (const word of line.split(breaks).filter((each) => each !== '')) {
      const pieces = widthOf(word, style) > maxWidth ? breakWord(word, style, maxWidth) : [word]
      for (const piece of pieces) {
        const width = widthOf(piece, style)
        if (current !== '' && currentWidth + space + width <= maxWidth) {
          current += ` ${piece}`
          currentWidth += space + width
          continue
        }
        if (current !== '') lines.push(current)
        current = piece
        currentWidth = width
      }
    }
    return [...lines, current]
  }

  const cut = (line: string, style: TextStyle, maxWidth: number): string => {
    const characters = [...toCharacters(line)]
    while (characters.length > 0 && widthOf(`${characters.join('')}${cutMark}`, style) > maxWidth) characters.pop()
    return `${characters.join('').trimEnd()}${cutMark}`
  }

  return {
    language,
    format,
    logo,
    tags: createPaperTags(),
    width: widthOf,
    wrap: (text, style, maxWidth, maxLines = Number.POSITIVE_INFINITY) => {
      const isCutAlready = text.length > maxTextChars
      const lines = text
        .slice(0, maxTextChars)
        .split(/\r\n|[\n\r\u2028\u2029]/u)
        .map((line) => toPrintable(line, (codePoint) => characterSets[style.face].has(codePoint)))
        .flatMap((line) => breakLine(line, style, maxWidth))
        // Empty lines between paragraphs take space and add nothing on paper.
        .filter((line, _index, all) => line !== '' || all.length === 1)
      if (lines.length <= maxLines && !isCutAlready) return lines
      const kept = lines.slice(0, maxLines)
      const last = kept.pop() ?? ''
      return [...kept, cut(last, style, maxWidth)]
    },
    draw: (page, line, { face, size }, { x, y, color }) => {
      if (line.includes(replacementMark)) replaced = true
      let left = x
      for (const piece of toVisualPieces(line)) {
        page.drawText(piece, { x: left, y, size, font: fonts[face], color })
        left += unitWidth(piece, face) * size
      }
    },
    hasReplaced: () => replaced,
  }
}
