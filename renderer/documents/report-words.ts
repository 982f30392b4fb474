import type { Failure, FailureCode } from '#contract/reply.ts'
import { countOf } from '#domain/format/format-count.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { describePages } from './document-words.ts'

/** Failures whose own text is enough. */
const clear: readonly FailureCode[] = ['document-format', 'payload-too-large', 'pdf-refused', 'not-found', 'stale']

/** Describes a failure about an uploaded report, with what to do. */
export const describeReportFailure = (failure: Failure): string =>
  clear.includes(failure.code) ? failure.message : describeStudyFailure(failure).text

/** Describes a report: `Physician report, 12 pages, 1.2 MB`. */
export const describeReport = ({ kind, pages, byteSize }: StudyReport): string =>
  `${reportKindWords[kind]}, ${describePages(pages)}, ${formatSize(byteSize)}`

/** Describes the upload of a report: `Uploaded 20 Nov 2026 10:04am PST by Noor Haddad`. */
export const describeReportUpload = ({ createdAt, createdBy }: StudyReport, zone: ZoneId): string =>
  `Uploaded ${formatInstant(createdAt, zone)} by ${createdBy}`

/** The texts of the upload and publication of a study's reports. */
export const reportWords = {
  title: 'Reports to publish',
  loading: 'Loading uploaded reports',
  failedTitle: "Couldn't load the uploaded reports",
  tryAgain: 'Try again',
  none: 'No reports to publish.',
  upload: {
    open: 'Upload report',
    title: 'Upload report',
    kind: 'Report type',
    kindHint: {
      structured: 'The structured report. It is sent unless the study is transcribed.',
      traditional: 'The transcribed report of the reading group.',
    },
    noKind: 'Choose the report type first.',
    fileHint: 'PDF, up to 32 MB.',
    file: 'Report file',
    submit: 'Upload',
    after: 'The upload is not published yet. Publishing asks for confirmation.',
    failed: "The report couldn't be uploaded",
    kept: (reason: string) => `${reason} Your choices are kept.`,
    done: (report: string) => `${report} uploaded, not published yet`,
  },
  publish: {
    open: 'Publish',
    openOf: (report: string, who: string) => `Publish ${report}: ${who}`,
    title: (report: string) => `Publish the ${report.toLowerCase()}?`,
    member: 'Member',
    dob: 'Date of birth',
    kind: 'Report type',
    version: 'Version',
    file: 'File',
    check: 'Check that this file belongs to this member. A published report can be sent and can’t be taken back.',
    fileFailed: "Couldn't show the file",
    notShown: 'The file must be shown here before it is published.',
    correction: (version: number) =>
      `It replaces version ${version}, which is kept. Do the report QA again for the new version.`,
    waiting: {
      title: (count: number) =>
        `${countOf(count, 'result')} for this study or member ${count === 1 ? 'is' : 'are'} not matched yet`,
      text: 'A newer or corrected report may be among them. Compare them first.',
      open: 'Open results',
      ask: 'Health-information staff or report QA can match them under Results.',
      failed: 'Atrium could not check whether other results wait for this study.',
    },
    confirmShort: (version: number) => `Publish version ${version}`,
    confirm: (version: number, who: string) => `Publish version ${version} for ${who}`,
    done: (report: string, version: number) => `${report} published, version ${version}`,
  },
  discard: {
    open: 'Discard',
    openOf: (report: string, who: string) => `Discard ${report}: ${who}`,
    title: 'Discard this upload?',
    text: 'It was never published. You can upload the report again.',
    confirm: (report: string) => `Discard the ${report.toLowerCase()}`,
    done: (report: string) => `${report} discarded`,
  },
}
