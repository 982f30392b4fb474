import { studyMessages } from '#domain/study/study-messages.ts'
import { PdfViewer } from '../../pdf-viewer/pdf-viewer.tsx'
import { openingProblems } from '../../pdf-viewer/viewer-words.ts'
import { describeSendFailure } from './release-words.ts'
import { sendWords } from './send-words.ts'
import type { SendForm } from './use-send.ts'

/** Shows the pages as they would be sent. */
export function SendPreview({ send }: { readonly send: SendForm }) {
  const { paper, drawn, noteDrawn, reread } = send.preview
  if (send.item === null) return null
  const shownFailure =
    paper.kind === 'failed'
      ? { title: studyMessages.reportFailed, text: describeSendFailure(send.start.channel, paper.failure).text }
      : drawn === 'failed'
        ? openingProblems.damaged
        : null
  return (
    <section className="rel-send__preview" aria-label={sendWords.preview}>
      <PdfViewer
        title={send.item.title}
        file={paper.kind === 'ready' ? paper.value : null}
        failure={shownFailure}
        onRetry={reread}
        onFirstPage={noteDrawn}
      />
    </section>
  )
}
