import { useEffect } from 'react'
import { decideShortcut, type ShortcutAction } from './shortcuts.ts'

/** Milliseconds in which a letter may follow `g`. */
const sequenceMs = 1500

/** A dialog, a question or a menu has the keyboard to itself, but for the lock; a notice is none of them, and says so. */
const overlays = '[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu]'

const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'))

/** Listens for the shortcuts of the frame while it is on the screen. */
export function useShortcuts(act: (action: ShortcutAction) => void): void {
  useEffect(() => {
    let gPressedAtMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = isTypingIn(event.target)
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      const afterG = event.timeStamp - gPressedAtMs < sequenceMs
      const isLoneG = key === 'g' && !ctrlKey && !metaKey && !altKey && !isTyping
      gPressedAtMs = isLoneG ? event.timeStamp : Number.NEGATIVE_INFINITY
      const isInOverlay = event.target instanceof Element && event.target.closest(overlays) !== null
      const action = decideShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, isTyping, afterG })
      if (action === null || (isInOverlay && action.kind !== 'lock')) return
      event.preventDefault()
      act(action)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [act])
}
