import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { EntranceScreen } from '../accounts/entrance-screen.tsx'
import { ToastRegion } from '../kit/controls/toast.tsx'
import { createToastQueue, type ToastQueue } from '../kit/controls/toast-queue.ts'
import { letterKeys } from '../kit/letter-keys.ts'
import { isOwnWindowPath, isSelfServicePath, paths, routes, startPath } from '../routes.ts'
import { IdleLock } from '../session/idle-lock.tsx'
import { LockScreen } from '../session/lock-screen.tsx'
import { LogOutScreen } from '../session/log-out-screen.tsx'
import type { ScreenProps } from '../session/screen-props.ts'
import type { SignedIn } from '../session/session-store.ts'
import { StartingScreen } from '../session/starting-screen.tsx'
import type { ReportError } from '../support/report-window-errors.ts'
import { VersionGapBanner } from '../update/version-gap-banner.tsx'
import type { AppStores } from './app-stores.ts'
import { createEmailConfirmation } from './email-confirmation.ts'
import { EmailConfirmationDialog } from './email-confirmation-dialog.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { createScreenStores, createSelfStores, type ScreenStores } from './screen-stores.ts'
import { SelfServicePages } from './self-service-pages.tsx'
import { staffRoutes } from './staff-routes.tsx'

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

  useEffect(() => {
    void stores.session.getState().load()
    void stores.connectivity.getState().load()
  }, [stores])

  return <RouterProvider navigate={(to) => navigate(to)}>{body()}</RouterProvider>

  function body(): ReactNode {
    const isMemberPage = isSelfServicePath(location)
    switch (view.kind) {
      case 'loading':
        return <StartingScreen failure={null} onRetry={() => void stores.session.getState().load()} />
      case 'failed':
        return <StartingScreen failure={view.failure} onRetry={() => void stores.session.getState().load()} />
      case 'locked':
        return <LockScreen user={view.user} stores={stores} notice={<VersionGapBanner stores={stores} />} />
      case 'signed-out':
        if (location === routes.bookNow) return <Redirect to={routes.selfSlot} replace />
        if (isMemberPage) return <MemberPages {...{ bridge, stores, report, toasts }} deskPath={null} />
        return <EntranceScreen bridge={bridge} stores={stores} notice={<VersionGapBanner stores={stores} />} />
      case 'signed-in':
        return (
          <>
            <IdleLock session={stores.session} idleLockMinutes={view.idleLockMinutes} />
            {isMemberPage ? (
              <MemberPages {...{ bridge, stores, report, toasts }} deskPath={startPath(view.user)} />
            ) : (
              <StaffPages key={view.user.user_id} session={view} {...{ bridge, stores, report, toasts }} />
            )}
          </>
        )
    }
  }
}

function StaffPages({ bridge, session, stores, report, toasts }: AppProps & { session: SignedIn; toasts: ToastQueue }) {
  const [location] = useLocation()
  const emails = useMemo(() => createEmailConfirmation(bridge), [bridge])
  const screenStores = useMemo(() => createScreenStores(emails.bridge, stores), [emails, stores])
  const props: ScreenProps<ScreenStores> = { bridge: emails.bridge, session, stores: screenStores, notices: toasts }
  const from = useRef(location)
  useLayoutEffect(() => {
    // Skips the window's first page: no user can be typing before it appears.
    if (from.current !== location) letterKeys.noteArrival(performance.now())
    from.current = location
  }, [location])
  return (
    <Frame {...props} toasts={toasts}>
      <ScreenBoundary
        key={location}
        home={startPath(session.user)}
        onError={(thrown) => report('screen-failed', thrown)}
      >
        <Switch>
          <Route path={routes.home}>
            <Redirect to={startPath(session.user)} replace />
          </Route>
          <Route path={routes.bookNow}>
            <BookNow stores={stores} />
          </Route>
          {staffRoutes(props)}
          <Route path={routes.logOut}>
            <LogOutScreen session={stores.session} />
          </Route>
          <Route>
            <NotFound home={startPath(session.user)} />
          </Route>
        </Switch>
      </ScreenBoundary>
      <EmailConfirmationDialog store={emails.store} />
    </Frame>
  )
}

/** Opens Book Now from a workstation: the member's own page at the chosen location. */
function BookNow({ stores }: { readonly stores: AppStores }) {
  const isWaiting = useStore(
    stores.locations,
    ({ catalogue }) => catalogue.kind === 'loading' || catalogue.kind === 'idle',
  )
  const locationID = useStore(stores.locations, ({ chosenID }) => chosenID)
  if (isWaiting) return <ScreenSkeleton />
  return <Redirect to={paths.selfSlot({ locationID })} replace />
}

function MemberPages({
  bridge,
  stores,
  report,
  toasts,
  deskPath,
}: AppProps & { toasts: ToastQueue; deskPath: string | null }) {
  const selfStores = useMemo(() => createSelfStores(bridge, stores), [bridge, stores])
  return (
    <>
      <ScreenBoundary home={routes.selfSlot} onError={(thrown) => report('screen-failed', thrown)}>
        <SelfServicePages bridge={bridge} stores={selfStores} notices={toasts} deskPath={deskPath} />
      </ScreenBoundary>
      <ToastRegion queue={toasts} />
    </>
  )
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
