import { ChevronDown, ChevronUp, LockKeyhole, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Badge } from '../kit/controls/badge.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import type { OpenedFile, ShownPageSize } from './opened-file.ts'
import { PdfPage } from './pdf-page.tsx'
import { stepZoom, viewerWords, type Zoom, zooms } from './viewer-words.ts'

type Props = {
  readonly title: string
  readonly file: OpenedFile
  readonly first: ShownPageSize
  readonly actions: ReactNode
  readonly onFirstPage: ((drawn: 'drawn' | 'failed') => void) | undefined
}

/**
 * Shows the pages below each other, and a bar with the current page. Page Up and Down, Home and End scroll. The keys +
 * and - zoom, and 0 fits the width of a page.
 */
export function PdfPages({ title, file, first, actions, onFirstPage }: Props) {
  const { pageCount } = file
  const scroller = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState<Zoom>(1)
  const [page, setPage] = useState(1)

  const sheets = (): HTMLElement[] => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
  const goTo = (number: number): void => {
    sheets()[number - 1]?.scrollIntoView({ block: 'start' })
    setPage(number)
  }
  const noteScroll = (): void => {
    const view = scroller.current
    if (view === null) return
    const middle = view.scrollTop + view.clientHeight / 2
    const passed = sheets().filter((sheet) => sheet.offsetTop <= middle).length
    setPage(Math.max(1, passed))
  }
  const changeZoom = (to: Zoom): void => {
    const view = scroller.current
    const part = view === null || view.scrollHeight === 0 ? 0 : view.scrollTop / view.scrollHeight
    setZoom(to)
    // The viewed part stays in view while the pages grow or shrink.
    requestAnimationFrame(() => view?.scrollTo({ top: part * view.scrollHeight }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    if (event.key === '+' || event.key === '=') changeZoom(stepZoom(zoom, 1))
    else if (event.key === '-') changeZoom(stepZoom(zoom, -1))
    else if (event.key === '0') changeZoom(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work from every control inside, and each control has its own focus
    <div className="pv" onKeyDown={onKeyDown}>
      <div className="pv__bar">
        <IconButton
          label={viewerWords.previousPage}
          icon={<ChevronUp aria-hidden="true" />}
          size="small"
          disabledReason={page <= 1 ? viewerWords.isFirstPage : null}
          onPress={() => goTo(page - 1)}
        />
        <IconButton
          label={viewerWords.nextPage}
          icon={<ChevronDown aria-hidden="true" />}
          size="small"
          disabledReason={page >= pageCount ? viewerWords.isLastPage : null}
          onPress={() => goTo(page + 1)}
        />
        <p className="pv__where tabular" role="status">
          {viewerWords.page(page, pageCount)}
        </p>
        <IconButton
          label={viewerWords.zoomOut}
          icon={<ZoomOut aria-hidden="true" />}
          size="small"
          aria-keyshortcuts="-"
          disabledReason={zoom === zooms[0] ? viewerWords.isSmallest : null}
          onPress={() => changeZoom(stepZoom(zoom, -1))}
        />
        <p className="pv__zoom tabular">{zoom === 1 ? viewerWords.fits : viewerWords.zoom(zoom * 100)}</p>
        <IconButton
          label={viewerWords.zoomIn}
          icon={<ZoomIn aria-hidden="true" />}
          size="small"
          aria-keyshortcuts="+"
          disabledReason={zoom === zooms.at(-1) ? viewerWords.isLargest : null}
          onPress={() => changeZoom(stepZoom(zoom, 1))}
        />
        {file.isEncrypted ? (
          <Badge icon={<LockKeyhole aria-hidden="true" size={12} />}>{viewerWords.encrypted}</Badge>
        ) : null}
        <div className="pv__actions">{actions}</div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must scroll by keyboard too */}
      <section ref={scroller} className="pv__pages" aria-label={title} tabIndex={0} onScroll={noteScroll}>
        <div className={`pv__stack pv__stack--${zoom * 100}`}>
          {Array.from({ length: pageCount }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              file={file}
              number={number}
              expected={first}
              isClose={zoom >= 2}
              scroller={scroller}
              onDrawn={number === 1 ? onFirstPage : undefined}
            />
          ))}
        </div>
      </section>
    </div>
  )
}
