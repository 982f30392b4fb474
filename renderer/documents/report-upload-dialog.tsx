import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type ReportKind, reportKinds, reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import type { Submission } from '../kit/loadable.ts'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { panelWords } from '../study/panel-words.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { type ChosenFile, chooseFile, readAsDataUrl } from './chosen-file.ts'
import { documentWords } from './document-words.ts'
import { FileChoice } from './file-choice.tsx'
import { describeReportFailure, reportWords } from './report-words.ts'
import { type UploadProgress, UploadProgressBar } from './upload-progress.tsx'
import './documents.css'

const words = reportWords.upload

type Props = StudyPartProps & {
  readonly onUploaded: (report: StudyReport) => void
  readonly onClose: () => void
}

/** Asks for a report's type and file, and uploads the file. A failed upload keeps both. */
export function ReportUploadDialog({ page, onUploaded, onClose }: Props) {
  const { bridge, view } = page
  const { studyID } = view.study
  const [kind, setKind] = useState<ReportKind | null>(null)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempt, setAttempt] = useState<Submission>({ kind: 'idle' })
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const key = useRef<string | null>(null)
  const withRetryKey = useRetryKeys()
  useEffect(
    () =>
      bridge.on('documents.uploadProgress', ({ idempotencyKey, ...next }) => {
        if (idempotencyKey === key.current) setProgress(next)
      }),
    [bridge],
  )
  const isPending = attempt.kind === 'pending'
  const pick = (file: File): void => {
    const next = chooseFile(file)
    if ('refusal' in next) setRefusal(next.refusal)
    else if (next.contentType !== 'application/pdf') setRefusal(releaseMessages.reportNotPdf)
    else {
      setChosen(next)
      setRefusal(null)
      setAttempt({ kind: 'idle' })
    }
  }
  const upload = async (): Promise<void> => {
    if (chosen === null || kind === null || isPending) return
    setAttempt({ kind: 'pending' })
    setProgress(null)
    const dataUrl = await readAsDataUrl(chosen)
    if (dataUrl === null) {
      setAttempt({ kind: 'idle' })
      setRefusal(documentWords.upload.unreadable)
      return
    }
    const { file } = chosen
    const sameAgain = JSON.stringify([kind, file.name, file.size, file.lastModified])
    const reply = await withRetryKey(sameAgain, (idempotencyKey) => {
      key.current = idempotencyKey
      return bridge.documents.uploadReport({ studyID, kind, dataUrl, idempotencyKey })
    })
    if (reply.ok) onUploaded(reply.value)
    else setAttempt({ kind: 'failed', failure: reply.failure })
  }
  const whyNot =
    page.reason('publish-report') ??
    (kind === null ? words.noKind : chosen === null ? documentWords.upload.noFile : null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title}
      subtitle={page.who}
      width="narrow"
      isDismissable={!isPending}
      footer={
        <CommitBar who={describeIdentity(view.member, controlWords.studyOf(studyID))}>
          <Button onPress={onClose} disabledReason={isPending ? documentWords.upload.isRunning : null}>
            {documentWords.upload.cancel}
          </Button>
          <Button
            variant="primary"
            icon={<Upload aria-hidden="true" />}
            isPending={isPending}
            disabledReason={whyNot}
            aria-label={panelWords.actFor(words.submit, page.who)}
            onPress={() => void upload()}
          >
            {words.submit}
          </Button>
        </CommitBar>
      }
    >
      <div className="stp">
        <RadioGroup
          label={words.kind}
          isRequired
          options={reportKinds.map((value) => ({
            value,
            label: reportKindWords[value],
            description: words.kindHint[value],
          }))}
          value={kind}
          onChange={setKind}
          disabledReason={isPending ? documentWords.upload.isRunning : null}
        />
        <FileChoice
          chosen={chosen}
          hint={words.fileHint}
          label={words.file}
          accept="application/pdf,.pdf"
          isPending={isPending}
          onPick={pick}
        />
        {refusal === null ? null : (
          <Banner tone="error" title={documentWords.upload.refused}>
            {chosen === null ? refusal : documentWords.upload.stillChosen(refusal, chosen.file.name)}
          </Banner>
        )}
        {attempt.kind === 'failed' ? (
          <Banner tone="error" title={words.failed}>
            {words.kept(describeReportFailure(attempt.failure))}
          </Banner>
        ) : null}
        {isPending ? <UploadProgressBar progress={progress} label={words.file} /> : null}
        <p className="stp__quiet">{words.after}</p>
      </div>
    </Dialog>
  )
}
