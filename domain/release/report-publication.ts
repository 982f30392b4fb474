import type { Study } from '../study/study.ts'
import type { PublishedReading, StudyDetails } from '../study/study-details.ts'
import type { ReportKind } from './study-report.ts'

type ReportPublication =
  | {
      readonly kind: 'publish'
      readonly version: number
      readonly details: Pick<StudyDetails, 'readingPublished' | 'traditionalReportAvailable'>
      /** Whether this is the study's first published report, which sets the flag `published`. */
      readonly isFirst: boolean
    }
  | {
      readonly kind: 'refused'
      readonly code: 'act-not-allowed' | 'already-cancelled' | 'stale'
      readonly reason: string
    }

/** Returns the newest published version of a kind; 0 if none is published. */
export const lastVersionOf = (readings: readonly PublishedReading[], kind: ReportKind): number =>
  readings.reduce((last, { reportType, version }) => (reportType === kind ? Math.max(last, version) : last), 0)

/**
 * Decides what the publication of a report does to its study (study spec §3 readingPublished, §4). `expected` is the
 * version that the person confirmed. A published version is never withdrawn, and a later version does not change the
 * time of the first publication.
 */
export const decidePublication = (
  { status, details }: Pick<Study, 'status' | 'details'>,
  kind: ReportKind,
  expected: number,
): ReportPublication => {
  const { readingPublished, traditionalReportAvailable } = details
  if (status.cancelled) {
    return { kind: 'refused', code: 'already-cancelled', reason: 'This appointment has been cancelled.' }
  }
  if (status.read !== true) {
    return { kind: 'refused', code: 'act-not-allowed', reason: 'The images have not been read.' }
  }
  const version = lastVersionOf(readingPublished, kind) + 1
  if (version !== expected) {
    const reason = `Another report of this kind was published. The report that you are publishing would be version ${version}.`
    return { kind: 'refused', code: 'stale', reason }
  }
  return {
    kind: 'publish',
    version,
    details: {
      readingPublished: [...readingPublished, { reportType: kind, version }],
      traditionalReportAvailable: traditionalReportAvailable || kind === 'traditional',
    },
    isFirst: status.published !== true,
  }
}
