import { type Color, type PDFPage, rgb } from 'pdf-lib'
import type { NoticeTone } from '#domain/safety/question.ts'
import { gap } from '#paper/sheet/blocks.ts'
import { identityRows, letterheadRows, signatureLine } from '#paper/sheet/letterhead.ts'
import type { PaperElement } from '#paper/sheet/paper-tags.ts'
import { accent, hairline, headingStyle, ink, leading, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { TextStyle, Typesetter } from '#paper/sheet/typesetter.ts'
import type { FormRow, PrintedSafetyForm } from './safety-form.ts'

/** A piece of the form that is not split between columns or pages. Heights and positions are in points. */
export type FormBlock = {
  readonly height: number
  /** Whether it is a heading, which must not be the last block of a column. */
  readonly isHeading?: boolean
  draw(page: PDFPage, x: number, top: number): void
}

/** The title of the form, on the paper and in its properties. */
export const safetyFormTitle = 'Safety questions'

/** How densely the form is typeset. */
export type Density = {
  readonly columns: 1 | 2
  /** The size of questions, answers and notices in points: one of the type scale of all papers. */
  readonly size: number
  /** Maximum number of lines of a free-text answer. */
  readonly answerLines: number
}

const toneColors: Readonly<Record<NoticeTone, Color>> = {
  red: rgb(0.69, 0.05, 0.11),
  blue: rgb(0.05, 0.3, 0.6),
  green: rgb(0.07, 0.4, 0.2),
}
const indent = 9

type Line = { readonly text: string; readonly style: TextStyle; readonly color: Color }

const toLines = (texts: readonly string[], style: TextStyle, color: Color = ink): readonly Line[] =>
  texts.map((text) => ({ text, style, color }))
const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { style }) => sum + style.size * leading, 0)

const drawLines = (
  set: Typesetter,
  page: PDFPage,
  lines: readonly Line[],
  x: number,
  top: number,
  element: PaperElement = { role: 'P' },
): void =>
  set.tags.draw(page, element, () => {
    let y = top
    for (const { text, style, color } of lines) {
      y -= style.size * leading
      set.draw(page, text, style, { x, y: y + style.size * 0.32, color })
    }
  })

/** Returns the letterhead, the member with the appointment's facts, and the warnings, each across the full width. */
export const headBlocks = (set: Typesetter, form: PrintedSafetyForm, width: number): readonly FormBlock[] => {
  const head = [
    ...letterheadRows(set, form.letterhead, { title: safetyFormTitle }),
    gap(3),
    ...identityRows(set, form.memberName, form.facts),
    gap(4),
  ].map((block): FormBlock => ({ height: block.height, draw: (page, _x, top) => block.draw(page, top) }))
  const warnings = form.warnings.map((text): FormBlock => {
    const lines = toLines(set.wrap(text, strong, width - 14), strong)
    const height = heightOf(lines) + 8
    return {
      height: height + 3,
      draw: (page, x, top) => {
        page.drawRectangle({ x, y: top - height, width, height, borderWidth: 1, borderColor: ink })
        drawLines(set, page, lines, x + 7, top - 3)
      },
    }
  })
  return [...head, ...warnings]
}

const headingBlock = (set: Typesetter, text: string, width: number): FormBlock => ({
  height: headingStyle.size * leading + 7,
  isHeading: true,
  draw: (page, x, top) => {
    drawLines(set, page, toLines([text], headingStyle, accent), x, top - 4, { role: 'H2' })
    const y = top - headingStyle.size * leading - 5
    page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.8, color: accent })
  },
})

/** Returns the notices by tone, stops first, each with its label; then the sign-off, or lines to sign by hand. */
export const noticeBlocks = (
  set: Typesetter,
  form: PrintedSafetyForm,
  width: number,
  size: number,
): readonly FormBlock[] => {
  const style: TextStyle = { face: 'regular', size }
  const order: readonly NoticeTone[] = ['red', 'blue', 'green']
  const sorted = order.flatMap((tone) => form.notices.filter((notice) => notice.tone === tone))
  const heading = headingBlock(set, `Notices (${form.notices.length})`, width)
  if (sorted.length === 0) return [heading, textBlock(set, 'No notices.', style, width), signatureBlock(set)]
  const legend =
    'Stop: the member cannot be scanned, or the stop needs a sign-off before the scan. Note: help or information. OK: reassurance.'
  const notices = sorted.map(({ tone, word, text }): FormBlock => {
    const isRed = tone === 'red'
    const textStyle: TextStyle = { face: isRed ? 'bold' : 'regular', size }
    const lines = toLines(set.wrap(text, textStyle, width - 52), textStyle)
    const height = heightOf(lines) + 2
    return {
      height: height + 1,
      draw: (page, x, top) => {
        const bar = isRed ? 4 : 1.5
        page.drawRectangle({ x, y: top - height, width: bar, height, color: toneColors[tone] })
        drawLines(set, page, toLines([word], { face: 'bold', size }, toneColors[tone]), x + 9, top - 1)
        drawLines(set, page, lines, x + 50, top - 1)
      },
    }
  })
  return [heading, textBlock(set, legend, small, width, paperGrey), ...notices, ...signing(set, form, width, size)]
}

const textBlock = (set: Typesetter, text: string, style: TextStyle, width: number, color: Color = ink): FormBlock => {
  const lines = toLines(set.wrap(text, style, width), style, color)
  return { height: heightOf(lines) + 3, draw: (page, x, top) => drawLines(set, page, lines, x, top) }
}

const signing = (
  set: Typesetter,
  { signing: state }: PrintedSafetyForm,
  width: number,
  size: number,
): readonly FormBlock[] => {
  if (state.kind === 'not-needed') return [signatureBlock(set)]
  const style: TextStyle = { face: 'bold', size }
  const lines = toLines(set.wrap(state.text, style, width - 14), style)
  const byHand = state.kind === 'open' ? ['Reason', 'Name', 'Signature', 'Date and time'] : []
  const lineHeight = 19
  const height = heightOf(lines) + 8 + Math.ceil(byHand.length / 2) * lineHeight
  return [
    gap(3),
    {
      height: height + 2,
      draw: (page, x, top) => {
        page.drawRectangle({ x, y: top - height, width, height, borderWidth: 0.8, borderColor: ink })
        drawLines(set, page, lines, x + 7, top - 3)
        const cell = (width - 14) / 2
        for (const [index, label] of byHand.entries()) {
          const left = x + 7 + (index % 2) * cell
          const y = top - 4 - heightOf(lines) - (Math.floor(index / 2) + 1) * lineHeight + 4
          set.tags.draw(page, { role: 'P' }, () =>
            set.draw(page, label, { face: 'regular', size }, { x: left, y, color: ink }),
          )
          const start = left + set.width(label, { face: 'regular', size }) + 5
          page.drawLine({ start: { x: start, y }, end: { x: left + cell - 8, y }, thickness: 0.6, color: ink })
        }
      },
    },
    ...(state.kind === 'signed' ? [signatureBlock(set)] : []),
  ]
}

/** Returns the line on which the technologist signs that the answers were checked. */
const signatureBlock = (set: Typesetter): FormBlock => {
  const line = signatureLine(set, 'Technologist')
  return { height: line.height, draw: (page, _x, top) => line.draw(page, top) }
}

/** Returns the questions of one section with their answers. */
export const sectionBlocks = (
  set: Typesetter,
  section: PrintedSafetyForm['sections'][number],
  width: number,
  density: Density,
): readonly FormBlock[] => {
  const list: PaperElement = { role: 'L' }
  return [
    headingBlock(set, section.title, width),
    ...section.rows.map((row) => rowBlock(set, row, list, width, density)),
  ]
}

const rowBlock = (
  set: Typesetter,
  row: FormRow,
  list: PaperElement,
  width: number,
  { size, answerLines }: Density,
): FormBlock => {
  const parent: PaperElement = { role: 'LI', parent: list }
  const [question, reply]: [PaperElement, PaperElement] = [
    { role: 'Lbl', parent },
    { role: 'LBody', parent },
  ]
  const inset = Math.min(row.depth, 4) * indent
  const isMissing = row.state === 'missing'
  const answerStyle: TextStyle = { face: row.state === 'left-open' ? 'regular' : 'bold', size }
  const titleStyle: TextStyle = { face: 'regular', size }
  const split = width * 0.56
  const below = row.isLong
  const titleLines = toLines(set.wrap(row.title, titleStyle, (below ? width : split - 6) - inset), titleStyle)
  const answerWidth = below ? width - inset - 8 : width - split - (isMissing ? 8 : 0)
  const answer = toLines(
    set.wrap(row.answer, answerStyle, answerWidth, row.isText ? answerLines : undefined),
    answerStyle,
    row.state === 'left-open' ? paperGrey : ink,
  )
  const [titleHeight, answerHeight] = [heightOf(titleLines), heightOf(answer)]
  const height = (below ? titleHeight + answerHeight : Math.max(titleHeight, answerHeight)) + 4
  return {
    height,
    draw: (page, x, top) => {
      const bottom = top - height
      if (row.depth === 0) {
        const line = { start: { x, y: top }, end: { x: x + width, y: top } }
        page.drawLine({ ...line, thickness: 0.4, color: hairline })
      }
      drawLines(set, page, titleLines, x + inset, top - 2, question)
      if (below) return drawLines(set, page, answer, x + inset + 8, top - 2 - titleHeight, reply)
      drawLines(set, page, answer, x + split + (isMissing ? 4 : 0), top - 2, reply)
      if (!isMissing) return
      const box = { x: x + split, y: bottom + 1, width: width - split, height: height - 2 }
      page.drawRectangle({ ...box, borderWidth: 0.9, borderColor: ink })
    },
  }
}
