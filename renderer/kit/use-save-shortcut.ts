import { useLayoutEffect } from 'react'

/** Calls `save` on Ctrl+Enter or Command+Enter outside a dialog; with null the shortcut does nothing. */
export const useSaveShortcut = (save: (() => void) | null): void => {
  // A layout effect runs before the next key press. A normal effect may run after a quick Ctrl+Enter, which would then
  // call the `save` of the previous render.
  useLayoutEffect(() => {
    if (save === null) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}
