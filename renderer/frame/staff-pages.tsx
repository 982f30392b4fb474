import { useLayoutEffect, useMemo, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { letterKeys } from '../kit/letter-keys.ts'
import { paths, routes, startPath } from '../routes.ts'
import { LogOutScreen } from '../session/log-out-screen.tsx'
import type { ScreenProps } from '../session/screen-props.ts'
import type { SignedIn } from '../session/session-store.ts'
import type { AppStores } from './app-stores.ts'
import { createEmailConfirmation } from './email-confirmation.ts'
import { EmailConfirmationDialog } from './email-confirmation-dialog.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import type { PagesProps } from './pages-props.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { createScreenStores, type ScreenStores } from './screen-stores.ts'
import { staffRoutes } from './staff-routes.tsx'

/** Shows the frame and the screens of the staff. */
export function StaffPages({ bridge, session, stores, report, toasts }: PagesProps & { session: SignedIn }) {
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
