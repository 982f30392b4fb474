import * as fontkit from '@cantoo/fontkit'
import { grayscale, PDFDocument, type PDFPage } from 'pdf-lib'
import type { PageSize } from '#domain/values/page-size.ts'
import type { PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { ink, paperGrey } from '#paper/sheet/sheet-style.ts'
import { createTypesetter, type TextStyle } from '#paper/sheet/typesetter.ts'
import type { TestPage } from './test-page.ts'

const sizeWords: { readonly [Size in PageSize]: string } = {
  letter: 'US letter, 8.5 × 11 in',
  a4: 'A4, 210 × 297 mm',
}
const margin = 54
const pointsPerMm = 72 / 25.4
const marginsMm = [5, 10, 15] as const
const rulerMm = 100

const heading: TextStyle = { face: 'bold', size: 20 }
const body: TextStyle = { face: 'regular', size: 11 }
const small: TextStyle = { face: 'regular', size: 7 }

/**
 * Draws a test page: the printer's name, frames, a ruler, small print and steps of grey. The frames are 5, 10 and 15 mm
 * from the edge; a frame that is cut off is outside the printable area. The ruler is 10 cm long on paper, unless the
 * page was scaled.
 */
export const drawTestPage = async (page: TestPage, fonts: PaperFonts): Promise<Uint8Array> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  const [regular, bold] = await Promise.all([
    document.embedFont(fonts.regular, { subset: true }),
    document.embedFont(fonts.bold, { subset: true }),
  ])
  const format = pageFormat(page.pageSize, margin)
  const set = createTypesetter({ regular, bold }, format)
  const { width, height } = format
  const sheet = document.addPage([width, height])
  for (const mm of marginsMm) drawFrame(sheet, mm * pointsPerMm, width, height)
  for (const mm of marginsMm)
    set.draw(sheet, `${mm} mm`, small, { x: width / 2, y: height - mm * pointsPerMm + 2, color: paperGrey })

  let y = height - margin - 40
  const line = (text: string, style: TextStyle): void => {
    for (const one of set.wrap(text, style, width - 2 * margin, 3)) {
      set.draw(sheet, one, style, { x: margin, y, color: ink })
      y -= style.size * 1.6
    }
  }
  line('Test page', heading)
  line(`Printer: ${page.printer}`, body)
  line(`Paper: ${sizeWords[page.pageSize]}`, body)
  line(`Can print on both sides: ${page.hasDuplex ? 'yes' : 'no'}`, body)
  line(`Printed from Atrium, ${page.at}`, body)
  y -= 20
  for (let mm = 0; mm <= rulerMm; mm += 1) {
    const x = margin + mm * pointsPerMm
    const tick = mm % 10 === 0 ? 12 : mm % 5 === 0 ? 8 : 5
    sheet.drawLine({ start: { x, y }, end: { x, y: y + tick }, thickness: 0.5, color: ink })
    if (mm % 10 === 0) set.draw(sheet, String(mm / 10), small, { x: x - 2, y: y + 14, color: ink })
  }
  sheet.drawLine({
    start: { x: margin, y },
    end: { x: margin + rulerMm * pointsPerMm, y },
    thickness: 0.5,
    color: ink,
  })
  y -= 16
  line('This line is 10 cm long if the page was printed at its true size.', small)
  y -= 40
  for (let step = 0; step <= 10; step += 1)
    sheet.drawRectangle({ x: margin + step * 40, y, width: 40, height: 30, color: grayscale(1 - step / 10) })
  y -= 24
  for (const size of [6, 7, 8, 9, 10])
    line(`${size} points: the quick brown fox jumps over the lazy dog.`, { face: 'regular', size })
  document.setTitle('Test page')
  document.setCreator('Atrium')
  document.setProducer('Atrium')
  document.setLanguage('en')
  return document.save()
}

const drawFrame = (sheet: PDFPage, inset: number, width: number, height: number): void =>
  sheet.drawRectangle({
    x: inset,
    y: inset,
    width: width - 2 * inset,
    height: height - 2 * inset,
    borderWidth: 0.5,
    borderColor: paperGrey,
  })
