import { formatInstant } from '#domain/format/format-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { factRows } from './draw-study-paper.ts'
import { faxCoverWords as words } from './fax-cover-words.ts'
import { accent, body, drawSheets, gap, heading, paperGrey, prose, row, rule, small, titleRow } from './paper-sheet.ts'
import { studyPaperWords } from './study-paper-words.ts'

/** The facts of a fax's cover sheet: nothing about the member or the document. */
export type FaxCover = {
  readonly clinic: { readonly name: string; readonly lines: readonly string[]; readonly phone: string }
  readonly timezone: ZoneId
  readonly madeAt: Instant
  readonly recipient: { readonly name: string; readonly practice: string; readonly number: string }
  /** Full name of the person who sends the fax. */
  readonly sender: string
  /** All pages of the fax, with the cover sheet. */
  readonly pages: number
  /** The id of the delivery, with which the clinic finds the fax. */
  readonly reference: string
  readonly isDemonstration: boolean
}

/** Draws the cover sheet of a fax on the letterhead of the study's location. */
export const drawFaxCover = (cover: FaxCover, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { clinic, recipient } = cover
  return drawSheets(fonts, {
    title: words.fileTitle,
    running: words.foot(clinic.name, clinic.phone),
    foot: [words.foot(clinic.name, clinic.phone), cover.isDemonstration ? studyPaperWords.demonstrationFoot : ''],
    madeAt: toEpochMs(cover.madeAt),
    blocks: (set) => [
      titleRow(set, [clinic.name, words.title.toUpperCase()], [0.75, 0.25]),
      row(set, [{ text: [...clinic.lines, clinic.phone].join(', '), style: small, color: paperGrey }], [1], {
        padding: 0,
      }),
      gap(4),
      rule(accent, 1.2),
      gap(14),
      ...factRows(set, [
        [words.to, recipient.name],
        [words.practice, recipient.practice === '' ? words.unknown : recipient.practice],
        [words.fax, recipient.number],
        [words.from, cover.sender],
        [words.clinic, clinic.name],
        [words.phone, clinic.phone],
        [words.sent, formatInstant(cover.madeAt, cover.timezone)],
        [words.pages, String(cover.pages)],
        [words.reference, cover.reference],
      ]),
      gap(20),
      heading(set, words.confidential),
      gap(6),
      ...prose(set, words.confidentialText, { ...body, size: 11 }),
      gap(8),
      ...prose(set, words.mistake(clinic.name, clinic.phone), { ...body, size: 11 }),
    ],
  })
}
