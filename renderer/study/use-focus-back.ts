import { type RefObject, useEffect } from 'react'

/** Milliseconds after which a closed window has given the focus back, where it could. */
const focusBackMs = 200

/** Once a window is closed and what opened it is gone: the focus goes to the first button that stands in its place, else to the place. */
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
