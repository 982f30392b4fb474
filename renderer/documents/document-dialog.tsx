import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { ReadDocument } from '#contract/documents/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import type { Notices } from '../kit/notices.ts'
import { PdfViewer } from '../pdf-viewer/pdf-viewer.tsx'
import { PrintButton } from '../printing/print-button.tsx'
import { describeSaved, saveItem } from '../printing/save-item.ts'
import { naming } from '../study/named-notices.ts'
import { useReadFile } from '../study/use-read-file.ts'
import { describeDocumentFailure, documentWords } from './document-words.ts'

const words = documentWords.viewer

type Props = {
  readonly bridge: Pick<Bridge, 'printing' | 'downloads'>
  readonly notices: Notices
  readonly studyID: StudyID
  /** The type's label: the title until the document is loaded. */
  readonly label: string
  /** Full name and birth date. */
  readonly who: string
  /** Why the document cannot be printed or saved now; null if it can. */
  readonly reason: string | null
  readonly read: () => Promise<Reply<ReadDocument>>
  readonly onClose: () => void
}

/**
 * Shows one document, which the user can print and save. Reads the document when the dialog opens, and discards it when
 * the dialog closes. The title names the version that is shown, even if a newer version exists by now.
 */
export function DocumentDialog({ bridge, notices, studyID, label, who, reason, read, onClose }: Props) {
  const { file, retry } = useReadFile(read)
  const [isSaving, setSaving] = useState(false)
  const title = file.kind === 'ready' ? words.version(file.value.name, file.value.version) : label
  const save = async (item: PrintItem): Promise<void> => {
    setSaving(true)
    const reply = await saveItem(bridge, item)
    setSaving(false)
    if (reply.ok)
      notices.success(naming({ title: words.downloaded(title), description: describeSaved(reply.value) }, who))
    else
      notices.error(
        naming({ title: studyMessages.downloadFailed, description: describeDocumentFailure(reply.failure) }, who),
      )
  }
  const actions = (item: PrintItem) => (
    <>
      <Button
        size="small"
        icon={<FileDown aria-hidden="true" />}
        isPending={isSaving}
        disabledReason={reason}
        aria-label={words.downloadOf(title, who)}
        onPress={() => void save(item)}
      >
        {words.download}
      </Button>
      <PrintButton bridge={bridge} notices={notices} item={item} what={title} who={who} reason={reason} />
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      subtitle={words.subtitle(who, studyID)}
      footer={<Button onPress={onClose}>{words.close}</Button>}
    >
      <div className="mr__viewer">
        <PdfViewer
          title={title}
          file={file.kind === 'ready' ? file.value : null}
          failure={
            file.kind === 'failed'
              ? { title: documentMessages.fetchFailed, text: describeDocumentFailure(file.failure) }
              : null
          }
          onRetry={retry}
          actions={
            file.kind === 'ready'
              ? actions({ kind: 'study', studyID, item: { kind: 'document', uuid: file.value.uuid } })
              : null
          }
        />
      </div>
    </Dialog>
  )
}
