import { formatInstant } from '#domain/format/format-time.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { factRows, gap, heading, prose } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { faxCoverWords as words } from './fax-cover-words.ts'
import { studyPaperWords } from './study-paper-words.ts'

/** The facts of a fax's cover sheet: nothing about the member or the document. */
export type FaxCover = {
  readonly clinic: Letterhead
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
    foot: [words.foot(clinic.name, clinic.phone), printedOf(cover)],
    madeAt: toEpochMs(cover.madeAt),
    pageSize: clinic.pageSize,
    logo: clinic.logo,
    blocks: (set) => [
      ...letterheadRows(set, clinic, {
        title: words.title,
        mark: cover.isDemonstration ? studyPaperWords.demonstration : '',
      }),
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
      ...prose(set, words.confidentialText),
      gap(8),
      ...prose(set, words.mistake(clinic.name, clinic.phone)),
    ],
  })
}

const printedOf = ({ isDemonstration, madeAt, timezone, sender }: FaxCover): string =>
  [
    isDemonstration ? studyPaperWords.demonstrationFoot : '',
    paperSheetWords.printedBy(formatInstant(madeAt, timezone), sender),
  ]
    .filter((part) => part !== '')
    .join(' · ')
