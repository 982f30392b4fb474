import { type RefObject, useEffect, useRef } from 'react'

/** The button that opens a form in its own place: it has the focus back once the form is gone with what had it. */
export const useOpener = (isOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
