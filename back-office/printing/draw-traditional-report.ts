import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { TraditionalReport } from '../outside/results/report-content.ts'
import { type HealthInformation, healthInformationOf } from './draw-health-information.ts'
import { drawStudyPaper, factRows, type PaperHead, whenOf } from './draw-study-paper.ts'
import { gap, heading, paperGrey, prose, small } from './paper-sheet.ts'

/** Draws the traditional report as a letter of the reading radiologist. */
export const drawTraditionalReport = (
  head: PaperHead,
  report: TraditionalReport,
  healthInformation: HealthInformation,
  fonts: PaperFonts,
): Promise<DrawnPdf> =>
  drawStudyPaper(
    head,
    fonts,
    'Radiology report',
    (set) => [
      ...factRows(set, [
        ['DICTATED BY', report.dictatedBy],
        ['DICTATED', whenOf(report.dictatedAt, head, 'Time not recorded')],
        ['TRANSCRIBED', whenOf(report.transcribedAt, head, 'Time not recorded')],
      ]),
      gap(12),
      ...report.parts.flatMap(({ title, paragraphs }) => [
        heading(set, title),
        gap(4),
        ...paragraphs.flatMap((text) => [...prose(set, text), gap(5)]),
        gap(6),
      ]),
      ...prose(
        set,
        `Dictated by ${report.dictatedBy}, typed from dictation, read over before release.`,
        small,
        paperGrey,
      ),
    ],
    healthInformationOf(healthInformation),
  )
