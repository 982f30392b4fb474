import * as fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFImage, PDFName, StandardFonts } from 'pdf-lib'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { PageSize } from '#domain/values/page-size.ts'
import type { PaperBlock } from './blocks.ts'
import type { DrawnPdf, PaperFonts } from './draw-in-thread.ts'
import { pageFormat } from './page-format.ts'
import { bottomOfBlocks, drawFoot, drawRunningHead, topOfBlocks } from './page-frame.ts'
import { paperSheetWordsIn } from './paper-sheet-words-in.ts'
import { placeBlocks } from './place-blocks.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/** A document's blocks and properties. `madeAt` is in epoch milliseconds. */
type Sheets = {
  /** Written to the PDF's metadata; contains no facts about a person. */
  readonly title: string
  /** At the top of each further page. */
  readonly running: string
  readonly foot: readonly string[]
  readonly madeAt: number
  readonly pageSize: PageSize
  /** The sender's logo, as the base64 of a PNG; empty or absent for none. */
  readonly logo?: string
  /** The language of the texts, which programs that read the file aloud use; English when absent. */
  readonly language?: TextLanguage | undefined
  readonly blocks: (set: Typesetter) => readonly PaperBlock[]
  /** The number of points by which each page begins lower, to leave room for a stamp; 0 when absent. */
  readonly headRoom?: number | undefined
  /**
   * Extra pages after all others. Their footer has a label in place of a page number, and "of n" does not count them.
   */
  readonly healthInformation?: ((set: Typesetter) => readonly PaperBlock[]) | undefined
}

/**
 * The entry in a page's dictionary that marks the page as for health-information staff only. A sender can then leave
 * the page out (study spec §7 shouldHideHIContent).
 */
const contentMark = { key: 'AtriumContent', value: 'HealthInformation' }

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

/** Embeds a logo, which the back office checked when it was saved. Returns null for none. */
export const embedLogo = async (document: PDFDocument, logo = ''): Promise<PDFImage | null> =>
  logo === '' ? null : document.embedPng(Buffer.from(logo, 'base64'))

/**
 * Draws blocks as a PDF with numbered pages, its language and its title. A mark replaces each character that the font
 * lacks, and a note in the footer explains it. `standard` uses the fonts that every PDF reader has: the file is small,
 * but these fonts have Latin letters only. The returned page count includes the health-information pages.
 */
export const drawSheets = async (fonts: PaperFonts | 'standard', sheets: Sheets): Promise<DrawnPdf> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  const [regular, bold] = await embedFonts(document, fonts)
  const format = pageFormat(sheets.pageSize)
  const { healthInformation, headRoom = 0, language = standardLanguage } = sheets
  const set = createTypesetter({ regular, bold }, format, language, await embedLogo(document, sheets.logo))
  const words = paperSheetWordsIn(language)
  const room = { topOf: (page: number) => topOfBlocks(page, format, headRoom), bottom: bottomOfBlocks(format) }
  const { placed, pages } = placeBlocks(sheets.blocks(set), { ...room, firstPage: 0 })
  const more =
    healthInformation === undefined
      ? { placed: [], pages: 0 }
      : placeBlocks(healthInformation(set), { ...room, firstPage: pages })
  const drawn = Array.from({ length: pages + more.pages }, () => document.addPage([format.width, format.height]))
  for (const page of drawn) set.tags.beginPage(page)
  for (const page of drawn.slice(pages)) page.node.set(PDFName.of(contentMark.key), PDFName.of(contentMark.value))
  for (const { block, page, top } of [...placed, ...more.placed]) {
    const sheet = drawn[page]
    if (sheet !== undefined) block.draw(sheet, top)
  }
  for (const page of drawn.slice(1)) drawRunningHead(set, page, sheets.running, headRoom)
  // The footers are drawn last: if the font lacks a character on any page, every footer has a note about it.
  const foot = set.hasReplaced() ? [...sheets.foot.slice(0, 1), words.replaced] : sheets.foot
  for (const [index, page] of drawn.entries()) {
    drawFoot(set, page, foot, index < pages ? words.page(index + 1, pages) : words.healthInformation)
  }
  set.tags.write(document)
  describeDocument(document, sheets.title, sheets.madeAt, language)
  return { bytes: await document.save(), pages: drawn.length }
}

/** Writes the properties of one of Atrium's own papers; viewers show the title in place of the file's name. */
export const describeDocument = (
  document: PDFDocument,
  title: string,
  madeAt: number,
  language: TextLanguage = standardLanguage,
): void => {
  const made = new Date(madeAt)
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setCreator('Atrium')
  document.setProducer('Atrium')
  document.setLanguage(language)
  document.setCreationDate(made)
  document.setModificationDate(made)
}
