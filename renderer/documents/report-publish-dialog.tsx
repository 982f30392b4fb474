import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { lastVersionOf } from '#domain/release/report-publication.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { describePages } from './document-words.ts'
import { describeReportUpload, reportWords } from './report-words.ts'

const words = reportWords.publish

type Props = StudyPartProps & {
  readonly report: StudyReport
  readonly isPending: boolean
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: (version: number) => void
  readonly onClose: () => void
}

/** Asks before a report is published: for which member, as which kind and version. */
export function ReportPublishDialog({ page, report, isPending, errorMessage, onConfirm, onClose }: Props) {
  const { study, member, location } = page.view
  const last = lastVersionOf(study.details.readingPublished, report.kind)
  const version = last + 1
  const kind = reportKindWords[report.kind]
  return (
    <ConfirmDialog
      isOpen
      // Enter, pressed by mistake after the upload, must not publish.
      tone="danger"
      title={words.title(kind)}
      confirmLabel={words.confirm(version, fullName(member))}
      isPending={isPending}
      disabledReason={page.reason('publish-report')}
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
        {last === 0 ? null : <p>{words.correction(last)}</p>}
      </div>
    </ConfirmDialog>
  )
}
