import * as fontkit from '@cantoo/fontkit'
import { type Color, PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { createTypesetter, type TextStyle, type Typesetter } from '#paper/sheet/typesetter.ts'
import { paperSheetWords } from './paper-sheet-words.ts'

// US letter, in points.
const pageWidth = 612
const pageHeight = 792
export const margin = 50
export const contentWidth = pageWidth - 2 * margin
const footHeight = 40
const runningHeight = 24
const bottom = margin - 14 + footHeight

export const ink = rgb(0.07, 0.09, 0.12)
export const paperGrey = rgb(0.36, 0.39, 0.43)
export const hairline = rgb(0.8, 0.82, 0.85)
export const accent = rgb(0.05, 0.3, 0.42)
export const tint = rgb(0.945, 0.955, 0.965)
const leading = 1.32

/** A part of a page that is never split between two pages. Heights and positions are in points. */
export type PaperBlock = {
  readonly height: number
  /** A heading that would be the last block of a page moves to the next page. */
  readonly isHeading?: boolean
  /** A block, such as a table's heads, that is drawn again above this block when this block begins a further page. */
  readonly repeated?: PaperBlock
  /** Begins a further page, unless it is already at the top of one. */
  readonly startsPage?: true
  draw(page: PDFPage, top: number): void
}

/** A text in one style; `align` is its alignment within its column. */
export type Cell = {
  readonly text: string
  readonly style?: TextStyle
  readonly color?: Color
  readonly align?: 'left' | 'right'
}

export const body: TextStyle = { face: 'regular', size: 9.5 }
export const strong: TextStyle = { face: 'bold', size: 9.5 }
export const small: TextStyle = { face: 'regular', size: 8 }

export const gap = (height: number): PaperBlock => ({ height, draw: () => {} })

/** A line over the whole width. */
export const rule = (color: Color = hairline, thickness = 0.6): PaperBlock => ({
  height: thickness + 5,
  draw: (page, top) => {
    const y = top - 2.5
    page.drawLine({ start: { x: margin, y }, end: { x: margin + contentWidth, y }, thickness, color })
  },
})

type SetCell = { readonly lines: readonly string[]; readonly cell: Cell; readonly x: number; readonly width: number }

const heightOfCell = ({ lines, cell }: SetCell): number => lines.length * (cell.style ?? body).size * leading

const drawCell = (set: Typesetter, page: PDFPage, { lines, cell, x, width }: SetCell, top: number): void => {
  const style = cell.style ?? body
  let y = top
  for (const line of lines) {
    y -= style.size * leading
    const left = cell.align === 'right' ? x + width - set.width(line, style) : x
    set.draw(page, line, style, { x: left, y: y + style.size * 0.32, color: cell.color ?? ink })
  }
}

/** Returns texts side by side. Each takes its share of the width, and the tallest determines the row's height. */
export const row = (
  set: Typesetter,
  cells: readonly Cell[],
  shares: readonly number[],
  options: {
    readonly padding?: number
    readonly under?: Color
    readonly fill?: Color
    readonly from?: number
    /** Maximum lines of a cell; the rest of its text is cut. For essential text, pass more lines than it can need. */
    readonly mostLines?: number
  } = {},
): PaperBlock => {
  const padding = options.padding ?? 2.5
  const mostLines = options.mostLines ?? 6
  const from = options.from ?? 0
  const whole = contentWidth - from
  const inset = options.fill === undefined ? 0 : 8
  const setCells: SetCell[] = []
  let x = margin + from + inset
  for (const [index, cell] of cells.entries()) {
    // The last cell of a shorter row takes the rest of the width.
    const isLast = index === cells.length - 1
    const share = isLast ? 1 - shares.slice(0, index).reduce((sum, each) => sum + each, 0) : (shares[index] ?? 0)
    const width = (whole - 2 * inset) * share
    const room = width - (cell.align === 'right' ? 0 : 8)
    setCells.push({
      lines: cell.text === '' ? [] : set.wrap(cell.text, cell.style ?? body, room, mostLines),
      cell,
      x,
      width,
    })
    x += width
  }
  const height = Math.max(...setCells.map(heightOfCell), body.size) + 2 * padding
  return {
    height,
    draw: (page, top) => {
      if (options.fill !== undefined) {
        page.drawRectangle({ x: margin + from, y: top - height, width: whole, height, color: options.fill })
      }
      for (const cell of setCells) drawCell(set, page, cell, top - padding)
      if (options.under === undefined) return
      const y = top - height
      page.drawLine({
        start: { x: margin + from, y },
        end: { x: margin + contentWidth, y },
        thickness: 0.5,
        color: options.under,
      })
    },
  }
}

/** Returns lists of lines side by side, such as two addresses. */
export const columns = (
  set: Typesetter,
  lists: readonly (readonly Cell[])[],
  shares: readonly number[],
): PaperBlock => {
  let x = margin
  const stacks = lists.map((cells, index) => {
    const width = contentWidth * (shares[index] ?? 0)
    const stack = cells
      .filter(({ text }) => text !== '')
      .map((cell): SetCell => {
        const room = width - (cell.align === 'right' ? 0 : 10)
        return { lines: set.wrap(cell.text, cell.style ?? body, room, 3), cell, x, width }
      })
    x += width
    return stack
  })
  return {
    height: Math.max(...stacks.map((stack) => stack.reduce((sum, cell) => sum + heightOfCell(cell), 0))),
    draw: (page, top) => {
      for (const stack of stacks) {
        let y = top
        for (const cell of stack) {
          drawCell(set, page, cell, y)
          y -= heightOfCell(cell)
        }
      }
    },
  }
}

/**
 * Returns running text over the whole width, line by line, so that it can continue on the next page; its first two
 * lines stay together.
 */
export const prose = (
  set: Typesetter,
  text: string,
  style: TextStyle = body,
  color: Color = ink,
): readonly PaperBlock[] =>
  set.wrap(text, style, contentWidth).map((line, place, lines): PaperBlock => {
    const height = style.size * leading
    return {
      height,
      isHeading: place === 0 && lines.length > 1,
      draw: (page, top) => set.draw(page, line, style, { x: margin, y: top - height + style.size * 0.32, color }),
    }
  })

/** The first row of a paper: who it is from, and what it is. `shares` are their widths. */
export const titleRow = (
  set: Typesetter,
  [from, title]: readonly [from: string, title: string],
  shares: readonly [number, number],
  titleSize = 18,
): PaperBlock =>
  row(
    set,
    [
      { text: from, style: { face: 'bold', size: 18 }, color: accent },
      { text: title, style: { face: 'bold', size: titleSize }, align: 'right' },
    ],
    shares,
  )

/** Returns the title of a section, underlined over the whole width. */
export const heading = (set: Typesetter, text: string): PaperBlock => ({
  ...row(set, [{ text, style: { face: 'bold', size: 10.5 }, color: accent }], [1], { under: accent, padding: 3 }),
  isHeading: true,
})

type Table = {
  readonly heads: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
  readonly shares: readonly number[]
  readonly mostLines?: number
}

/** Returns a table whose heads are repeated on each further page. */
export const table = (set: Typesetter, { heads, rows, shares, mostLines = 6 }: Table): readonly PaperBlock[] => {
  const head: PaperBlock = {
    ...row(
      set,
      heads.map((cell) => ({ ...cell, style: { face: 'bold', size: 8 } as const, color: paperGrey })),
      shares,
      { under: hairline },
    ),
    isHeading: true,
  }
  return [
    head,
    ...rows.map((cells) => ({
      ...row(set, cells, shares, { under: hairline, padding: 3, mostLines }),
      repeated: head,
    })),
  ]
}

/** A document's blocks and properties. `madeAt` is in epoch milliseconds. */
type Sheets = {
  /** Written to the PDF's metadata; contains no facts about a person. */
  readonly title: string
  /** At the top of each further page. */
  readonly running: string
  readonly foot: readonly string[]
  readonly madeAt: number
  readonly blocks: (set: Typesetter) => readonly PaperBlock[]
  /** The number of points by which each page begins lower, to leave room for a stamp; 0 when absent. */
  readonly headRoom?: number | undefined
  /** Extra pages after all others. Their foot has a label in place of a page number, and "of n" does not count them. */
  readonly healthInformation?: ((set: Typesetter) => readonly PaperBlock[]) | undefined
}

/**
 * The entry in a page's dictionary that marks the page as for health-information staff only, so that a sender can leave
 * the page out (study spec §7 shouldHideHIContent).
 */
const contentMark = { key: 'AtriumContent', value: 'HealthInformation' }

type Placed = { readonly block: PaperBlock; readonly page: number; readonly top: number }

const topOf = (page: number, headRoom: number): number =>
  pageHeight - margin - headRoom - (page === 0 ? 0 : runningHeight)

/** Places blocks one below the other; a heading stays with the next block, and a table's heads are repeated. */
const place = (
  blocks: readonly PaperBlock[],
  firstPage: number,
  headRoom: number,
): { readonly placed: readonly Placed[]; readonly pages: number } => {
  const placed: Placed[] = []
  let page = firstPage
  let top = topOf(page, headRoom)
  const put = (block: PaperBlock): void => {
    placed.push({ block, page, top })
    top -= block.height
  }
  for (const [index, block] of blocks.entries()) {
    const needed = neededAt(blocks, index)
    if ((top - needed < bottom || block.startsPage === true) && top < topOf(page, headRoom)) {
      page += 1
      top = topOf(page, headRoom)
      if (block.repeated !== undefined) put(block.repeated)
    }
    put(block)
  }
  return { placed, pages: page + 1 - firstPage }
}

/**
 * Returns the height that a block needs: its own; for a heading, also the heights of the following blocks up to and
 * including the first that is not a heading.
 */
const neededAt = (blocks: readonly PaperBlock[], index: number): number => {
  const block = blocks[index]
  if (block === undefined) return 0
  return block.height + (block.isHeading === true ? neededAt(blocks, index + 1) : 0)
}

const embedFonts = (document: PDFDocument, fonts: PaperFonts | 'standard'): Promise<[PDFFont, PDFFont]> => {
  if (fonts === 'standard') {
    return Promise.all([document.embedFont(StandardFonts.Helvetica), document.embedFont(StandardFonts.HelveticaBold)])
  }
  document.registerFontkit(fontkit)
  return Promise.all([
    document.embedFont(fonts.regular, { subset: true }),
    document.embedFont(fonts.bold, { subset: true }),
  ])
}

/**
 * Draws blocks as a PDF in letter size with numbered pages. A mark replaces each character that the font lacks, and a
 * note at the foot explains it. `standard` uses the fonts that every PDF reader has: the file is small, but these
 * fonts have Latin letters only. The returned page count includes the health-information pages.
 */
export const drawSheets = async (fonts: PaperFonts | 'standard', sheets: Sheets): Promise<DrawnPdf> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  const [regular, bold] = await embedFonts(document, fonts)
  const set = createTypesetter({ regular, bold })
  const { healthInformation, headRoom = 0 } = sheets
  const { placed, pages } = place(sheets.blocks(set), 0, headRoom)
  const more =
    healthInformation === undefined ? { placed: [], pages: 0 } : place(healthInformation(set), pages, headRoom)
  const drawn = Array.from({ length: pages + more.pages }, () => document.addPage([pageWidth, pageHeight]))
  for (const page of drawn.slice(pages)) page.node.set(PDFName.of(contentMark.key), PDFName.of(contentMark.value))
  for (const { block, page, top } of [...placed, ...more.placed]) {
    const sheet = drawn[page]
    if (sheet !== undefined) block.draw(sheet, top)
  }
  for (const [index, page] of drawn.entries()) {
    if (index === 0) continue
    const [line = ''] = set.wrap(sheets.running, strong, contentWidth, 1)
    set.draw(page, line, strong, { x: margin, y: pageHeight - margin - headRoom - 8, color: paperGrey })
  }
  // The feet are drawn last: if the font lacked a character on any page, every foot has a note about it.
  for (const [index, page] of drawn.entries()) {
    drawFoot(
      set,
      page,
      sheets.foot,
      index < pages ? paperSheetWords.page(index + 1, pages) : paperSheetWords.healthInformation,
    )
  }
  const madeAt = new Date(sheets.madeAt)
  document.setTitle(sheets.title)
  document.setCreator('Atrium')
  document.setProducer('Atrium')
  document.setLanguage('en')
  document.setCreationDate(madeAt)
  document.setModificationDate(madeAt)
  return { bytes: await document.save(), pages: drawn.length }
}

const drawFoot = (set: Typesetter, page: PDFPage, foot: readonly string[], pageOf: string): void => {
  const top = margin - 14 + 24
  page.drawLine({
    start: { x: margin, y: top + 4 },
    end: { x: margin + contentWidth, y: top + 4 },
    thickness: 0.5,
    color: hairline,
  })
  const said = set.hasReplaced() ? [...foot.slice(0, 1), paperSheetWords.replaced] : foot.slice(0, 2)
  for (const [index, text] of said.entries()) {
    const [line = ''] = set.wrap(text, small, contentWidth - set.width(pageOf, small) - 24, 1)
    set.draw(page, line, small, { x: margin, y: top - 8 - index * 11, color: paperGrey })
  }
  set.draw(page, pageOf, small, { x: margin + contentWidth - set.width(pageOf, small), y: top - 8, color: paperGrey })
}
