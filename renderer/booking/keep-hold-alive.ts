import type { WithClock } from '../kit/clock-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { WithSession } from '../session/session-store.ts'
import type { HoldStore } from './calendar/hold-store.ts'

/**
 * Keeps a page's hold alive while its form is filled in, and saves the draft when the window closes. Returns a function
 * that stops both and returns whether the user is still signed in. If so, the user left the page, and the caller
 * releases the hold. Otherwise the hold stays, because after a lock the same user returns to the page.
 */
export const keepHoldAlive = (hold: HoldStore, stores: WithClock & WithDrafts & WithSession): (() => boolean) => {
  const noteActivity = (): void => hold.getState().noteActivity()
  const flush = (): void => void stores.drafts.flush()
  const stopClock = stores.clock.subscribe(() => hold.getState().upkeep())
  window.addEventListener('keydown', noteActivity)
  window.addEventListener('pointerdown', noteActivity)
  window.addEventListener('pagehide', flush)
  return () => {
    stopClock()
    window.removeEventListener('keydown', noteActivity)
    window.removeEventListener('pointerdown', noteActivity)
    window.removeEventListener('pagehide', flush)
    return stores.session.getState().view.kind === 'signed-in'
  }
}
