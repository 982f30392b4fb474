import type { StampPlacement } from '#domain/release/stamp.ts'
import type { LeftSound } from './content-balance.ts'
import type { SeenPage } from './seen-page.ts'
import { stampMatrix } from './seen-page.ts'

// Sizes in points.
const fontSize = 8
const lineHeight = 9.6
const padding = 3
/**
 * The maximum width of a line, in points. The letters of a longer line are made narrower. If even {@link narrowest} is
 * not enough, the text continues on the next line.
 */
const maxWidth = 260
/** The smallest width of letters that is easy to read, in per cent of their normal width. */
const narrowest = 70

/** The widths of Helvetica's letters from space to tilde, in thousandths of the font size (Adobe's font metrics). */
const helveticaWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]

/**
 * Returns the width of an ASCII text in Helvetica at the stamp's size, in points. @internal Tests measure what is
 * drawn.
 */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (helveticaWidths[letter.charCodeAt(0) - 32] ?? 1000), 0) * (fontSize / 1000)

type SetLine = { readonly text: string; readonly narrow: number }

const setLine = (text: string): readonly SetLine[] => {
  const narrow = Math.floor(Math.min(100, (maxWidth / textWidth(text)) * 100))
  if (narrow >= narrowest) return [{ text, narrow }]
  let length = text.length
  while (length > 1 && (textWidth(text.slice(0, length)) * narrowest) / 100 > maxWidth) length -= 1
  const space = text.lastIndexOf(' ', length)
  const end = space > length / 2 ? space : length
  return [{ text: text.slice(0, end), narrow: narrowest }, ...setLine(text.slice(end).trimStart())]
}

const toLiteral = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`
/** Returns a number in PDF syntax: without exponent, with at most four decimals. */
export const toNumber = (value: number): string => String(Number(value.toFixed(4)))

/**
 * The stamp as one form XObject, which every page draws. Its origin is the top left corner; width and height are in
 * points.
 */
export type StampForm = { readonly width: number; readonly height: number; readonly content: string }

/** The font's name in the form. */
export const stampFontName = 'F'

/** Draws the stamp's lines (ASCII) in black on a white box, so that they are readable on an image too. */
export const drawStampForm = (lines: readonly string[]): StampForm => {
  const set = lines.flatMap(setLine)
  const widest = Math.max(...set.map(({ text, narrow }) => (textWidth(text) * narrow) / 100))
  const width = Math.ceil(widest + 2 * padding)
  const height = Math.ceil(set.length * lineHeight + 2 * padding - (lineHeight - fontSize))
  const rows = set.flatMap(({ text, narrow }, index) => [
    ...(index === 0 ? [`${padding} ${toNumber(-padding - fontSize * 0.78)} Td`] : [`0 ${-lineHeight} Td`]),
    `${narrow} Tz ${toLiteral(text)} Tj`,
  ])
  const content = [
    `1 g 0 ${-height} ${width} ${height} re f`,
    '0 g',
    `BT /${stampFontName} ${fontSize} Tf`,
    ...rows,
    'ET',
  ].join('\n')
  return { width, height, content }
}

/** Saves the graphics state before the page's own contents, which may change it: Chromium's contents flip the page. */
export const openingContent = 'q\n'

/** Draws the form with the name `formName`, upright at its place. */
const stampContent = (page: SeenPage, placement: StampPlacement, form: StampForm, formName: string): string => {
  const matrix = stampMatrix(page, placement, form).map(toNumber).join(' ')
  return `/Artifact BMC q ${matrix} cm /${formName} Do Q EMC`
}

/**
 * Returns the content that follows the page's own. It ends the marked contents and restores the graphics states that
 * are still open (`left`), and then draws the stamp. It never restores more states than were saved, because poppler
 * would then stop drawing the page. It begins with a line break: the page's own contents may end within a comment or a
 * line, and poppler joins streams without a break.
 */
export const closingContent = (
  page: SeenPage,
  placement: StampPlacement,
  form: StampForm,
  formName: string,
  left: Pick<LeftSound, 'states' | 'marks'>,
): string =>
  `\n${'EMC '.repeat(left.marks)}${'Q '.repeat(1 + left.states)}${stampContent(page, placement, form, formName)}`

/** The names that a page uses after its own contents became a form XObject. */
export const wrappedNames = { contents: 'AtriumPage', stamp: 'AtriumStamp' } as const

/**
 * Returns the whole content of a page whose own contents became a form XObject, so that their changes to the graphics
 * state end with the form. Draws that form, ends the marked contents that it leaves open (`marks` is their number), and
 * draws the stamp.
 */
export const wrappingContent = (page: SeenPage, placement: StampPlacement, form: StampForm, marks: number): string =>
  `q /${wrappedNames.contents} Do Q ${'EMC '.repeat(marks)}${stampContent(page, placement, form, wrappedNames.stamp)}`
