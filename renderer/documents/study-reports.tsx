import { FileUp, Globe, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ok } from '#contract/reply.ts'
import { toMemberDetails } from '#domain/release/member-details.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { panelWords } from '../study/panel-words.ts'
import { describeStudyIdentity } from '../study/study-identity.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { ReportPublishDialog } from './report-publish-dialog.tsx'
import { ReportUploadDialog } from './report-upload-dialog.tsx'
import { describeReport, describeReportFailure, describeReportUpload, reportWords } from './report-words.ts'

const words = reportWords

/** Uploads and publishes a study's reports (study spec §3 readingPublished); only for the roles that may publish. */
export function StudyReports({ page }: StudyPartProps) {
  return page.decide('publish-report').kind === 'forbidden' ? null : <ReportsToPublish page={page} />
}

/** Reads the uploaded reports when the section opens, after each change of the study, and after a reconnection. */
const useReports = ({ page }: StudyPartProps) => {
  const { bridge, isOnline, view } = page
  const { studyID, version } = view.study
  const [read, setRead] = useState<Loadable<readonly StudyReport[]>>({ kind: 'loading' })
  const [readings] = useState(createReadings)
  const load = async (): Promise<void> => {
    const isLatest = readings.begin()
    const reply = await bridge.documents.listReports({ studyID })
    if (!isLatest()) return
    if (reply.ok) setRead({ kind: 'ready', value: reply.value })
    else setRead((before) => (before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }))
  }
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a change of study or connection
  useEffect(() => void latest.current(), [studyID, version, isOnline])
  useEffect(
    () =>
      bridge.on('booking.studyChanged', (changed) => {
        if (changed.studyID === studyID) void latest.current()
      }),
    [bridge, studyID],
  )
  return { read, load, show: (value: readonly StudyReport[]) => setRead({ kind: 'ready', value }) }
}

type Asked = { readonly act: 'publish' | 'discard'; readonly report: StudyReport }

const key = 'publish-report'

/** Returns the open question, and the actions that run when the user confirms it. */
const useReportActs = (
  { page }: StudyPartProps,
  { load, show }: Pick<ReturnType<typeof useReports>, 'load' | 'show'>,
) => {
  const { bridge, notices, view } = page
  const { study, member } = view
  const { studyID } = study
  const [asked, setAsked] = useState<Asked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const withRetryKey = useRetryKeys()
  const ask = (next: Asked | null): void => {
    setProblem(null)
    setAsked(next)
  }
  const publish = async (report: StudyReport, version: number): Promise<void> => {
    const memberDetails = toMemberDetails(member)
    const reply = await page.perform(key, words.publish.open, async () =>
      ok(
        await withRetryKey(`publish ${report.reportID} ${version}`, (idempotencyKey) =>
          bridge.documents.publishReport({
            studyID,
            reportID: report.reportID,
            version,
            memberDetails,
            idempotencyKey,
          }),
        ),
      ),
    )
    if (reply === null) return
    if (!reply.ok) {
      setProblem(describeReportFailure(reply.failure))
      // The number of the next version, or the member's record, may have changed, so the page reads both again.
      await Promise.all([page.reload(), load()])
      return
    }
    page.keep(reply.value)
    ask(null)
    notices.success(words.publish.done(reportKindWords[report.kind], version))
    await load()
  }
  const discard = async ({ kind, reportID }: StudyReport): Promise<void> => {
    const reply = await page.perform(key, words.discard.open, async () =>
      ok(
        await withRetryKey(`discard ${reportID}`, (idempotencyKey) =>
          bridge.documents.discardReport({ studyID, reportID, idempotencyKey }),
        ),
      ),
    )
    if (reply === null) return
    if (!reply.ok) {
      setProblem(describeReportFailure(reply.failure))
      await load()
      return
    }
    show(reply.value)
    ask(null)
    notices.success(words.discard.done(reportKindWords[kind]))
  }
  return { asked, ask, problem, publish, discard }
}

function ReportsToPublish({ page }: StudyPartProps) {
  const { study } = page.view
  const { read, load, show } = useReports({ page })
  const { asked, ask, problem, publish, discard } = useReportActs({ page }, { load, show })
  const [isUploading, setUploading] = useState(false)
  const drafts = read.kind === 'ready' ? read.value.filter(({ version }) => version === null) : []
  const reason = page.reason('publish-report')
  return (
    <section className="stp__part stp" aria-labelledby="reports-to-publish">
      <h3 id="reports-to-publish" className="stp__subtitle">
        {words.title}
      </h3>
      {read.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failedTitle}
          action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
        >
          {describeReportFailure(read.failure)}
        </Banner>
      ) : drafts.length === 0 ? (
        <p className="stp__quiet">{read.kind === 'ready' ? words.none : words.loading}</p>
      ) : (
        <Drafts page={page} drafts={drafts} reason={reason} onAsk={ask} />
      )}
      <div className="stp__actions">
        <Button
          size="small"
          icon={<FileUp aria-hidden="true" />}
          disabledReason={study.status.cancelled ? panelWords.cancelled : reason}
          aria-label={panelWords.actFor(words.upload.open, page.who)}
          onPress={() => setUploading(true)}
        >
          {words.upload.open}
        </Button>
      </div>
      {isUploading ? (
        <ReportUploadDialog
          page={page}
          onClose={() => setUploading(false)}
          onUploaded={(report) => {
            setUploading(false)
            page.notices.success(words.upload.done(reportKindWords[report.kind]))
            ask({ act: 'publish', report })
            void load()
          }}
        />
      ) : null}
      {asked?.act === 'publish' ? (
        <ReportPublishDialog
          page={page}
          report={asked.report}
          isPending={page.isBusy(key)}
          errorMessage={problem}
          onConfirm={(version) => void publish(asked.report, version)}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked?.act === 'discard' ? (
        <ConfirmDialog
          isOpen
          tone="danger"
          title={words.discard.title}
          confirmLabel={words.discard.confirm(reportKindWords[asked.report.kind])}
          who={describeStudyIdentity(page.view)}
          isPending={page.isBusy(key)}
          disabledReason={reason}
          errorMessage={problem}
          onConfirm={() => void discard(asked.report)}
          onClose={() => ask(null)}
        >
          <p>{words.discard.text}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

type DraftsProps = StudyPartProps & {
  readonly drafts: readonly StudyReport[]
  readonly reason: string | null
  readonly onAsk: (asked: Asked) => void
}

function Drafts({ page, drafts, reason, onAsk }: DraftsProps) {
  return (
    <ul className="mr__drafts">
      {drafts.map((report) => (
        <li key={report.reportID}>
          <p>
            {describeReport(report)}
            <span className="stp__below">{describeReportUpload(report, page.view.location.timezone)}</span>
          </p>
          <span className="stp__actions">
            <Button
              size="small"
              icon={<Globe aria-hidden="true" />}
              disabledReason={reason}
              aria-label={words.publish.openOf(reportKindWords[report.kind], page.who)}
              onPress={() => onAsk({ act: 'publish', report })}
            >
              {words.publish.open}
            </Button>
            <Button
              size="small"
              icon={<Trash2 aria-hidden="true" />}
              disabledReason={reason}
              aria-label={words.discard.openOf(reportKindWords[report.kind], page.who)}
              onPress={() => onAsk({ act: 'discard', report })}
            >
              {words.discard.open}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
