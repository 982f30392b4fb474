import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Redirect, useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { EntranceScreen } from '../accounts/entrance-screen.tsx'
import { createToastQueue } from '../kit/controls/toast-queue.ts'
import { letterKeys } from '../kit/letter-keys.ts'
import { loadLater } from '../kit/load-later.tsx'
import { isOwnWindowPath, isSelfServicePath, routes, startPath } from '../routes.ts'
import { IdleLock } from '../session/idle-lock.tsx'
import { LockScreen } from '../session/lock-screen.tsx'
import { StartingScreen } from '../session/starting-screen.tsx'
import type { ReportError } from '../support/report-window-errors.ts'
import { VersionGapBanner } from '../update/version-gap-banner.tsx'
import type { AppStores } from './app-stores.ts'
import { loadAhead } from './load-ahead.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { loadScreenAt, screenLoads } from './screens.ts'

const StaffPages = loadLater(async () => (await import('./staff-pages.tsx')).StaffPages, Starting)
const MemberPages = loadLater(async () => (await import('./member-pages.tsx')).MemberPages, Starting)

/**
 * Loads the code of the page at a path while main is asked for the session. At the start path it waits for the session,
 * because the sign-in comes first.
 */
export const loadPageAt = (path: string): void => {
  if (path === routes.home) return
  const loads = isSelfServicePath(path) ? [MemberPages.load()] : [StaffPages.load(), loadScreenAt(path)]
  // A failed load is reported when the page appears.
  void Promise.allSettled(loads)
}

type AppProps = { readonly bridge: Bridge; readonly stores: AppStores; readonly report: ReportError }

/** Shows the whole window. The session decides between sign-in, lock, the member's own pages and the screens. */
export function App({ bridge, stores, report }: AppProps) {
  const [location, navigate] = useLocation()
  const view = useStore(stores.session, (state) => state.view)
  const personID = view.kind === 'signed-in' || view.kind === 'locked' ? view.user.user_id : null
  // One queue for each user: notices to one user are not shown to the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs a new queue
  const toasts = useMemo(() => createToastQueue(), [personID])
  useAppearance(stores)
  useLetterKeys()
  useOpenedLinks(bridge)
  useLoadAhead(view.kind)

  useEffect(() => {
    void stores.session.getState().load()
    void stores.connectivity.getState().load()
  }, [stores])

  return <RouterProvider navigate={(to) => navigate(to)}>{body()}</RouterProvider>

  function body(): ReactNode {
    const isMemberPage = isSelfServicePath(location)
    switch (view.kind) {
      case 'loading':
        return <Starting />
      case 'failed':
        return <StartingScreen failure={view.failure} onRetry={() => void stores.session.getState().load()} />
      case 'locked':
        return <LockScreen user={view.user} stores={stores} notice={<VersionGapBanner stores={stores} />} />
      case 'signed-out':
        if (location === routes.bookNow) return <Redirect to={routes.selfSlot} replace />
        if (isMemberPage) return guarded(<MemberPages {...{ bridge, stores, report, toasts }} deskPath={null} />)
        return <EntranceScreen bridge={bridge} stores={stores} notice={<VersionGapBanner stores={stores} />} />
      case 'signed-in':
        return (
          <>
            <IdleLock session={stores.session} idleLockMinutes={view.idleLockMinutes} />
            {guarded(
              isMemberPage ? (
                <MemberPages {...{ bridge, stores, report, toasts }} deskPath={startPath(view.user)} />
              ) : (
                <StaffPages key={view.user.user_id} session={view} {...{ bridge, stores, report, toasts }} />
              ),
            )}
          </>
        )
    }
  }

  /** Shows an error in place of pages whose code cannot be loaded, or whose frame fails. */
  function guarded(pages: ReactNode): ReactNode {
    const home = view.kind === 'signed-in' ? startPath(view.user) : routes.selfSlot
    return (
      <ScreenBoundary home={home} place={location} onError={(thrown) => report('screen-failed', thrown)}>
        {pages}
      </ScreenBoundary>
    )
  }
}

/** Shows that the session, or the code of the pages, is loading. */
function Starting() {
  return <StartingScreen failure={null} onRetry={() => undefined} />
}

/** Loads the code of the staff's pages ahead: while a sign-in or a lock waits for a user, and after a sign-in. */
function useLoadAhead(kind: string): void {
  useEffect(() => {
    if (kind === 'signed-out' || kind === 'locked') return loadAhead([StaffPages.load, ...screenLoads])
    if (kind === 'signed-in') return loadAhead(screenLoads)
    return undefined
  }, [kind])
}

/** Records typed keys, so that a letter of a name never acts as a command. */
function useLetterKeys(): void {
  useEffect(() => {
    const { notePress, notePointer } = letterKeys
    window.addEventListener('keydown', notePress, { capture: true })
    window.addEventListener('pointerdown', notePointer, { capture: true })
    return () => {
      window.removeEventListener('keydown', notePress, { capture: true })
      window.removeEventListener('pointerdown', notePointer, { capture: true })
    }
  }, [])
}

/**
 * Opens the page that a link from another program names. While a member's own page is open, the link waits until the
 * user leaves that page.
 */
function useOpenedLinks(bridge: Pick<Bridge, 'on'>): void {
  const [location, navigate] = useLocation()
  const [waiting, setWaiting] = useState<string | null>(null)
  useEffect(() => bridge.on('workstation.linkOpened', ({ path }) => setWaiting(path)), [bridge])
  useEffect(() => {
    if (waiting === null || isSelfServicePath(location)) return
    setWaiting(null)
    // Every window receives the link. A window that shows only an invoice or a follow-up ignores it.
    if (!isOwnWindowPath(location)) navigate(waiting)
  }, [waiting, location, navigate])
}

/** Sets the user's theme and density on the document, where the design tokens read them. */
function useAppearance(stores: AppStores): void {
  const theme = useStore(stores.preferences, (state) => state.theme)
  const density = useStore(stores.preferences, (state) => state.density)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  useEffect(() => {
    if (density === 'comfortable') delete document.documentElement.dataset.density
    else document.documentElement.dataset.density = density
  }, [density])
}
