import { formatInstant } from '#domain/format/format-time.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { gap, heading, prose } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import type { PaperRequest } from './paper-maker.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { resultText: words } = studyPaperWords

/**
 * Draws a report that another system sent as text. The sheet has no header about the member: the text itself names the
 * person, and a release stamps the member's details on it.
 */
export const drawResultText = (
  { text, sender, issuedAt }: Extract<PaperRequest, { kind: 'result-text' }>,
  fonts: PaperFonts,
): Promise<DrawnPdf> =>
  drawSheets(fonts, {
    title: words.title,
    running: words.title,
    foot: [words.from(sender), words.issued(formatInstant(issuedAt, 'UTC' as ZoneId))],
    madeAt: toEpochMs(issuedAt),
    pageSize: 'letter',
    // Room for the stamp of a release.
    headRoom: 70,
    blocks: (set) => [
      heading(set, words.title),
      gap(8),
      ...text.split('\n').flatMap((line) => (line.trim() === '' ? [gap(8)] : prose(set, line))),
    ],
  })
