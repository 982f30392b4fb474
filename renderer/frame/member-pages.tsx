import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { ToastRegion } from '../kit/controls/toast.tsx'
import { routes } from '../routes.ts'
import type { PagesProps } from './pages-props.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { SelfServicePages } from './self-service-pages.tsx'
import { createSelfStores } from './self-stores.ts'

/** Shows the member's own pages. `deskPath` is the start page of the staff who opened them; null for a member. */
export function MemberPages({
  bridge,
  stores,
  report,
  toasts,
  deskPath,
}: PagesProps & { readonly deskPath: string | null }) {
  const [location] = useLocation()
  const selfStores = useMemo(() => createSelfStores(bridge, stores), [bridge, stores])
  return (
    <>
      <ScreenBoundary home={routes.selfSlot} place={location} onError={(thrown) => report('screen-failed', thrown)}>
        <SelfServicePages bridge={bridge} stores={selfStores} notices={toasts} deskPath={deskPath} />
      </ScreenBoundary>
      <ToastRegion queue={toasts} />
    </>
  )
}
