import type { Color, PDFPage } from 'pdf-lib'
import { paperSheetWordsIn } from './paper-sheet-words-in.ts'
import type { PaperElement } from './paper-tags.ts'
import {
  accent,
  body,
  hairline,
  headingStyle,
  ink,
  labelStyle,
  leading,
  paperGrey,
  strong,
  tint,
} from './sheet-style.ts'
import type { TextStyle, Typesetter } from './typesetter.ts'

/** A part of a page that is never split between two pages. Heights and positions are in points. */
export type PaperBlock = {
  readonly height: number
  /** Stays with the next block: a heading that would be the last block of a page moves to the next page. */
  readonly isHeading?: boolean
  /**
   * Empty space: it is omitted at the top of a further page, and it does not separate a heading from the block that
   * follows.
   */
  readonly isSpace?: true
  /**
   * A block, such as a table's header row, that is drawn again above this block when this block begins a further page.
   */
  readonly repeated?: PaperBlock
  /** Begins a further page, unless it is already at the top of one. */
  readonly startsPage?: true
  draw(page: PDFPage, top: number): void
}

/**
 * A text in one style; `align` is its alignment within its column. `element` is its part of the paper's structure, a
 * paragraph when absent.
 */
export type Cell = {
  readonly text: string
  readonly style?: TextStyle
  readonly color?: Color
  readonly align?: 'left' | 'right'
  readonly element?: PaperElement
}

export const gap = (height: number): PaperBlock => ({ height, isSpace: true, draw: () => {} })

/** A line over the whole width. */
export const rule = (
  { format: { margin, contentWidth } }: Typesetter,
  color: Color = hairline,
  thickness = 0.6,
): PaperBlock => ({
  height: thickness + 5,
  draw: (page, top) => {
    const y = top - 2.5
    page.drawLine({ start: { x: margin, y }, end: { x: margin + contentWidth, y }, thickness, color })
  },
})

type SetCell = {
  readonly lines: readonly string[]
  readonly cell: Cell
  readonly element: PaperElement
  readonly x: number
  readonly width: number
}

const elementOf = ({ element }: Cell): PaperElement => element ?? { role: 'P' }

const heightOfCell = ({ lines, cell }: SetCell): number => lines.length * (cell.style ?? body).size * leading

const drawCell = (set: Typesetter, page: PDFPage, { lines, cell, element, x, width }: SetCell, top: number): void => {
  // An empty cell of a table stays in the structure, so that each row has the same number of cells.
  if (lines.length === 0 && element.role !== 'TD' && element.role !== 'TH') return
  const style = cell.style ?? body
  set.tags.draw(page, element, () => {
    let y = top
    for (const line of lines) {
      y -= style.size * leading
      const left = cell.align === 'right' ? x + width - set.width(line, style) : x
      set.draw(page, line, style, { x: left, y: y + style.size * 0.32, color: cell.color ?? ink })
    }
  })
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
    /**
     * Maximum number of lines in a cell; the rest of its text is cut. For essential text, pass more lines than it can
     * need.
     */
    readonly maxLines?: number
  } = {},
): PaperBlock => {
  const { margin, contentWidth } = set.format
  const padding = options.padding ?? 2.5
  const maxLines = options.maxLines ?? 6
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
      lines: cell.text === '' ? [] : set.wrap(cell.text, cell.style ?? body, room, maxLines),
      cell,
      element: elementOf(cell),
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
  const { margin, contentWidth } = set.format
  let x = margin
  const stacks = lists.map((cells, index) => {
    const width = contentWidth * (shares[index] ?? 0)
    const stack = cells
      .filter(({ text }) => text !== '')
      .map((cell): SetCell => {
        const room = width - (cell.align === 'right' ? 0 : 10)
        const lines = set.wrap(cell.text, cell.style ?? body, room, 8)
        return { lines, cell, element: elementOf(cell), x, width }
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
 * Returns running text over the whole width, line by line, so that it can continue on the next page. Its first two
 * lines stay together, and so do its last two.
 */
export const prose = (
  set: Typesetter,
  text: string,
  style: TextStyle = body,
  color: Color = ink,
): readonly PaperBlock[] => {
  const paragraph: PaperElement = { role: 'P' }
  return set.wrap(text, style, set.format.contentWidth).map((line, place, lines): PaperBlock => {
    const height = style.size * leading
    return {
      height,
      isHeading: lines.length > 1 && (place === 0 || place === lines.length - 2),
      draw: (page, top) =>
        set.tags.draw(page, paragraph, () =>
          set.draw(page, line, style, { x: set.format.margin, y: top - height + style.size * 0.32, color }),
        ),
    }
  })
}

/** Returns the title of a section, underlined over the whole width. */
export const heading = (set: Typesetter, text: string): PaperBlock => ({
  ...row(set, [{ text, style: headingStyle, color: accent, element: { role: 'H2' } }], [1], {
    under: accent,
    padding: 3,
  }),
  isHeading: true,
})

type Table = {
  readonly heads: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
  readonly shares: readonly number[]
  readonly maxLines?: number
}

/** Returns a table whose header row is repeated on each further page. */
export const table = (set: Typesetter, { heads, rows, shares, maxLines = 6 }: Table): readonly PaperBlock[] => {
  const whole: PaperElement = { role: 'Table' }
  const inRow = (cells: readonly Cell[], role: 'TH' | 'TD'): readonly Cell[] => {
    const parent: PaperElement = { role: 'TR', parent: whole }
    const covered = heads.length - cells.length + 1
    // The last cell of a shorter row takes the rest of the width.
    return cells.map((cell, index) => ({
      ...cell,
      element: { role, parent, span: index === cells.length - 1 ? covered : 1 },
    }))
  }
  const head: PaperBlock = {
    ...row(
      set,
      inRow(heads, 'TH').map((cell) => ({ ...cell, style: labelStyle, color: paperGrey })),
      shares,
      { under: hairline },
    ),
    isHeading: true,
  }
  return [
    head,
    ...rows.map((cells) => ({
      ...row(set, inRow(cells, 'TD'), shares, { under: hairline, padding: 3, maxLines }),
      repeated: head,
    })),
  ]
}

export type PaperFact = readonly [label: string, value: string]

/** Returns labels with their values below, three side by side on a tinted background. */
export const factRows = (set: Typesetter, facts: readonly PaperFact[]): readonly PaperBlock[] => {
  const shares = [0.36, 0.32, 0.32]
  const blocks: PaperBlock[] = []
  const list: PaperElement = { role: 'L' }
  // The values are drawn below all labels of their row; as items of a list, each is read after its own label.
  const items = facts.map(([label, value]) => {
    const parent: PaperElement = { role: 'LI', parent: list }
    return {
      label: { text: label, style: labelStyle, color: paperGrey, element: { role: 'Lbl', parent } },
      value: {
        text: value === '' ? paperSheetWordsIn(set.language).notRecorded : value,
        style: strong,
        element: { role: 'LBody', parent },
      },
    } as const
  })
  for (let start = 0; start < items.length; start += shares.length) {
    const here = items.slice(start, start + shares.length)
    const labels = here.map(({ label }) => label)
    const values = here.map(({ value }) => value)
    blocks.push(
      { ...row(set, labels, shares, { fill: tint, padding: 1 }), isHeading: true },
      row(set, values, shares, { fill: tint, padding: 3 }),
    )
  }
  return blocks
}

/** Returns blocks as one, which is never split between two pages. */
export const together = (blocks: readonly PaperBlock[]): PaperBlock => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw: (page, top) => {
    let y = top
    for (const block of blocks) {
      block.draw(page, y)
      y -= block.height
    }
  },
})
