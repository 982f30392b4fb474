import { useState } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { lastVersionOf } from '#domain/release/report-publication.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { PdfViewer } from '../pdf-viewer/pdf-viewer.tsx'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { useReadFile } from '../study/use-read-file.ts'
import { describePages } from './document-words.ts'
import { describeReportFailure, describeReportUpload, reportWords } from './report-words.ts'
import { UnmatchedResults } from './unmatched-results.tsx'

const words = reportWords.publish

type Props = StudyPartProps & {
  readonly report: StudyReport
  readonly isPending: boolean
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: (version: number) => void
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a report is published. The dialog names the member, the kind of the report and its new
 * version, and shows the file, because the file must be this member's.
 */
export function ReportPublishDialog({ page, report, isPending, errorMessage, onConfirm, onClose }: Props) {
  const { study, member, location } = page.view
  const last = lastVersionOf(study.details.readingPublished, report.kind)
  const version = last + 1
  const kind = reportKindWords[report.kind]
  const { studyID, reportID } = report
  const { file, retry } = useReadFile(() => page.bridge.documents.readReport({ studyID, reportID }))
  const [isShown, setShown] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      // This tone focuses the cancel button first, so that an accidental Enter after the upload publishes nothing.
      tone="danger"
      width="standard"
      title={words.title(kind)}
      who={describeIdentity(member, controlWords.studyOf(studyID))}
      confirmLabel={words.confirm(version)}
      confirmName={words.confirmFor(version, fullName(member))}
      isPending={isPending}
      disabledReason={page.reason('publish-report') ?? (isShown ? null : words.notShown)}
      errorMessage={errorMessage}
      onConfirm={() => onConfirm(version)}
      onClose={onClose}
    >
      <div className="stp">
        <FactList>
          <Fact label={words.member}>
            <strong>{fullName(member)}</strong>
          </Fact>
          <Fact label={words.dob}>
            <strong>{formatDate(member.dob)}</strong>
          </Fact>
          <Fact label={words.kind}>{kind}</Fact>
          <Fact label={words.version}>{String(version)}</Fact>
          <Fact label={words.file} isWide>
            {`${describePages(report.pages)}. ${describeReportUpload(report, location.timezone)}`}
          </Fact>
        </FactList>
        <UnmatchedResults page={page} />
        <p>{words.check}</p>
        <div className="mr__check">
          <PdfViewer
            title={kind}
            file={file.kind === 'ready' ? file.value : null}
            failure={
              file.kind === 'failed' ? { title: words.fileFailed, text: describeReportFailure(file.failure) } : null
            }
            onRetry={retry}
            onFirstPage={(drawn) => setShown(drawn === 'drawn')}
          />
        </div>
        {last === 0 ? null : <p>{words.correction(last)}</p>}
      </div>
    </ConfirmDialog>
  )
}
