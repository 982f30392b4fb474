import type { Instant } from '#domain/time/instant.ts'
import type { DrawnPdf, PaperFonts } from '../../paper/draw-in-thread.ts'
import { drawStudyPaper, factRows, type PaperHead, whenOf } from './draw-study-paper.ts'
import { accent, body, gap, grey, heading, ink, prose, small, strong, table } from './paper-sheet.ts'

export type FindingWeight = 'Normal' | 'Minor' | 'Follow-up'
export type Finding = {
  readonly region: string
  readonly structure: string
  readonly finding: string
  readonly weight: FindingWeight
}

/** The structured report of the radiologists. */
export type StructuredReport = {
  readonly version: number
  readonly readBy: string
  readonly readAt: Instant | null
  readonly reason: string
  readonly technique: string
  readonly findings: readonly Finding[]
  readonly impression: readonly string[]
  /** What a later version says more; null for the first. */
  readonly addendum: string | null
}

/** Draws the physician report: impression first, then the findings region by region. */
export const drawReport = (head: PaperHead, report: StructuredReport, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, 'Physician report', (set) => [
    ...factRows(set, [
      ['REPORT VERSION', `Version ${report.version}`],
      ['READ BY', report.readBy],
      ['READ', whenOf(report.readAt, head, 'Time not recorded')],
    ]),
    gap(12),
    heading(set, 'Impression'),
    gap(4),
    ...report.impression.flatMap((line, place) => [...prose(set, `${place + 1}. ${line}`), gap(3)]),
    ...(report.addendum === null
      ? []
      : [gap(6), heading(set, `Addendum of version ${report.version}`), gap(4), ...prose(set, report.addendum)]),
    gap(10),
    heading(set, 'Findings'),
    ...table(set, {
      heads: [{ text: 'REGION' }, { text: 'STRUCTURE' }, { text: 'FINDING' }, { text: 'ASSESSMENT' }],
      rows: report.findings.map(({ region, structure, finding, weight }, place) => [
        // Said in every row, as any may be the first of a page; it stands out where it begins.
        report.findings[place - 1]?.region === region ? { text: region, color: grey } : { text: region, style: strong },
        { text: structure },
        { text: finding },
        {
          text: weight,
          style: weight === 'Follow-up' ? strong : body,
          color: weight === 'Normal' ? grey : weight === 'Minor' ? ink : accent,
        },
      ]),
      shares: [0.17, 0.2, 0.48, 0.15],
      mostLines: 30,
    }),
    gap(12),
    heading(set, 'Reason for scan'),
    gap(4),
    ...prose(set, report.reason === '' ? 'None was given.' : report.reason),
    gap(10),
    heading(set, 'Technique'),
    gap(4),
    ...prose(set, report.technique),
    gap(10),
    ...prose(
      set,
      `Electronically signed by ${report.readBy}, ${whenOf(report.readAt, head, 'time not recorded')}.`,
      small,
      grey,
    ),
  ])
