import { useEffect, useState } from 'react'
import type { ReportFile } from '#contract/documents/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { lastVersionOf } from '#domain/release/report-publication.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { PdfViewer } from '../pdf-viewer/pdf-viewer.tsx'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import { describePages } from './document-words.ts'
import { describeReportFailure, describeReportUpload, reportWords } from './report-words.ts'

const words = reportWords.publish

type Props = StudyPartProps & {
  readonly report: StudyReport
  readonly isPending: boolean
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: (version: number) => void
  readonly onClose: () => void
}

/** Reads the file of an uploaded report when the dialog opens, and again after a failure if the user asks. */
const useReportFile = (page: StudyPage, { studyID, reportID }: StudyReport) => {
  const { bridge } = page
  const [read, setRead] = useState<Loadable<ReportFile>>({ kind: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each try
  useEffect(() => {
    let isGone = false
    setRead({ kind: 'loading' })
    void bridge.documents.readReport({ studyID, reportID }).then((reply) => {
      if (!isGone)
        setRead(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge, studyID, reportID, tries])
  return {
    file: read.kind === 'ready' ? read.value : null,
    problem: read.kind === 'failed' ? { title: words.fileFailed, text: describeReportFailure(read.failure) } : null,
    retry: () => setTries((count) => count + 1),
  }
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
  const { file, problem, retry } = useReportFile(page, report)
  const [isShown, setShown] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      // This tone focuses the cancel button first, so that an accidental Enter after the upload publishes nothing.
      tone="danger"
      width="standard"
      title={words.title(kind)}
      confirmLabel={words.confirm(version, fullName(member))}
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
        <p>{words.check}</p>
        <div className="mr__check">
          <PdfViewer
            title={kind}
            file={file}
            failure={problem}
            onRetry={retry}
            onFirstPage={(drawn) => setShown(drawn === 'drawn')}
          />
        </div>
        {last === 0 ? null : <p>{words.correction(last)}</p>}
      </div>
    </ConfirmDialog>
  )
}
