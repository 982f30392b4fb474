import { isTextTarget, isTypedCharacter } from './letter-keys.ts'

/** Milliseconds after a change of page in which typed text still goes to the text field that the page focuses. */
const typeAheadMs = 3000

/** Returns whether the focus is on no element or on the page as a whole, as while a new page loads. */
const isNowhere = (target: EventTarget | null): boolean =>
  target === document.body || target === document.documentElement || (target instanceof Element && target.id === 'main')

let stopCurrent: (() => void) | null = null

/** Stops collecting immediately, for example because the opened page has no text field to type into. */
export const stopTypedAhead = (): void => stopCurrent?.()

/**
 * Collects the text typed while a page that opens with a text field is loading, and types it into that field once the
 * field has the focus. Otherwise the first letters of a name would be lost or act as commands. A new call ends the
 * previous one.
 */
export const collectTypedAhead = (): void => {
  stopTypedAhead()
  let text = ''
  const stop = (): void => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('pointerdown', stop, { capture: true })
    window.removeEventListener('focusin', onFocus)
    if (stopCurrent === stop) stopCurrent = null
  }
  const timer = setTimeout(stop, typeAheadMs)
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that already acted is not part of a name.
    if (event.defaultPrevented || !isNowhere(event.target)) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (isTypedCharacter(event)) text += event.key
    else {
      if (!['Shift', 'CapsLock', 'Dead'].includes(event.key)) stop()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent): void => {
    if (!isTextTarget(target) || !(target instanceof HTMLInputElement)) return
    stop()
    if (text === '') return
    // React listens to the input event and reads the value that the browser's own setter wrote.
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setValue?.call(target, target.value + text)
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('pointerdown', stop, { capture: true })
  window.addEventListener('focusin', onFocus)
  stopCurrent = stop
}
