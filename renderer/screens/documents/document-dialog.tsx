import { useEffect, useState } from 'react'
import type { DocumentFile } from '#domain/contract/bridge.ts'
import type { Reply } from '#domain/contract/reply.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { PdfViewer } from '../../pdf-viewer/pdf-viewer.tsx'
import type { Loadable } from '../../stores/loadable.ts'
import { Button } from '../../widgets/button.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { describeDocumentFailure } from './document-words.ts'

type Props = {
  readonly title: string
  /** Full name, birth date and study. */
  readonly subtitle: string
  readonly read: () => Promise<Reply<DocumentFile>>
  readonly onClose: () => void
}

/** One document on the screen. It is read when this opens and gone from memory when it closes. */
export function DocumentDialog({ title, subtitle, read, onClose }: Props) {
  const [file, setFile] = useState<Loadable<DocumentFile>>({ kind: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each try, whatever else changes on the page
  useEffect(() => {
    let isGone = false
    setFile({ kind: 'loading' })
    void read().then((reply) => {
      if (isGone) return
      setFile(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [tries])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      footer={<Button onPress={onClose}>Close</Button>}
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
          onRetry={() => setTries(tries + 1)}
        />
      </div>
    </Dialog>
  )
}
