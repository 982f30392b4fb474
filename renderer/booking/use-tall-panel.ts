import { type RefObject, useEffect } from 'react'

/** Pixels above and below a panel that stays in view while the page scrolls. */
const marginPx = 24

/**
 * Marks a panel with `data-tall` while it is higher than the frame in which the page scrolls. Such a panel cannot stay
 * in view as a whole, so the style sheet lets it scroll with the page.
 */
export function useTallPanel(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    const frame = element?.closest('main')
    if (element == null || frame == null) return
    const observer = new ResizeObserver(() => {
      element.toggleAttribute('data-tall', element.offsetHeight > frame.clientHeight - marginPx)
    })
    observer.observe(element)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [panel])
}
