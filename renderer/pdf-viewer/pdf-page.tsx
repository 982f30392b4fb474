import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import type { OpenedFile, ShownPageSize } from './opened-file.ts'
import { viewerWords } from './viewer-words.ts'

/** Pixels per point at which pages are drawn (study spec §9). */
const drawingScale = 2
/** Twice the resolution for large zooms. */
const closeScale = 4

type Props = {
  readonly file: OpenedFile
  readonly number: number
  /** The assumed size until the size of the page is known. */
  readonly expected: ShownPageSize
  readonly isClose: boolean
  /** The scrolling element. Only pages near its visible part are drawn; the others hold no canvas. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly onDrawn: ((drawn: 'drawn' | 'failed') => void) | undefined
}

type Drawn = { readonly kind: 'waiting' } | { readonly kind: 'drawn' } | { readonly kind: 'failed' }

/** Shows one page as a picture. Its text is visually hidden, for screen readers. */
export function PdfPage({ file, number, expected, isClose, scroller, onDrawn }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const isNear = useIsNear(sheet, scroller)
  const [size, setSize] = useState(expected)
  const [drawn, setDrawn] = useState<Drawn>({ kind: 'waiting' })
  const [text, setText] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed listener is no reason to draw again
  useEffect(() => {
    if (!isNear) return
    const drawing = new AbortController()
    const { signal } = drawing
    let canvas: HTMLCanvasElement | null = null
    const draw = async (): Promise<void> => {
      const own = await file.readSize(number)
      if (signal.aborted) return
      setSize(own)
      canvas = await file.draw(number, isClose ? closeScale : drawingScale, signal)
      if (signal.aborted) return free(canvas)
      canvas.className = 'pv__canvas'
      canvas.setAttribute('aria-hidden', 'true')
      place.current?.replaceChildren(canvas)
      setDrawn({ kind: 'drawn' })
      onDrawn?.('drawn')
      const words = await file.readText(number)
      if (!signal.aborted) setText(words)
    }
    draw().catch(() => {
      if (signal.aborted) return
      setDrawn({ kind: 'failed' })
      onDrawn?.('failed')
    })
    return () => {
      drawing.abort()
      if (canvas !== null) free(canvas)
      setDrawn({ kind: 'waiting' })
    }
  }, [file, number, isNear, isClose])

  return (
    <section
      ref={sheet}
      className="pv__sheet"
      aria-label={viewerWords.page(number, file.pageCount)}
      aria-busy={drawn.kind === 'waiting'}
      data-page={number}
      style={{ '--pv-ratio': `${size.width} / ${size.height}` } as CSSProperties}
    >
      <div ref={place} className="pv__drawing" />
      {drawn.kind === 'failed' ? <p className="pv__problem">{viewerWords.pageDamaged(number)}</p> : null}
      {text === null ? null : (
        <VisuallyHidden>{text.trim() === '' ? viewerWords.pageWithoutText : text}</VisuallyHidden>
      )}
    </section>
  )
}

/** Frees the pixels of a canvas at once, by giving it no size. */
const free = (canvas: HTMLCanvasElement): void => {
  canvas.width = 0
  canvas.height = 0
  canvas.remove()
}

/** Returns whether an element is visible in the scroller, or at most one scroller height above or below. */
const useIsNear = (element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last !== undefined) setNear(last.isIntersecting)
      },
      { root: scroller.current, rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, scroller])
  return isNear
}
