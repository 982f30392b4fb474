import { type RefObject, useEffect } from 'react'

/** Milliseconds after which a closed dialog has returned the focus, if its opener still exists. */
const focusBackMs = 200

/**
 * Moves the focus after a dialog closes and its opener is gone: to the first button in `place`, or to `place` itself if
 * it has no button.
 */
export const useFocusBack = (isOpen: boolean, place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (!isOpen) return
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const button = place.current?.querySelector('button')
        const target = button ?? place.current
        target?.focus()
      }, focusBackMs)
    }
  }, [isOpen, place])
}
