import { FileDown } from 'lucide-react'
import { nameOfPaper, type PaperName } from '#domain/study/papers.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { PdfViewer } from '../pdf-viewer/pdf-viewer.tsx'
import { paperFailure } from './panel-words.ts'
import type { StudyPage } from './study-part-props.ts'
import { studyPartWords } from './study-words.ts'
import { useReadFile } from './use-read-file.ts'

const words = studyPartWords.paper

type Props = {
  readonly page: StudyPage
  readonly paper: PaperName
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Shows a paper of the study. Reads it when the dialog opens, and discards it when the dialog closes. */
export function PaperViewDialog({ page, paper, isSaving, onSave, onClose }: Props) {
  const { bridge, view, who } = page
  const { studyID } = view.study
  const name = nameOfPaper(paper, view.location)
  const { file, retry } = useReadFile(() => bridge.study.readPaper({ studyID, paper }))
  const notice = file.kind === 'failed' ? paperFailure(paper, file.failure) : null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      subtitle={words.subtitle(who, studyID)}
      footer={
        <>
          <Button onPress={onClose}>{words.close}</Button>
          <Button
            icon={<FileDown aria-hidden="true" />}
            isPending={isSaving}
            aria-label={words.downloadOf(name, who)}
            onPress={onSave}
          >
            {words.download}
          </Button>
        </>
      }
    >
      <div className="stp__viewer">
        <PdfViewer
          title={name}
          file={file.kind === 'ready' ? file.value : null}
          failure={notice === null ? null : { title: notice.title, text: notice.description ?? '' }}
          onRetry={retry}
        />
      </div>
    </Dialog>
  )
}
