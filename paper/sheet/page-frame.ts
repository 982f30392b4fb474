import type { PDFPage } from 'pdf-lib'
import type { PageFormat } from './page-format.ts'
import { hairline, paperGrey, small, strong } from './sheet-style.ts'
import type { Typesetter } from './typesetter.ts'

const footHeight = 40
const runningHeight = 24

/**
 * Returns the top of a page's blocks in points from the page's bottom. `page` counts from 0. `headRoom` is the number
 * of points that stay empty above them, in addition to the margin.
 */
export const topOfBlocks = (page: number, { height, margin }: PageFormat, headRoom = 0): number =>
  height - margin - headRoom - (page === 0 ? 0 : runningHeight)

/** Returns the lowest position of blocks, above the foot, in points from the page's bottom. */
export const bottomOfBlocks = ({ margin }: PageFormat): number => margin - 14 + footHeight

/** Draws the line at the top of a further page. */
export const drawRunningHead = (set: Typesetter, page: PDFPage, text: string, headRoom = 0): void => {
  const { height, margin, contentWidth } = set.format
  const [line = ''] = set.wrap(text, strong, contentWidth, 1)
  set.draw(page, line, strong, { x: margin, y: height - margin - headRoom - 8, color: paperGrey })
}

/** Draws the foot of a page: at most two lines, and a text at the right, such as the page number. */
export const drawFoot = (set: Typesetter, page: PDFPage, lines: readonly string[], pageOf: string): void => {
  const { margin, contentWidth } = set.format
  const top = margin - 14 + 24
  page.drawLine({
    start: { x: margin, y: top + 4 },
    end: { x: margin + contentWidth, y: top + 4 },
    thickness: 0.5,
    color: hairline,
  })
  for (const [index, text] of lines.slice(0, 2).entries()) {
    const [line = ''] = set.wrap(text, small, contentWidth - set.width(pageOf, small) - 24, 1)
    set.draw(page, line, small, { x: margin, y: top - 8 - index * 11, color: paperGrey })
  }
  set.draw(page, pageOf, small, { x: margin + contentWidth - set.width(pageOf, small), y: top - 8, color: paperGrey })
}
