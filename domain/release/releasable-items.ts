import type { StudyDocument } from '../documents/document.ts'
import { type PaperName, paperLabels } from '../study/papers.ts'
import { chooseReport } from '../study/report-choice.ts'
import type { Study } from '../study/study.ts'
import type { ReleaseItem } from './release-item.ts'

/** One thing that can leave the clinic, as a row of what can be chosen. */
export type Releasable = {
  readonly item: ReleaseItem
  readonly title: string
  readonly isPublished: boolean
  /** The study's own report, which Automated sends. */
  readonly isReport: boolean
}

const paper = (
  name: PaperName,
  isPublished: boolean,
  title: string = paperLabels[name],
  isReport = false,
): Releasable => ({
  item: { kind: 'paper', paper: name },
  title,
  isPublished,
  isReport,
})

/** Papers that are about the member and no report of the images: what a doctor asks for beside it. */
const furtherPapers: readonly PaperName[] = [
  'medical-history',
  'consent',
  'medical-referral',
  'referral-page',
  'study-info',
]

/**
 * What can be sent of a study, its own report first (study spec §4 Report choice), then the newest version of each type of its
 * documents, then further papers. `documents` as the back office lists them, newest first.
 */
export const releasableItems = (
  study: Pick<Study, 'status' | 'details'>,
  documents: readonly StudyDocument[],
): readonly Releasable[] => {
  const isPublished = study.status.published === true
  const choice = chooseReport(study)
  const hasTraditional =
    study.details.traditionalReportAvailable ||
    study.details.readingPublished.some(({ reportType }) => reportType === 'traditional')
  const report =
    choice.kind === 'structured'
      ? [
          paper('physician-report', isPublished, `${paperLabels['physician-report']}, version ${choice.version}`, true),
          paper('report-with-addendum', isPublished),
          ...(hasTraditional ? [paper('traditional-report', isPublished)] : []),
        ]
      : choice.kind === 'traditional'
        ? [paper('traditional-report', isPublished, paperLabels['traditional-report'], true)]
        : []
  const newest = documents.filter(
    (document, index) => documents.findIndex(({ typeId }) => typeId === document.typeId) === index,
  )
  return [
    ...report,
    ...newest.map(({ uuid, name, version, status }) => ({
      item: { kind: 'document' as const, uuid },
      title: `${name}, version ${version}`,
      isPublished: status === 'PUBLISHED',
      isReport: false,
    })),
    ...furtherPapers.map((name) => paper(name, true)),
  ]
}
