import { factRows, gap, heading, type PaperBlock, prose, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { accent, body, ink, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import type { StructuredReport } from '../outside/results/report-content.ts'
import { type HealthInformation, healthInformationOf, referrerOf } from './draw-health-information.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { report: words, facts, referral, timeNotRecorded } = studyPaperWords

/** The text that a version adds to the one before it. */
export type Addendum = { readonly version: number; readonly text: string }

/** A structured report in one of its editions. */
export type ReportEdition = {
  readonly title: 'Physician report' | 'Radiologist report' | 'Report with addendum' | 'First published reading'
  readonly report: StructuredReport
  /** All addenda up to this version, printed in a section at the end; null to print only this version's addendum. */
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
      ...reportOf(
        set,
        head,
        edition.addenda === null ? edition.report : { ...edition.report, addendum: null },
        referrerOf(edition.healthInformation),
      ),
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
  { ...heading(set, words.addendum), startsPage: true },
  gap(4),
  ...(addenda.length === 0 ? prose(set, words.noAddendum) : []),
  ...addenda.flatMap(({ version, text }) => [
    row(set, [{ text: words.version(version), style: strong }], [1]),
    ...prose(set, text),
    gap(8),
  ]),
  ...(addenda.length === 0 ? [] : prose(set, signatureOf(head, report), small, paperGrey)),
]

const signatureOf = (head: PaperHead, { readBy, readAt }: StructuredReport): string =>
  words.signature(readBy, whenOf(readAt, head, words.signatureTimeUnknown))

const reportOf = (
  set: Typesetter,
  head: PaperHead,
  report: StructuredReport,
  referrer: string,
): readonly PaperBlock[] => [
  ...factRows(set, [
    [words.versionLabel, words.version(report.version)],
    [words.readBy, report.readBy],
    [words.read, whenOf(report.readAt, head, timeNotRecorded)],
    [referral.signer, referrer],
  ]),
  gap(12),
  heading(set, words.impression),
  gap(4),
  ...report.impression.flatMap((line, place) => [...prose(set, `${place + 1}. ${line}`), gap(3)]),
  ...(report.addendum === null
    ? []
    : [gap(6), heading(set, words.addendumOf(report.version)), gap(4), ...prose(set, report.addendum)]),
  gap(10),
  heading(set, words.findings),
  ...table(set, {
    heads: words.heads.map((text) => ({ text })),
    rows: report.findings.map(({ region, structure, finding, weight }, place) => [
      // Each row repeats the region, because the row may be the first of a page; the first row of a region is bold.
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
    maxLines: 30,
  }),
  gap(12),
  heading(set, facts.reason),
  gap(4),
  ...prose(set, report.reason === '' ? facts.noReason : report.reason),
  gap(10),
  heading(set, words.technique),
  gap(4),
  ...prose(set, report.technique),
  gap(10),
  ...prose(set, signatureOf(head, report), small, paperGrey),
]
