import { type ReactNode, useEffect } from 'react'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { useOpenedFile } from './use-opened-file.ts'
import type { ViewerFile } from './viewer-file.ts'
import { openingProblems, viewerWords } from './viewer-words.ts'
import './pdf-viewer.css'

export type PdfViewerProps = {
  /** Names the viewer, as in "Physician report". */
  readonly title: string
  /** The file; null while it is being read. */
  readonly file: ViewerFile | null
  /** Why the file could not be read, in words; shown in place of the file. */
  readonly failure?: { readonly title: string; readonly text: string } | null | undefined
  /** Called when the user presses Try again, which is shown only after a failed reading. */
  readonly onRetry?: (() => void) | undefined
  /** The password of an encrypted file; null or left out for any other file. */
  readonly password?: string | null | undefined
  /** Buttons at the end of the bar, such as one that prints. */
  readonly actions?: ReactNode
  /** Called when the first page is drawn or cannot be drawn. */
  readonly onFirstPage?: ((drawn: 'drawn' | 'failed') => void) | undefined
}

/**
 * Shows a PDF or picture from memory, page below page, and draws the pages near the visible part. It makes no request
 * and stores nothing. The viewer fills its container, so the container decides the height.
 */
export function PdfViewer(props: PdfViewerProps) {
  const { title, file, failure = null, onRetry, password = null, actions, onFirstPage } = props
  const opened = useOpenedFile(failure === null ? file : null, password)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each opening once, not for each listener
  useEffect(() => {
    if (opened.kind === 'failed') onFirstPage?.('failed')
  }, [opened])
  const problem = failure ?? (opened.kind === 'failed' ? openingProblems[opened.problem] : null)
  if (problem !== null) {
    return (
      <div className="pv">
        <Banner
          tone="error"
          title={problem.title}
          action={
            failure !== null && onRetry !== undefined ? (
              <Button size="small" onPress={onRetry}>
                {viewerWords.tryAgain}
              </Button>
            ) : null
          }
        >
          {problem.text}
        </Banner>
      </div>
    )
  }
  if (opened.kind !== 'opened') {
    return (
      <div className="pv">
        <SkeletonGroup label={viewerWords.opening(title)} className="pv__opening">
          <Skeleton shape="block" height="32px" />
          <Skeleton shape="block" className="pv__opening-page" />
        </SkeletonGroup>
      </div>
    )
  }
  return <PdfPages title={title} file={opened.file} first={opened.first} actions={actions} onFirstPage={onFirstPage} />
}
