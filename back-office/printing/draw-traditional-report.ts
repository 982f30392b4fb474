import { factRows, gap, heading, prose } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { paperGrey, small } from '#paper/sheet/sheet-style.ts'
import type { TraditionalReport } from '../outside/results/report-content.ts'
import { type HealthInformation, healthInformationOf, referrerOf } from './draw-health-information.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { referral, traditionalReport: words, timeNotRecorded } = studyPaperWords

/** Draws the traditional report as a letter from the radiologist. */
export const drawTraditionalReport = (
  head: PaperHead,
  report: TraditionalReport,
  healthInformation: HealthInformation,
  fonts: PaperFonts,
): Promise<DrawnPdf> =>
  drawStudyPaper(
    head,
    fonts,
    words.title,
    (set) => [
      ...factRows(set, [
        [words.dictatedBy, report.dictatedBy],
        [words.dictated, whenOf(report.dictatedAt, head, timeNotRecorded)],
        [words.transcribed, whenOf(report.transcribedAt, head, timeNotRecorded)],
        [referral.signer, referrerOf(healthInformation)],
      ]),
      gap(12),
      ...report.parts.flatMap(({ title, paragraphs }) => [
        heading(set, title),
        gap(4),
        ...paragraphs.flatMap((text) => [...prose(set, text), gap(5)]),
        gap(6),
      ]),
      ...prose(set, words.signature(report.dictatedBy), small, paperGrey),
    ],
    healthInformationOf(healthInformation),
  )
