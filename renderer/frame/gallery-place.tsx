import { useStore } from 'zustand'
import { routes } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { hasGallery } from './has-gallery.ts'
import { loadScreen } from './load-screen.ts'
import { NotFound } from './not-found.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

const GalleryScreen = loadScreen(async () => (await import('../gallery/gallery-screen.tsx')).GalleryScreen)

/** Shows the gallery of controls in a demo and in tests. A clinic has no such page. */
export function GalleryPlace({ stores }: { readonly stores: WithConnectivity }) {
  const environment = useStore(stores.connectivity, (state) => state.connectivity?.environment)
  if (environment === undefined) return <ScreenSkeleton />
  return hasGallery(environment) ? <GalleryScreen /> : <NotFound home={routes.home} />
}
