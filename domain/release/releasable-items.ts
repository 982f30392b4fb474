import type { StudyDocument } from '../documents/document.ts'
import { type PaperName, paperLabels } from '../study/papers.ts'
import type { Study } from '../study/study.ts'
import type { ReleaseItem } from './release-item.ts'
import { chooseReport } from './report-choice.ts'

/** One item that can leave the clinic, as a row to choose. */
type Releasable = {
  readonly item: ReleaseItem
  readonly title: string
  readonly isPublished: boolean
  /** Whether this is the study's own report, which the mode `automated` sends. */
  readonly isReport: boolean
}

/**
 * Returns the current version of the report that a paper contains; null for a paper without a report, and for a
 * traditional report without a version number.
 */
export const readingVersionOf = (name: PaperName, study: Pick<Study, 'status' | 'details'>): number | null => {
  if (name === 'traditional-report') {
    const versions = study.details.readingPublished
      .filter(({ reportType }) => reportType === 'traditional')
      .map(({ version }) => version)
    return versions.length === 0 ? null : Math.max(...versions)
  }
  const choice = chooseReport(study)
  const isOfReading = name === 'physician-report' || name === 'radiologist-report' || name === 'report-with-addendum'
  return isOfReading && choice.kind === 'structured' ? choice.version : null
}

/** Returns the name of a paper, with its version if it has one. */
export const paperTitle = (name: PaperName, study: Pick<Study, 'status' | 'details'>): string => {
  const version = readingVersionOf(name, study)
  return version === null ? paperLabels[name] : `${paperLabels[name]}, version ${version}`
}

/** Papers that doctors ask for in addition to the report. */
const furtherPapers: readonly PaperName[] = [
  'medical-history',
  'consent',
  'medical-referral',
  'referral-page',
  'study-info',
]

/**
 * Returns the items of a study to choose from; unpublished items are listed but cannot be sent. First comes the study's
 * own report (study spec §4 Report choice), then the newest version of each type of document, then further papers. If a
 * newest version is a draft, the newest published version follows the draft. `documents` are in the back office's
 * order, newest first.
 */
export const releasableItems = (
  study: Pick<Study, 'status' | 'details'>,
  documents: readonly StudyDocument[],
): readonly Releasable[] => {
  const isPublished = study.status.published === true
  const paper = (name: PaperName, isThisPublished: boolean, isReport = false): Releasable => ({
    item: { kind: 'paper', paper: name },
    title: paperTitle(name, study),
    isPublished: isThisPublished,
    isReport,
  })
  const choice = chooseReport(study)
  const hasTraditional =
    study.details.traditionalReportAvailable ||
    study.details.readingPublished.some(({ reportType }) => reportType === 'traditional')
  const report =
    choice.kind === 'structured'
      ? [
          paper('physician-report', isPublished, true),
          paper('report-with-addendum', isPublished),
          ...(hasTraditional ? [paper('traditional-report', isPublished)] : []),
        ]
      : choice.kind === 'traditional'
        ? [paper('traditional-report', isPublished, true)]
        : []
  const types = [...new Set(documents.map(({ typeId }) => typeId))]
  const current = types.flatMap((type) => {
    const versions = documents.filter(({ typeId }) => typeId === type)
    // A draft does not withdraw the published version, which can still be sent.
    const published = versions.find(({ status }) => status === 'PUBLISHED')
    return [...new Set([...versions.slice(0, 1), ...(published === undefined ? [] : [published])])]
  })
  return [
    ...report,
    ...current.map(({ uuid, name, version, status }) => ({
      item: { kind: 'document' as const, uuid },
      title: `${name}, version ${version}`,
      isPublished: status === 'PUBLISHED',
      isReport: false,
    })),
    ...furtherPapers.map((name) => paper(name, true)),
  ]
}
