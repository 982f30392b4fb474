import * as fontkit from '@cantoo/fontkit'
import { PDFDocument } from 'pdf-lib'
import { toEpochMs } from '#domain/values/instant.ts'
import { standardLanguage } from '#domain/values/language.ts'
import { describeDocument, embedLogo } from '#paper/sheet/draw-sheets.ts'
import { footOf } from '#paper/sheet/letterhead.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { bottomOfBlocks, drawFoot, drawRunningHead, topOfBlocks } from '#paper/sheet/page-frame.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { body, small } from '#paper/sheet/sheet-style.ts'
import { createTypesetter, type Typesetter } from '#paper/sheet/typesetter.ts'
import type { PrintedSafetyForm } from './safety-form.ts'
import {
  type Density,
  type FormBlock,
  headBlocks,
  noticeBlocks,
  safetyFormTitle,
  sectionBlocks,
} from './safety-form-blocks.ts'

const columnGap = 18

const unlimited = Number.POSITIVE_INFINITY
type Choice = Density & { readonly pages: number }
const inSmallType =
  (pages: number) =>
  (answerLines: number): Choice => ({ columns: 2, size: small.size, answerLines, pages })
/**
 * Layouts from the most legible to the densest, in the type scale of all papers: one page if possible, then two, then
 * smaller type, then three pages. The layouts in small type cut long answers if needed; a note after each cut answer
 * states that it continues on the screen. Questions, notices and short answers are never cut.
 */
const densities: readonly Choice[] = [
  { columns: 1, size: body.size, answerLines: unlimited, pages: 1 },
  { columns: 2, size: body.size, answerLines: unlimited, pages: 1 },
  { columns: 2, size: body.size, answerLines: unlimited, pages: 2 },
  ...[unlimited, 20, 14, 10, 8, 6, 5, 4, 3, 2].map(inSmallType(2)),
  ...[20, 14, 10, 8, 6, 5, 4, 3, 2, 1].map(inSmallType(3)),
]

type Placed = { readonly block: FormBlock; readonly page: number; readonly x: number; readonly top: number }
type Layout = { readonly placed: readonly Placed[]; readonly pages: number }

/**
 * Draws the form as a PDF in the size of the location's papers. The PDF has more than three pages only if even the
 * densest layout does not fit on three pages. A character that the font lacks is marked, with a note in the footer.
 * The file's metadata contains no data of the member.
 */
export const drawSafetyForm = async (
  form: PrintedSafetyForm,
  fonts: { readonly regular: Uint8Array; readonly bold: Uint8Array },
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  const [regular, bold] = await Promise.all([
    document.embedFont(fonts.regular, { subset: true }),
    document.embedFont(fonts.bold, { subset: true }),
  ])
  const { letterhead } = form
  const set = createTypesetter(
    { regular, bold },
    pageFormat(letterhead.pageSize),
    standardLanguage,
    await embedLogo(document, letterhead.logo),
  )
  const { width, height } = set.format
  const layout = chooseLayout(set, form)
  const pages = Array.from({ length: layout.pages }, () => document.addPage([width, height]))
  for (const page of pages) set.tags.beginPage(page)
  for (const { block, page, x, top } of layout.placed) {
    const sheet = pages[page]
    if (sheet !== undefined) block.draw(sheet, x, top)
  }
  for (const page of pages.slice(1)) drawRunningHead(set, page, `${safetyFormTitle} · ${form.running}`)
  // Runs last, because the footer states whether any character was replaced.
  const unsaved = 'Answers that were not saved are not on this form.'
  const foot = [
    footOf(letterhead, form.running),
    set.hasReplaced() ? `${unsaved} ${paperSheetWords.replaced}` : unsaved,
  ]
  for (const [index, page] of pages.entries()) {
    drawFoot(set, page, foot, paperSheetWords.page(index + 1, pages.length))
  }
  set.tags.write(document)
  describeDocument(document, safetyFormTitle, toEpochMs(form.madeAt))
  return { bytes: await document.save(), pages: pages.length }
}

const chooseLayout = (set: Typesetter, form: PrintedSafetyForm): Layout => {
  let layout: Layout = { placed: [], pages: 0 }
  for (const density of densities) {
    layout = place(set, form, density)
    if (layout.pages <= density.pages) return layout
  }
  // More pages are better than a lost question or notice.
  return layout
}

const place = (set: Typesetter, form: PrintedSafetyForm, density: Density): Layout => {
  const placed: Placed[] = []
  let page = 0
  let top = topOfBlocks(0, set.format)
  const { margin, contentWidth } = set.format
  const bottom = bottomOfBlocks(set.format)
  const wide = [...headBlocks(set, form, contentWidth), ...noticeBlocks(set, form, contentWidth, density.size)]
  for (const [index, block] of wide.entries()) {
    const needed = block.height + (block.isHeading === true ? (wide[index + 1]?.height ?? 0) : 0)
    if (top - needed < bottom) {
      page += 1
      top = topOfBlocks(page, set.format)
    }
    placed.push({ block, page, x: margin, top })
    top -= block.height
  }
  top -= 6
  const columnWidth = (contentWidth - columnGap * (density.columns - 1)) / density.columns
  let rest: readonly FormBlock[] = form.sections
    .filter(({ rows }) => rows.length > 0)
    .flatMap((section) => sectionBlocks(set, section, columnWidth, density))
  while (rest.length > 0) {
    const most = top - bottom
    const columns = fill(rest, balance(rest, most, density.columns), density.columns)
    for (const [index, column] of columns.entries()) {
      let y = top
      for (const block of column) {
        placed.push({ block, page, x: margin + index * (columnWidth + columnGap), top: y })
        y -= block.height
      }
    }
    const taken = columns.flat().length
    rest = rest.slice(taken)
    if (rest.length === 0) break
    // No block should be higher than a page. If one is, it is placed at the top of a page, so that the loop ends.
    if (taken === 0 && top === topOfBlocks(page, set.format)) {
      const [block, ...others] = rest
      if (block !== undefined) placed.push({ block, page, x: margin, top })
      rest = others
      if (rest.length === 0) break
    }
    page += 1
    top = topOfBlocks(page, set.format)
  }
  return { placed, pages: page + 1 }
}

/**
 * Fills `count` columns of the given height with blocks, one column after the other. Does not return the blocks that do
 * not fit.
 */
const fill = (blocks: readonly FormBlock[], height: number, count: number): readonly (readonly FormBlock[])[] => {
  const columns: FormBlock[][] = []
  let next = 0
  for (let index = 0; index < count; index += 1) {
    const column: FormBlock[] = []
    let left = height
    for (let block = blocks[next]; block !== undefined && block.height <= left; block = blocks[next]) {
      column.push(block)
      left -= block.height
      next += 1
    }
    while (next < blocks.length && column.at(-1)?.isHeading) {
      column.pop()
      next -= 1
    }
    columns.push(column)
  }
  return columns
}

/**
 * Returns the lowest column height at which all blocks fit, so that the columns end at about the same height. Returns
 * `most` when the blocks do not fit.
 */
const balance = (blocks: readonly FormBlock[], most: number, count: number): number => {
  if (fill(blocks, most, count).flat().length < blocks.length) return most
  let height = blocks.reduce((sum, block) => sum + block.height, 0) / count
  while (height < most && fill(blocks, height, count).flat().length < blocks.length) height += 4
  return Math.min(height, most)
}
