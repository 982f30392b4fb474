import type { Drafts } from '../session/drafts.ts'
import type { HoldStore } from './calendar/hold-store.ts'

/**
 * Reports to a page's hold that its form is being filled, and saves the draft when the window closes, until the returned
 * function is called.
 */
export const followUse = (hold: HoldStore, drafts: Pick<Drafts, 'flush'>): (() => void) => {
  const noteActivity = (): void => hold.getState().noteActivity()
  const flush = (): void => void drafts.flush()
  window.addEventListener('keydown', noteActivity)
  window.addEventListener('pointerdown', noteActivity)
  window.addEventListener('pagehide', flush)
  return () => {
    window.removeEventListener('keydown', noteActivity)
    window.removeEventListener('pointerdown', noteActivity)
    window.removeEventListener('pagehide', flush)
  }
}
