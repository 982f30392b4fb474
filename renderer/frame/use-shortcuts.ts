import { useEffect } from 'react'
import { focusMemberSearch } from '../booking/assisted/booking-focus.ts'
import { isTextTarget, letterKeys } from '../kit/letter-keys.ts'
import { collectTypedAhead, stopTypedAhead } from '../kit/typed-ahead.ts'
import type { Place } from '../routes.ts'
import { decideShortcut, type FrameAction, opensWithSearch } from './shortcuts.ts'

/** Milliseconds in which a letter may follow `g`. */
const sequenceMs = 1500

/**
 * While the focus is in a menu, only the lock shortcut works; in a dialog, also the search. A notice is an alertdialog
 * with aria-modal=false; it blocks no shortcut.
 */
const overlays = '[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu]'

/** Matches the member panel of the booking page, or the search field of another page. */
const drawnSearch = '.mp, main input[type=search]'

/**
 * Returns whether Ctrl+Z belongs to the notices. It does not in a dialog or menu, or in a part of the page that handles
 * it itself. Such a part has `data-own-undo`.
 */
const isUndoOfNotice = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false
  // A user who went to the notices with F6 while a dialog is open means a notice.
  if (target.closest('.w-toast-region') !== null) return true
  return target.closest(`${overlays}, [data-own-undo]`) === null && document.querySelector('.w-dialog') === null
}

/**
 * Handles the shortcuts of the frame while it is mounted. `undo` presses Undo of the newest notice that offers one, and
 * returns false if there is none. `places` has the places that `g` and a letter open. A new list forgets a pressed `g`,
 * so it must not be created in each render.
 */
export function useShortcuts(act: (action: FrameAction) => void, undo: () => boolean, places: readonly Place[]): void {
  useEffect(() => {
    let gPressedAtMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = isTextTarget(event.target)
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      const afterG = event.timeStamp - gPressedAtMs < sequenceMs
      letterKeys.notePress(event)
      // A g within a typed word starts no sequence.
      const isLoneG = letterKeys.isFirst(event) && key === 'g' && !ctrlKey && !metaKey && !altKey && !isTyping
      gPressedAtMs = isLoneG ? event.timeStamp : Number.NEGATIVE_INFINITY
      const overlay = event.target instanceof Element ? event.target.closest(overlays) : null
      const action = decideShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, isTyping, afterG }, places)
      if (action === null) return
      if (action.kind === 'undo') {
        // A held key undoes one act. Without a notice the press is left to the board and the browser.
        if (isUndoOfNotice(event.target) && (event.repeat || undo())) event.preventDefault()
        return
      }
      const worksInOverlay = action.kind === 'lock' || (action.kind === 'search' && overlay?.matches('.w-dialog'))
      if (overlay !== null && !worksInOverlay) return
      event.preventDefault()
      letterKeys.noteAct()
      const isHere = action.kind === 'go' && action.path === window.location.pathname
      act(action)
      if (action.kind !== 'go') return
      stopTypedAhead()
      // A page that is already drawn shows its search or a chosen member, so typed text need not be collected for it.
      if (isHere && document.querySelector(drawnSearch) !== null) focusMemberSearch()
      else if (opensWithSearch(action.path)) collectTypedAhead()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [act, undo, places])
}
