import { useEffect, useRef, useState } from 'react'
import type { Paper } from '#domain/contract/bridge.ts'
import type { Failure } from '#domain/contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { PdfViewer } from '../../../pdf-viewer/pdf-viewer.tsx'
import type { Loadable } from '../../../stores/loadable.ts'
import type { StudyPage } from '../study-part-props.ts'
import { describeSendFailure } from './release-words.ts'
import type { Send } from './use-send.ts'

export type Preview = { readonly paper: Loadable<Paper>; readonly reread: () => void }

/** What would leave, stamped, for as long as it is what is chosen. */
export const usePreview = (page: StudyPage, send: Send): Preview => {
  const { bridge, view } = page
  const { studyID } = view.study
  const { item, choice, memberDetails } = send
  const [paper, setPaper] = useState<Loadable<Paper>>({ kind: 'idle' })
  const [attempt, setAttempt] = useState(0)
  const input = {
    studyID,
    item: choice.mode === 'automated' ? null : (item?.item ?? null),
    memberDetails,
    // Looked at, it is open: the password that locks it is made when it is sent.
    shouldEncryptPdf: false,
    shouldHideHIContent: choice.shouldHideHIContent,
  }
  const latest = useRef(input)
  latest.current = input
  const wanted = item === null ? null : JSON.stringify([input, item.title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is one reading more of the same.
  useEffect(() => {
    if (wanted === null) {
      setPaper({ kind: 'idle' })
      return
    }
    let isGone = false
    setPaper({ kind: 'loading' })
    void bridge.release.preview(latest.current).then((reply) => {
      if (isGone) return
      setPaper(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge, wanted, attempt])
  return { paper, reread: () => setAttempt((before) => before + 1) }
}

/** Why something that cannot be previewed cannot be sent either; null where it may. */
export const previewProblem = ({ paper }: Preview): Failure | null =>
  paper.kind === 'failed' && (paper.failure.code === 'report-missing' || paper.failure.code === 'pdf-refused')
    ? paper.failure
    : null

/** The pages as they would leave. */
export function SendPreview({ preview, send }: { readonly preview: Preview; readonly send: Send }) {
  const { paper, reread } = preview
  if (send.item === null) return null
  const said = paper.kind === 'failed' ? describeSendFailure(send.start.channel, paper.failure) : null
  return (
    <section className="rel-send__preview" aria-label="Preview">
      <PdfViewer
        title={send.item.title}
        file={paper.kind === 'ready' ? paper.value : null}
        failure={said === null ? null : { title: studyMessages.reportFailed, text: said.text }}
        onRetry={reread}
      />
    </section>
  )
}
