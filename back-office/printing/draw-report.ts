import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import type { StructuredReport } from '../outside/results/report-content.ts'
import { type HealthInformation, healthInformationOf } from './draw-health-information.ts'
import { drawStudyPaper, factRows, type PaperHead, whenOf } from './draw-study-paper.ts'
import {
  accent,
  body,
  gap,
  heading,
  ink,
  type PaperBlock,
  paperGrey,
  prose,
  row,
  small,
  strong,
  table,
} from './paper-sheet.ts'

/** The text that a version adds to the one before it. */
export type Addendum = { readonly version: number; readonly text: string }

/** A structured report in one of its editions. */
export type ReportEdition = {
  readonly title: 'Physician report' | 'Radiologist report' | 'Report with addendum' | 'First published reading'
  readonly report: StructuredReport
  /**
   * The addenda of all versions after the first, in a part of their own at the end; null if only the latest is printed.
   */
  readonly addenda: readonly Addendum[] | null
  readonly healthInformation: HealthInformation
}

/** Draws a structured report: impression first, then the findings region by region. */
export const drawReport = (head: PaperHead, edition: ReportEdition, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(
    head,
    fonts,
    edition.title,
    (set) => [
      ...reportOf(set, head, edition.addenda === null ? edition.report : { ...edition.report, addendum: null }),
      ...(edition.addenda === null ? [] : addendaOf(set, head, edition.report, edition.addenda)),
    ],
    healthInformationOf(edition.healthInformation),
  )

const addendaOf = (
  set: Typesetter,
  head: PaperHead,
  report: StructuredReport,
  addenda: readonly Addendum[],
): readonly PaperBlock[] => [
  { ...heading(set, 'Addendum'), startsPage: true },
  gap(4),
  ...(addenda.length === 0 ? prose(set, 'No addendum has been made to this report.') : []),
  ...addenda.flatMap(({ version, text }) => [
    row(set, [{ text: `Version ${version}`, style: strong }], [1]),
    ...prose(set, text),
    gap(8),
  ]),
  ...(addenda.length === 0 ? [] : prose(set, signatureOf(head, report), small, paperGrey)),
]

const signatureOf = (head: PaperHead, { readBy, readAt }: StructuredReport): string =>
  `Electronically signed by ${readBy}, ${whenOf(readAt, head, 'time not recorded')}.`

const reportOf = (set: Typesetter, head: PaperHead, report: StructuredReport): readonly PaperBlock[] => [
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
      // Each row repeats the region, because it may be the first of a page; the first row of a region is bold.
      report.findings[place - 1]?.region === region
        ? { text: region, color: paperGrey }
        : { text: region, style: strong },
      { text: structure },
      { text: finding },
      {
        text: weight,
        style: weight === 'Follow-up' ? strong : body,
        color: weight === 'Normal' ? paperGrey : weight === 'Minor' ? ink : accent,
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
  ...prose(set, signatureOf(head, report), small, paperGrey),
]
