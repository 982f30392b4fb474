import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for a button that a form replaces while the form is open. The button receives the focus when the form
 * closes.
 */
export const useOpener = (isOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
